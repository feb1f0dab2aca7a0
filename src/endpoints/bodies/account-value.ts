import { type Static, Type } from 'typebox';
import { type AccountValue, type PartValue, valueDecimals } from '../../domain/account-value.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { scaledNumber } from '../../kernel/scaled.ts';
import { bodySchema, nullable, optional } from '../schema.ts';
import { dateTime, double, oneOf, text } from './fields.ts';

const heldParts = ['spot', 'vaults', 'staked', 'lent', 'escrow'] as const;
const parts = ['perps', ...heldParts] as const;
const reasons = ['not-read', 'not-in-state', 'no-price', 'moved-since', 'counted-in-spot'] as const;

const accountValuePart = bodySchema('AccountValuePart', {
  part: oneOf(
    parts,
    'perps of one dex, tokens of spot, equity in vaults, staked HYPE, tokens lent less borrowed, or tokens in transfer from the EVM.',
  ),
  dex: optional(text('Of perps: the dex, hl for the validator-run one.')),
  valueUsd: nullable(double('Value, USD; null if unknown or counted in spot.')),
  reason: optional(
    oneOf(
      reasons,
      'Why valueUsd is null: the part was not read yet; the answer lacked it; a token has no price now; money moved in or out after the reading; or the collateral is counted in spot.',
    ),
  ),
  asOf: optional(dateTime('Time of the reading; absent without one')),
});

const countedStable = bodySchema('CountedDollarToken', {
  token: text('A dollar token other than USDC; empty for the collateral of an unlisted dex.'),
  priceUsd: double('USD of one token: the mark of its pair if 0.9 to 1.1, else 1.'),
  assumed: optional(
    oneOf(
      ['no-price', 'out-of-bounds'] as const,
      'Why it is 1: its pair has no price, or one beyond the bounds.',
    ),
  ),
});

/** Value of an account (docs/methodology.md#account-value): of a wallet, or in rows of the leaderboard. */
export const accountValueBody = bodySchema('AccountValueBody', {
  totalUsd: nullable(double('Sum of all parts, USD; null if a part is unknown.')),
  knownUsd: double('Sum of the known parts, USD; equals totalUsd if all are known.'),
  collateral: oneOf(
    ['apart', 'pooled'] as const,
    'apart: every dex and spot keep their own; pooled: unified and portfolio-margin accounts, whose collateral is in spot and counted there once.',
  ),
  collateralBasis: oneOf(
    ['exchange', 'sign', 'assumed'] as const,
    'How that is known: the exchange says so; positions are open while all margin sums are 0; or it was not read, and apart is assumed.',
  ),
  parts: Type.Array(accountValuePart, {
    description: 'Perps by dex, then spot, vaults, staked HYPE, lent and escrow.',
  }),
  dollarTokens: Type.Array(countedStable, {
    description: 'Dollar tokens other than USDC that were counted.',
  }),
  unpricedTokens: Type.Array(Type.String(), {
    description:
      'Tokens of spot without a pair against a dollar token: they have no mark, and are not in the sum.',
  }),
});

export const accountValueExample: Static<typeof accountValueBody> = {
  totalUsd: 1259120.55,
  knownUsd: 1259120.55,
  collateral: 'apart',
  collateralBasis: 'exchange',
  parts: [
    { part: 'perps', dex: 'hl', valueUsd: 912340.5, asOf: '2026-01-15T09:29:41.012Z' },
    { part: 'perps', dex: 'flx', valueUsd: 9995.05, asOf: '2026-01-15T09:21:04.512Z' },
    { part: 'spot', valueUsd: 336785, asOf: '2026-01-15T09:28:10.220Z' },
    { part: 'vaults', valueUsd: 0, asOf: '2026-01-13T18:02:44.000Z' },
    { part: 'staked', valueUsd: 0, asOf: '2026-01-13T18:02:44.000Z' },
    { part: 'lent', valueUsd: 0, asOf: '2026-01-13T18:02:44.000Z' },
    { part: 'escrow', valueUsd: 0, asOf: '2026-01-15T09:28:10.220Z' },
  ],
  dollarTokens: [{ token: 'USDH', priceUsd: 0.9995 }],
  unpricedTokens: [],
};

const usd = (value: bigint) => scaledNumber(value, valueDecimals);

export function accountValueOf(value: AccountValue): Static<typeof accountValueBody> {
  const { total, known, isPooled, modeBasis, perps, stables, unpriced } = value;
  return {
    totalUsd: total === null ? null : usd(total),
    knownUsd: usd(known),
    collateral: isPooled ? 'pooled' : 'apart',
    collateralBasis: modeBasis,
    parts: [
      ...perps.map(({ dex, ...part }) => partOf('perps', part, dex || 'hl')),
      ...heldParts.map((name) => partOf(name, value[name])),
    ],
    dollarTokens: stables.map(({ token, price, assumed }) => ({
      token,
      priceUsd: scaledNumber(price, 12),
      ...(assumed !== undefined && { assumed }),
    })),
    unpricedTokens: unpriced,
  };
}

function partOf(
  part: (typeof parts)[number],
  { value, reason, atMs }: PartValue,
  dex?: string,
): Static<typeof accountValuePart> {
  return {
    part,
    ...(dex !== undefined && { dex }),
    valueUsd: value === null ? null : usd(value),
    ...(reason !== undefined && { reason }),
    ...(atMs !== undefined && { asOf: rfc3339(atMs) }),
  };
}
