import type { Dialect } from './dialect.ts';

/** A row of an answer, by the names of the API. */
export type AnswerRow = Readonly<Record<string, unknown>>;

/** An endpoint, and the equivalent SQL query. */
export interface PeerQuestion {
  name: string;
  /** The path of question `n` below `/api/public/v1/pulse/`: another one for each `n`. */
  pathOf(n: number): string;
  /** The statement of question `n`; its columns have the names of the API's fields. */
  sql(dialect: Dialect, n: number): string;
  /** The rows of the endpoint's body, in order. */
  rowsOf(body: unknown): readonly AnswerRow[];
}

/** Data that the questions are about. */
export interface PeerData {
  wallets: number;
  coins: readonly string[];
  /** The newest fill is not after it. */
  nowMs: number;
}

/** Bodies that are the list itself, or one row. */
export function bareRows(body: unknown): readonly AnswerRow[] {
  return (Array.isArray(body) ? body : [body]) as AnswerRow[];
}
