/** Writes docs/methodology/fields.md: every field of every answer, and its sources. `--check` only compares. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerField, type AnswerSchema, answerSchemas } from './answer-fields.ts';
import { type AnswerSources, answerSources } from './answer-sources.ts';

const file = join(import.meta.dirname, '..', 'docs', 'methodology', 'fields.md');
const intro = `# Every field of every answer

Made by \`scripts/fields.ts\` from the schemas of the endpoints and [sources](sources.md): change these, not this page. A schema is in the answers that are named
below it; what they rest on, by which queries, and the rules and formulas behind them stand beside each. Fields without a row of their own hold a schema, which is linked.
`;

const code = (name: string) => `\`${name}\``;

function anchor(name: string): string {
  return `[${name}](#${name.toLowerCase()})`;
}

function fieldLine({ path, what, holds }: AnswerField): string {
  const reported = [what, holds && anchor(holds)].filter((part) => part !== undefined);
  return `| ${path} | ${reported.join(' ').replaceAll('|', '\\|')} |`;
}

function sourceLine(answer: string, { answers }: AnswerSources): string {
  const source = answers.get(answer);
  if (source === undefined) throw new Error(`sources.md has no row for ${answer}`);
  const queries = [...source.queries].map(([query, tables]) => `${code(query)} (${tables.join(', ')})`);
  const rests = [...queries, ...source.memory.map((name) => `${name} in memory`)];
  return `- ${answer}: ${rests.length === 0 ? 'the account' : rests.join(', ')}; [rules](${source.rules})`;
}

function section(schema: AnswerSchema, sources: AnswerSources): string {
  const lines = schema.fields.map(fieldLine).join('\n');
  const from = schema.answers.map((answer) => sourceLine(answer, sources)).join('\n');
  return `## ${schema.name}\n\n${from}\n\n| field | what it is |\n| --- | --- |\n${lines}\n`;
}

/** @throws Error if an answer has no row in sources.md */
export function fieldsPage(): string {
  const sources = answerSources();
  return [intro, ...answerSchemas().map((schema) => section(schema, sources))].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const current = fieldsPage();
  if (!process.argv.includes('--check')) writeFileSync(file, current);
  else if (readFileSync(file, 'utf8') !== current) {
    console.error(
      'docs/methodology/fields.md is not what the schemas say. Run: ./scripts/run.sh scripts/fields.ts',
    );
    process.exitCode = 1;
  }
}
