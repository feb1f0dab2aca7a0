/**
 * Writes the tables of the documentation that the program knows best. `--check` compares them instead, and holds the README to a length that
 * is read to its end.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectation } from '../src/config/config.ts';
import { type Setting, settings } from '../src/config/schema.ts';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { versionPrefix } from '../src/endpoints/registry.ts';
import { adminRoutes } from '../src/operate/admin/routes.ts';

const root = join(import.meta.dirname, '..');
const readmeWordsLimit = 700;

/** A table and its file. */
export interface Table {
  file: string;
  /** Name in its markers. */
  name: string;
  source: string;
  /** The table as Markdown. */
  text(): string;
}

/** Every setting of the program, from its schema. */
export const settingsTable: Table = {
  file: 'docs/settings.md',
  name: 'settings',
  source: 'src/config/schema.ts',
  text() {
    const lines = settings.map((setting) => {
      const name =
        setting.flag === undefined ? `\`${setting.env}\`` : `\`${setting.env}\`, \`${setting.flag}\``;
      return `| ${name} | ${defaultText(setting)} | ${setting.description}: ${expectation(setting)} |`;
    });
    return ['| setting | default | meaning |', '| --- | --- | --- |', ...lines].join('\n');
  },
};

/** Every endpoint, from its declaration. */
export const endpointsTable: Table = {
  file: 'docs/endpoints.md',
  name: 'endpoints',
  source: 'src/endpoints/catalogue.ts',
  text() {
    const byPath = [...catalogue].sort((a, b) => (a.path < b.path ? -1 : 1));
    const lines = byPath.map(
      ({ path, tier, summary }) => `| \`${path.replace(versionPrefix, '')}\` | ${tier} | ${summary} |`,
    );
    return ['| path | least tier | answer |', '| --- | --- | --- |', ...lines].join('\n');
  },
};

/** Every route of the admin surface, from its schemas. */
export const adminTable: Table = {
  file: 'docs/admin.md',
  name: 'admin routes',
  source: 'src/operate/admin/routes.ts',
  text() {
    const lines = adminRoutes.map(({ method, path, query, body, summary }) => {
      const taken = [query, body].flatMap(({ properties, required = [] }) => {
        const needed = new Set<string>(required);
        return Object.keys(properties).map((name) => `\`${name}${needed.has(name) ? '' : '?'}\``);
      });
      return `| ${method} \`${path.replace('/admin/v1', '')}\` | ${taken.join(', ')} | ${summary} |`;
    });
    return ['| under `/admin/v1` | takes | what it does |', '| --- | --- | --- |', ...lines].join('\n');
  },
};

/**
 * The text with an updated table between its markers.
 * @throws Error if the markers are missing
 */
export function withTable(text: string, { file, name, source, text: tableText }: Table): string {
  const begin = `<!-- ${name}: written by scripts/readme.ts from ${source} -->`;
  const end = `<!-- ${name} end -->`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`${file} needs the lines "${begin}" and "${end}" around its table`);
  return `${text.slice(0, from + begin.length)}\n\n${tableText()}\n\n${text.slice(to)}`;
}

function defaultText(setting: Setting): string {
  return setting.default === undefined ? (setting.defaultNote ?? '–') : `\`${setting.default}\``;
}

/** Error if the README, with its code and tables, is too long; undefined if it is not. */
export function lengthFault(text: string, limit = readmeWordsLimit): string | undefined {
  const words = text.split(/\s+/).filter((word) => word !== '').length;
  if (words <= limit) return undefined;
  return `README.md has ${words} words, at most ${limit} are allowed: move what is not the first minute to docs/`;
}

function bringUpToDate(table: Table, isCheck: boolean): void {
  const path = join(root, table.file);
  const text = readFileSync(path, 'utf8');
  const current = withTable(text, table);
  if (!isCheck) {
    writeFileSync(path, current);
  } else if (current !== text) {
    console.error(
      `${table.file}: its table of ${table.name} is not what ${table.source} says. Run: ./scripts/run.sh scripts/readme.ts`,
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) {
  const isCheck = process.argv.includes('--check');
  for (const table of [settingsTable, endpointsTable, adminTable]) bringUpToDate(table, isCheck);
  const fault = isCheck ? lengthFault(readFileSync(join(root, 'README.md'), 'utf8')) : undefined;
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
  }
}
