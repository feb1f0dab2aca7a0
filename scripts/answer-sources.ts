/** Reads docs/methodology/sources.md as data: the sources of every endpoint, as documented by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface AnswerSource {
  /** Id of the endpoint. */
  answer: string;
  /** Queries with the tables of each. */
  queries: Map<string, string[]>;
  /** Names of the in-memory views. */
  memory: string[];
  /** Address of a section of the methodology, from the folder of the page. */
  rules: string;
}

export interface AnswerSources {
  answers: Map<string, AnswerSource>;
  /** In-memory views, each with the cells of its row. */
  memory: Map<string, { what: string; from: string }>;
}

const folder = join(import.meta.dirname, '..', 'docs', 'methodology');

/** @throws Error naming a row that does not read as its table's others do */
export function answerSources(text = readFileSync(join(folder, 'sources.md'), 'utf8')): AnswerSources {
  const [, answers = '', memory = ''] = text.split(/^## (?:Answers|In memory)$/m);
  const inMemory = rowsOf(memory, 3).map(
    ([name, what, from]) => [name!, { what: what!, from: from! }] as const,
  );
  const read = rowsOf(answers, 4).map(([answer, queries, kept, rules]) => {
    const link = /\]\((\S+)\)/.exec(rules!)?.[1];
    if (link === undefined)
      throw new Error(`sources.md: the row of ${answer} ends with no link to its rules`);
    return [
      answer!,
      { answer: answer!, queries: queriesOf(queries!), memory: namesOf(kept!), rules: link },
    ] as const;
  });
  return { answers: new Map(read), memory: new Map(inMemory) };
}

/** Cells of a Markdown table, without its head. */
function rowsOf(text: string, cells: number): string[][] {
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) => {
    const row = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (row.length !== cells) throw new Error(`sources.md: a row should have ${cells} cells: ${line}`);
    return row;
  });
}

function queriesOf(cell: string): Map<string, string[]> {
  if (cell === '–') return new Map();
  return new Map(
    cell.split(';').map((part) => {
      const [query, ...tables] = [...part.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
      if (query === undefined) throw new Error(`sources.md: no query is named in ${part}`);
      return [query, tables] as const;
    }),
  );
}

function namesOf(cell: string): string[] {
  return cell === '–' ? [] : cell.split(',').map((name) => name.trim());
}
