import type { AnswerHeaderName, AnswerHeaders } from './answer-headers.ts';
import type { PositionTally } from './position-sums.ts';

/** For the `headers` of endpoints over open positions. */
export const positionHeaderNames = [
  'X-Data-Basis',
  'X-Positions-Coverage',
] as const satisfies readonly AnswerHeaderName[];

/** What the positions of an answer rest on, and what share of the market they are. */
export function positionHeaders({ basis, coverage }: PositionTally): AnswerHeaders {
  return { 'X-Data-Basis': basis, 'X-Positions-Coverage': coverage };
}
