import assert from 'node:assert/strict';
import type { ToolTold } from './mcp-client.ts';

/** What a line has in place of other characters. */
const marks = /[«»'|/\s]/g;
/** Texts that people chose may be cut in a line. */
const comparedChars = 60;

/**
 * Holds the text of an answer against its structure: hosts that pass the text alone give the model every figure, rounded to six
 * digits, and every word.
 */
export function assertTextHolds({ text, structured }: ToolTold, shown: string): void {
  const figures = new Set(
    (text.match(/-?\d+(\.\d+)?(e[+-]?\d+)?/g) ?? []).map((word) => digits(Number(word))),
  );
  const plain = text.replaceAll(marks, '');
  for (const [at, value] of leaves(structured.data, 'data')) {
    if (typeof value === 'number') {
      const isTime = Number.isInteger(value) && value > 1e12 && value < 8e15;
      const held =
        figures.has(digits(value)) ||
        (isTime && text.includes(new Date(value).toISOString().replace(/(\.000)?Z$/, '')));
      assert.ok(held, `${shown}: the text lacks ${at} = ${value}:\n${text}`);
    } else {
      const word = value.replaceAll(marks, '').slice(0, comparedChars);
      assert.ok(plain.includes(word), `${shown}: the text lacks ${at} = ${value}:\n${text}`);
    }
  }
}

const digits = (value: number): string => String(Number(value.toPrecision(6)));

function* leaves(value: unknown, at: string): Generator<[at: string, value: number | string]> {
  if (typeof value === 'number' || typeof value === 'string') yield [at, value];
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* leaves(item, `${at}[${i}]`);
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) yield* leaves(item, `${at}.${name}`);
}
