import type { JsonSchema } from '../routes/json-schema.ts';
import type { PositionTally, ValuationShares } from '../views/tallies/position-sums.ts';

interface HeaderDeclaration {
  description: string;
  schema: JsonSchema;
}

const instant = { type: 'string', format: 'date-time' };
const count = { type: 'integer' };
const share = { type: 'number', format: 'double' };

/** Headers of every answer with a window (docs/contract.md#windows). */
export const windowHeaders = {
  'X-Data-From': { description: 'Start of the served window; on answers that have one.', schema: instant },
  'X-Data-To': { description: 'End of the served window.', schema: instant },
  'X-Data-Block': {
    description:
      'Newest source block of the served window; absent if its newest fills have no block, or without fills.',
    schema: { type: 'integer', format: 'int64' },
  },
} satisfies Record<string, HeaderDeclaration>;

/** Sources of a wallet's positions: states of the exchange, fills, or both. */
export const dataBases = ['state', 'fills', 'mixed'] as const;

/** Optional answer headers; an endpoint declares those it may send in its `headers`. */
export const answerHeaders = {
  'X-Data-Basis': {
    description: "Source of the positions: the exchange's account states, fills, or both.",
    schema: { type: 'string', enum: [...dataBases] },
  },
  'X-Positions-Coverage': {
    description:
      'Derived / official open interest, the covered share of the market; absent without an official one.',
    schema: { type: 'number', format: 'double' },
  },
  'X-Valued-By-Mark': {
    description: 'Share of the notional, 0 to 1, that is valued at a mark price of the last five minutes.',
    schema: share,
  },
  'X-Valued-By-Trade': {
    description: 'Share of the notional that is valued at the newest trade of its coin, without such a mark.',
    schema: share,
  },
  'X-Positions-Unvalued': {
    description: 'Positions in coins with neither: counted, but in no USD sum.',
    schema: count,
  },
  'X-Positions-Outside': {
    description: 'Positions whose liquidation price lies outside the range.',
    schema: count,
  },
  'X-Candles-From-Fills': {
    description:
      "Candles made from stored fills of all wallets, because the exchange's are missing or have fewer trades.",
    schema: count,
  },
  'X-Candles-Incomplete': {
    description: 'Of these, those with blocks in their time that were not read.',
    schema: count,
  },
  'X-Positions-Without-Price': { description: 'Positions without a liquidation price.', schema: count },
} satisfies Record<string, HeaderDeclaration>;

export type AnswerHeaderName = keyof typeof answerHeaders;

interface HeaderValues extends Record<Exclude<AnswerHeaderName, 'X-Data-Basis'>, number> {
  'X-Data-Basis': (typeof dataBases)[number];
}

/** Header values; undefined values are left out. */
export type AnswerHeaders = { readonly [K in AnswerHeaderName]?: HeaderValues[K] | undefined };

/**
 * The header lines of an answer; names and values alternate.
 *
 * @param declared the endpoint's `headers`
 * @throws Error for an undeclared header or an invalid value
 */
export function headerPairs(headers: AnswerHeaders, declared: readonly AnswerHeaderName[]): string[] {
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) continue;
    if (!declared.includes(name as AnswerHeaderName))
      throw new Error(`the header ${name} is not declared in \`headers\``);
    const valid =
      typeof value === 'string' ? dataBases.includes(value) : Number.isFinite(value) && value >= 0;
    if (!valid) throw new Error(`${value} is no value of the header ${name}`);
    pairs.push(name, String(value));
  }
  return pairs;
}

export const positionHeaderNames = [
  'X-Data-Basis',
  'X-Positions-Coverage',
  'X-Valued-By-Mark',
  'X-Valued-By-Trade',
  'X-Positions-Unvalued',
] as const satisfies readonly AnswerHeaderName[];

export function positionHeaders({ basis, coverage, valuation }: PositionTally): AnswerHeaders {
  return { 'X-Data-Basis': basis, 'X-Positions-Coverage': coverage, ...valuationHeaders(valuation) };
}

export function valuationHeaders({ byMark, byTrade, unvalued }: ValuationShares): AnswerHeaders {
  return { 'X-Valued-By-Mark': byMark, 'X-Valued-By-Trade': byTrade, 'X-Positions-Unvalued': unvalued };
}
