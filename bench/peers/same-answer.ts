import type { AnswerRow } from './question.ts';

/** Sums of doubles in another order differ in their last places. */
const relative = 1e-9;
const absolute = 1e-6;

/**
 * Compares a peer's answer with the endpoint's: the same rows in the same order, and equal values in each of the peer's columns, up to the
 * rounding of doubles.
 *
 * @returns the first difference, in words; undefined if there is none
 */
export function difference(endpoint: readonly AnswerRow[], peer: readonly AnswerRow[]): string | undefined {
  if (endpoint.length !== peer.length) return `${endpoint.length} rows, the peer ${peer.length}`;
  for (const [at, row] of endpoint.entries()) {
    for (const [name, value] of Object.entries(peer[at]!)) {
      if (isSame(row[name], value)) continue;
      return `row ${at}, ${name}: ${JSON.stringify(row[name])}, the peer ${JSON.stringify(value)}`;
    }
  }
  return undefined;
}

/** @param other of a peer, which gives exact numbers as texts */
function isSame(value: unknown, other: unknown): boolean {
  if (typeof value !== 'number') return value === other;
  const number = Number(other);
  if (other === null || other === '' || Number.isNaN(number)) return false;
  return Math.abs(value - number) <= absolute + relative * Math.abs(value);
}
