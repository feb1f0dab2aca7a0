/** Writes the table of settings in README.md from the configuration's schema; with `--check` compares instead. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectation } from '../src/config.ts';
import { type Setting, settings } from '../src/config-schema.ts';

const begin = '<!-- settings: written by scripts/readme.ts from src/config-schema.ts -->';
const end = '<!-- settings end -->';

/** The settings as a Markdown table. */
export function settingsTable(): string {
  const lines = settings.map((setting) => {
    const name =
      setting.flag === undefined ? `\`${setting.env}\`` : `\`${setting.env}\`, \`${setting.flag}\``;
    return `| ${name} | ${defaultText(setting)} | ${setting.description}: ${expectation(setting)} |`;
  });
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...lines].join('\n');
}

/**
 * The text with the table between its markers brought up to date.
 * @throws Error where the markers are missing
 */
export function withSettingsTable(text: string): string {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`README.md needs the lines "${begin}" and "${end}" around its table of settings`);
  return `${text.slice(0, from + begin.length)}\n\n${settingsTable()}\n\n${text.slice(to)}`;
}

function defaultText(setting: Setting): string {
  return setting.default === undefined ? (setting.defaultNote ?? '–') : `\`${setting.default}\``;
}

function main(): void {
  const file = join(import.meta.dirname, '..', 'README.md');
  const text = existsSync(file)
    ? readFileSync(file, 'utf8')
    : `# Tidemark\n\n## Settings\n\n${begin}\n${end}\n`;
  const current = withSettingsTable(text);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, current);
  } else if (current !== text) {
    console.error(
      'README.md: the table of settings is not what the schema says. Run: ./scripts/run.sh scripts/readme.ts',
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) main();
