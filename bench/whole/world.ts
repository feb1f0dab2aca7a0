import { roundToTick } from '../../packages/exchange-simulator/src/decimal.ts';
import { dayMs } from '../../src/kernel/clock.ts';
import { type SeededRng, seededRng } from '../../src/kernel/rng.ts';

/**
 * Size of a synthetic exchange. A smaller scale shrinks all numbers except days and coins alike, so that the cost per fill is unchanged.
 */
export interface WorldSize {
  seed: number;
  firstDayMs: number;
  days: number;
  /** Both sides of a trade. */
  fills: number;
  /** All wallets trade on the first day, which represents all earlier days. */
  wallets: number;
  /** Active wallets on each later day. */
  activePerDay: number;
  /** Open positions at a time, after the first hours. */
  positions: number;
  coins: number;
  blocksPerSecond: number;
  /** Misc events of a node other than funding. */
  updatesPerFill: number;
}

/**
 * The exchange of eight days: 60 million fills of 400,000 wallets, 35,000 of them a day, 150,000 open positions.
 *
 * @param scale 1 for all of it
 */
export function worldSize(scale: number, firstDayMs = Date.UTC(2026, 2, 2)): WorldSize {
  if (!(scale > 0 && scale <= 10)) throw new Error(`the scale is ${scale}, should be above 0 and at most 10`);
  return {
    seed: 1,
    firstDayMs,
    days: 8,
    coins: 300,
    updatesPerFill: 0.03,
    fills: 2 * Math.round(30_000_000 * scale),
    wallets: Math.round(Math.max(50, 400_000 * scale)),
    activePerDay: Math.round(Math.max(30, 35_000 * scale)),
    positions: Math.round(Math.max(20, 150_000 * scale)),
    blocksPerSecond: 12 * scale,
  };
}

export const endMs = ({ firstDayMs, days }: WorldSize): number => firstDayMs + days * dayMs;

export interface WorldCoin {
  name: string;
  szDecimals: number;
  /** Decimals of its prices; price times size is in millionths of a USD. */
  pxDecimals: number;
  /** Initial price, in units of `pxDecimals`. */
  px: number;
  /** Fees are as many times those of the exchange's own perps. */
  feeFactor: number;
}

/** Coins with the most fills, and their shares; the other coins share the rest. */
const leading: readonly (readonly [string, share: number, usd: number])[] = [
  ['BTC', 0.28, 96_000],
  ['ETH', 0.17, 3_300],
  ['HYPE', 0.12, 41],
  ['SOL', 0.08, 190],
  ['XRP', 0.035, 2.4],
  ['kPEPE', 0.02, 0.011],
  ['DOGE', 0.018, 0.21],
  ['xyz:XYZ100', 0.016, 25_000],
];

/** Coins of a world with their shares of all fills; shares of the other coins decrease in order. */
export function worldCoins({ coins, seed }: WorldSize): { coins: WorldCoin[]; shares: number[] } {
  const random = seededRng(`coins ${seed}`).unit;
  const rest = 1 - leading.reduce((sum, [, share]) => sum + share, 0);
  const tails = Array.from({ length: Math.max(0, coins - leading.length) }, (_, n) => 1 / (n + 4) ** 1.15);
  const tail = tails.reduce((sum, one) => sum + one, 0);
  const found = tails.map((share, n): [string, number, number] => [
    `${n % 6 === 5 ? 'xyz:' : ''}C${n}`,
    (share / tail) * rest,
    10 ** (random() * 5.5 - 2.5),
  ]);
  const all = [...leading, ...found].slice(0, coins);
  return {
    coins: all.map(([name, , usd]) => {
      const szDecimals = Math.max(0, Math.min(5, Math.floor(Math.log10(usd)) + 1));
      const pxDecimals = 6 - szDecimals;
      const px = roundToTick(Math.round(usd * 10 ** pxDecimals), pxDecimals);
      return { name, szDecimals, pxDecimals, px, feeFactor: name.includes(':') ? 2 : 1 };
    }),
    shares: all.map(([, share]) => share),
  };
}

/** Weighted random choice with a single draw (Walker's alias method). */
export function weighted(weights: readonly number[] | Float64Array): (rng: SeededRng) => number {
  const count = weights.length;
  let sum = 0;
  for (const one of weights) sum += one;
  const scaled = Float64Array.from(weights, (one) => (one * count) / sum);
  const other = new Int32Array(count);
  const small: number[] = [];
  const large: number[] = [];
  for (let n = 0; n < count; n++) (scaled[n]! < 1 ? small : large).push(n);
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop()!, large.at(-1)!];
    other[less] = more;
    scaled[more] = scaled[more]! + scaled[less]! - 1;
    if (scaled[more]! < 1) small.push(large.pop()!);
  }
  for (const n of [...small, ...large]) scaled[n] = 1;
  return ({ unit }) => {
    const at = unit() * count;
    const n = Math.floor(at);
    return at - n < scaled[n]! ? n : other[n]!;
  };
}
