import type { PositionTally, ValuationShares } from '../views/tallies/position-sums.ts';
import type { AnswerHeaderName, AnswerHeaders } from './answer-headers.ts';

/** For the `headers` of endpoints over open positions. */
export const positionHeaderNames = [
  'X-Data-Basis',
  'X-Positions-Coverage',
  'X-Valued-By-Mark',
  'X-Valued-By-Trade',
  'X-Positions-Unvalued',
] as const satisfies readonly AnswerHeaderName[];

/** What the positions of an answer rest on, what share of the market they are, and what they are valued by. */
export function positionHeaders({ basis, coverage, valuation }: PositionTally): AnswerHeaders {
  return { 'X-Data-Basis': basis, 'X-Positions-Coverage': coverage, ...valuationHeaders(valuation) };
}

export function valuationHeaders({ byMark, byTrade, unvalued }: ValuationShares): AnswerHeaders {
  return { 'X-Valued-By-Mark': byMark, 'X-Valued-By-Trade': byTrade, 'X-Positions-Unvalued': unvalued };
}
