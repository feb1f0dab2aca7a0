import type { Dialect } from './dialect.ts';
import type { AnswerRow } from './question.ts';

/** Another database with the same fills. */
export interface Peer {
  readonly dialect: Dialect;
  /** Answers one statement. */
  ask(sql: string): Promise<AnswerRow[]>;
  close(): Promise<void>;
}

/** Header of a peer's answer over HTTP with the time of the statement alone, ms. */
export const statementHeader = 'x-statement-ms';
