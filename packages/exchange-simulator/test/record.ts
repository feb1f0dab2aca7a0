import type { WireFill } from '../../../src/wire/fill.ts';

/** A line of the exchange's record, or several fills of an API answer, as the rules read them. */
export interface RecordBlock {
  /** Unix milliseconds of `block_time`; undefined if the source has no block times. */
  timeMs: number | undefined;
  events: readonly (readonly [wallet: string, fill: WireFill])[];
}

/** Decimals that amounts are compared in. */
const places = 12;
const one = 10n ** 12n;

/** Decimal text as an integer of 10^-12, exactly; more decimals than that are cut. */
export function exact(text: string | number): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(text)) ?? [];
  if (sign === undefined) throw new Error(`${text} is no decimal`);
  const units = BigInt(whole) * one + BigInt(fraction.padEnd(places, '0').slice(0, places));
  return sign === '-' ? -units : units;
}

/** Product of two amounts of 10^-12, in the same unit, truncated. */
export function product(left: bigint, right: bigint): bigint {
  return (left * right) / one;
}

/** Number of decimals without trailing zeros. */
export function decimalsOf(text: string | number): number {
  return (/\.(\d*?)0*$/.exec(String(text))?.[1] ?? '').length;
}

export function kindOf(coin: string): 'perp' | 'spot' | 'outcome' {
  if (coin.startsWith('#')) return 'outcome';
  return coin.startsWith('@') || coin.includes('/') ? 'spot' : 'perp';
}

/** Both directions of size; a buy is positive. */
export function signedSize({ side, sz }: WireFill): bigint {
  return side === 'B' ? exact(sz) : -exact(sz);
}

/** Texts of `dir` whose fill has no other side. */
const aloneDirs = new Set([
  'Spot Dust Conversion',
  'Settlement',
  'Split Outcome',
  'Merge Outcome',
  'Merge Question',
  'Negate Outcome',
]);

export function isAlone({ dir }: WireFill): boolean {
  return aloneDirs.has(dir);
}

/** Text of a position that the backstop liquidator takes over; both sides have it. */
export const takeoverPattern = /^Liquidated (Cross|Isolated) (Long|Short)$/;

/** Every text of `dir` (docs/exchange.md#texts-of-fills). */
export const knownDirs: ReadonlySet<string> = new Set([
  'Open Long',
  'Open Short',
  'Close Long',
  'Close Short',
  'Long > Short',
  'Short > Long',
  ...['Cross Long', 'Cross Short', 'Isolated Long', 'Isolated Short'].map((side) => `Liquidated ${side}`),
  'Auto-Deleveraging',
  'Settlement',
  'Buy',
  'Sell',
  'Spot Dust Conversion',
  'Split Outcome',
  'Merge Outcome',
  'Merge Question',
  'Negate Outcome',
  'Net Child Vaults',
  'Partial Borrow Liquidation',
  'Backstop Borrow Liquidation',
]);

export const zeroHash = `0x${'0'.repeat(64)}`;
