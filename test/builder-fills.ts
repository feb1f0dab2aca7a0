import { Decimal } from 'decimal.js';
import type { SourceFill } from '../src/ingest/source-fill.ts';
import { type FillDraft, seededNumbers, sourceFills, walletOf } from './source-fills.ts';

/*
 * Fills through builders, and the expected figures by the definitions of docs/methodology.md#builders alone; compared with the queries.
 */

const dayMs = 86_400_000;
const coins = ['BTC', 'ETH', 'xyz:GOLD', '@107', '#10'];

export const builderOf = (n: number) => walletOf(0xb000 + n);

/** Fills of `days` up to `nowMs`, most through a builder; some of these pay the builder nothing. */
export function builderFills(options: {
  seed: number;
  count: number;
  builders: number;
  wallets: number;
  days: number;
  nowMs: number;
}): SourceFill[] {
  const { seed, count, builders, wallets, days, nowMs } = options;
  const below = seededNumbers(seed);
  const stepMs = Math.floor((days * dayMs) / count);
  return sourceFills(
    Array.from({ length: count }, (_, index): FillDraft => {
      const rate = [10, 20, 50][below(3)]!;
      const [px, sz] = [1 + below(900), 1 + below(40)];
      const named = below(8) > 0;
      const pays = below(6) > 0;
      return {
        wallet: walletOf(1 + below(wallets)),
        time: nowMs - (count - 1 - index) * stepMs,
        block: 1_000 + index,
        coin: coins[below(coins.length)]!,
        side: below(2) === 0 ? 'B' : 'A',
        px: String(px),
        sz: String(sz),
        dir: index % 17 === 3 ? 'Settlement' : 'Close Long',
        closedPnl: `${below(2) === 0 ? '-' : ''}${below(4_000)}.${below(100)}`,
        fee: '1',
        feeToken: ['USDC', 'USDH', 'USDT0'][below(3)]!,
        ...(named && { builder: builderOf(1 + Math.floor(builders * (below(1_000) / 1_000) ** 2)) }),
        ...(named && pays && { builderFee: String((px * sz * rate) / 100_000) }),
      };
    }),
  );
}

/** The same fills as the exchange's API has them: without builder and block. */
export function shownLive(fills: readonly SourceFill[]): SourceFill[] {
  return fills.map(({ fill: { builder: _, builderFee: __, ...fill }, ...source }) => ({
    ...source,
    fill,
    block: 0,
  }));
}

/** A fill that names a builder. */
export interface BuilderRow {
  builder: string;
  wallet: string;
  coin: string;
  time: number;
  day: string;
  token: string;
  fees: Decimal;
  volume: Decimal;
  pnl: Decimal;
  /** Tenths of a basis point. */
  rate: number;
  source: SourceFill;
}

/** The rows that name a builder, whether it took something or not, of a span with both ends. */
export function builderRows(fills: readonly SourceFill[], fromMs: number, toMs: number): BuilderRow[] {
  return fills.flatMap((source) => {
    const { wallet, fill } = source;
    if (fill.builder == null) return [];
    if (fill.time < fromMs || fill.time > toMs) return [];
    const notional = new Decimal(fill.px).mul(fill.sz);
    const fees = new Decimal(fill.builderFee ?? 0);
    return {
      builder: fill.builder,
      wallet,
      coin: fill.coin,
      time: fill.time,
      token: fill.feeToken!,
      fees,
      source,
      day: new Date(fill.time).toISOString().slice(0, 10),
      volume: fill.dir === 'Settlement' ? new Decimal(0) : notional,
      pnl: new Decimal(fill.closedPnl),
      rate: fees.div(notional).mul(100_000).round().toNumber(),
    };
  });
}

export function total(rows: readonly BuilderRow[], value: 'fees' | 'volume' | 'pnl'): number {
  return rows.reduce((sum, row) => sum.plus(row[value]), new Decimal(0)).toNumber();
}

export const usersOf = (rows: readonly BuilderRow[]) => new Set(rows.map(({ wallet }) => wallet));

/** Most frequent rate among rows with fees; ties go to the lowest rate. 0 without a row. */
export function commonRate(rows: readonly BuilderRow[]): number {
  const counts = new Map<number, number>();
  for (const { rate } of rows.filter(({ fees }) => !fees.isZero()))
    counts.set(rate, (counts.get(rate) ?? 0) + 1);
  return [...counts].sort(([rateA, a], [rateB, b]) => b - a || rateA - rateB)[0]?.[0] ?? 0;
}

export const periods = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs };
