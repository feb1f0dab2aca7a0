import { allCoins } from '../domain/coin-name.ts';
import { levelOf, levelsAround } from '../domain/price-levels.ts';
import { scaledText } from '../kernel/scaled.ts';
import type { SnapshotCoin, SnapshotPart, SnapshotPartOf } from './position-snapshot.ts';

/** Positions are valued to a millionth of a dollar: sums of these are exact. */
const usdDecimals = 6;

const sums = ['longs_outside', 'shorts_outside', 'longs_unpriced', 'shorts_unpriced'] as const;
const texts = ['coin', 'mark_px', 'levels', 'longs', 'shorts', ...sums] as const;
const integers = ['hour', 'made'] as const;
const columns = [...texts, ...integers];
const decimal = `Decimal(38, ${usdDecimals})`;
const insert = {
  structure: [...texts.map((name) => `${name} String`), ...integers.map((name) => `${name} Int64`)].join(
    ', ',
  ),
  target: `liquidation_level_hours (${columns.join(', ')})`,
  select: [
    'coin',
    "CAST(mark_px, 'Decimal(38, 12)')",
    "JSONExtract(levels, 'Array(Int16)')",
    ...['longs', 'shorts'].map(
      (name) => `arrayMap(text -> CAST(text, '${decimal}'), JSONExtract(${name}, 'Array(String)'))`,
    ),
    ...sums.map((name) => `CAST(${name}, '${decimal}')`),
    "toDateTime(intDiv(hour, 1000), 'UTC')",
    "fromUnixTimestamp64Milli(made, 'UTC')",
  ].join(', '),
};

/** Notional of longs and of shorts, millionths of a dollar. */
type Sides = [long: bigint, short: bigint];

/**
 * Notional liquidated at each price, by coin, on the hour (docs/methodology.md#liquidation-levels). Only from positions in memory:
 * liquidation prices and the accounts behind them are the newest, so a past hour cannot be made.
 */
export const liquidationLevelHours: SnapshotPartOf = ({ hourMs, madeMs, basis }): SnapshotPart => {
  const rows: Record<string, string | number>[] = [];
  const times = { hour: hourMs, made: madeMs };
  return {
    take(coin) {
      if (basis === 'positions') rows.push({ ...times, ...levelsOf(coin) });
    },
    rows() {
      const kept = { coin: allCoins, markPx: undefined, each() {} };
      return { ...insert, rows: rows.length === 0 ? [] : [...rows, { ...times, ...levelsOf(kept) }] };
    },
  };
};

function levelsOf({ coin, markPx, each }: SnapshotCoin) {
  const byLevel = new Map<number, Sides>();
  const outside: Sides = [0n, 0n];
  const unpriced: Sides = [0n, 0n];
  if (markPx !== undefined) {
    const { first, last } = levelsAround(markPx);
    const sidesAt = (liquidationPx: number): Sides => {
      if (!(liquidationPx > 0)) return unpriced;
      const level = levelOf(liquidationPx);
      if (level < first || level > last) return outside;
      const sides = byLevel.get(level) ?? [0n, 0n];
      byLevel.set(level, sides);
      return sides;
    };
    each(({ size, notional = 0 }, _wallet, liquidationPx = Number.NaN) => {
      sidesAt(liquidationPx)[size > 0 ? 0 : 1] += BigInt(Math.round(notional * 10 ** usdDecimals));
    });
  }
  const text = (amount: bigint) => scaledText(amount, usdDecimals, usdDecimals);
  const held = [...byLevel].sort(([a], [b]) => a - b);
  return {
    coin,
    mark_px: String(markPx ?? 0),
    levels: JSON.stringify(held.map(([level]) => level)),
    longs: JSON.stringify(held.map(([, [long]]) => text(long))),
    shorts: JSON.stringify(held.map(([, [, short]]) => text(short))),
    longs_outside: text(outside[0]),
    shorts_outside: text(outside[1]),
    longs_unpriced: text(unpriced[0]),
    shorts_unpriced: text(unpriced[1]),
  };
}
