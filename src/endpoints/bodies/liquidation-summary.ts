import type { Static } from 'typebox';
import type { Window } from '../../domain/window.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import {
  addCell,
  amountOf,
  decimalOf,
  emptyCell,
  type LiquidationCell,
  type LiquidationSums,
  liquidationBucketMs,
} from '../../views/liquidations/liquidation-sums.ts';
import { bodySchema, nullable, optional } from '../schema.ts';
import { coinName, dateTime, double, int64, list, text, timeMs, untyped } from './fields.ts';
import { generatedAt, type RiskSources, riskSourceFields } from './risk-sources.ts';

const totalClosedPnl = untyped("Sum of the victims' closed PnL, USD.", 'number');
const totalNotional = untyped('Sum of price × size, USD.', 'number');
const totalPenaltyFees = untyped("Sum of the victims' fees, USD.", 'number');

export const liquidationTimelineRow = bodySchema('GetLiquidationSummaryTimelineRow', {
  bucketStart: timeMs('Start of the bucket'),
  count: int64('Liquidations: one for each victim, coin and order.'),
  totalPenaltyFees,
  totalClosedPnl,
  totalNotional,
});

export const liquidationCoinRow = bodySchema('GetLiquidationSummaryByCoinRow', {
  coin: coinName(),
  count: int64('Liquidations: one for each victim, coin and order.'),
  totalPenaltyFees,
  totalClosedPnl,
  totalNotional,
});

export const liquidationCohortRow = bodySchema('GetLiquidationSummaryByCohortRow', {
  tier: text('All-time PnL cohort, or unclassified.'),
  totalNotional,
  totalClosedPnl,
  count: int64('Liquidations: one for each victim, coin and order.'),
  wallets: int64('Distinct victims.'),
});

/** Profitable positions that the exchange closed against those of accounts under water; these are not liquidations. */
export const autoDeleveragingSums = bodySchema('AutoDeleveragingSums', {
  count: int64('One for each deleveraged wallet, coin and order.'),
  totalNotional: double('Sum of price × size of the closed parts, USD.'),
  wallets: int64('Distinct deleveraged wallets.'),
});

/** One liquidation: the fills of one victim, coin and order. */
export const recentLiquidation = bodySchema('GetRecentLiquidationsRow', {
  address: untyped('Liquidated wallet, lower case.', 'text'),
  coin: coinName(),
  timestampMs: timeMs('Time of the first fill'),
  side: text('long or short: the position that was liquidated.'),
  size: double('Liquidated size, coins.'),
  price: double('Mean price of its fills by size, USD.'),
  notional: double('Sum of price × size of its fills, USD.'),
  liquidator: untyped('Counterparty with the largest size, lower case.', 'text'),
  penaltyFee: nullable(double("The victim's fee, USD; null if its own fills are not stored.")),
  closedPnl: nullable(double("The victim's closed PnL, USD; null if its own fills are not stored.")),
  pnlTier: nullable(text("The victim's all-time PnL cohort; null for none.")),
});

export const liquidationSummaryBody = bodySchema('LiquidationSummaryBody', {
  since: dateTime('Start of the window that was served.'),
  coin: optional(text("The exchange's own spelling; absent for all coins.")),
  count: int64('Liquidations: one for each victim, coin and order.'),
  totalPenaltyFees: double("Sum of the victims' fees, USD."),
  totalClosedPnl: double("Sum of the victims' closed PnL, USD."),
  totalNotional: double('Sum of price × size, USD.'),
  wallets: int64('Distinct victims.'),
  longNotional: double('Notional of liquidated longs, USD.'),
  shortNotional: double('Notional of liquidated shorts, USD.'),
  longEvents: int64('Liquidations of longs.'),
  shortEvents: int64('Liquidations of shorts.'),
  avgPenaltyFee: double("totalPenaltyFees per liquidation whose victim's fills are stored, USD."),
  avgClosedPnl: double("totalClosedPnl per liquidation whose victim's fills are stored, USD."),
  bucketSizeMs: int64('Length of a bucket of the timeline, milliseconds.'),
  byCoin: list(liquidationCoinRow),
  timeline: list(liquidationTimelineRow),
  byCohort: optional(list(liquidationCohortRow)),
  autoDeleveraging: optional(autoDeleveragingSums),
  ...riskSourceFields,
  generatedAt,
});

export interface LiquidationSummaryParts {
  window: Window;
  sums: LiquidationSums;
  coin?: string | undefined;
  byCohort?: Static<typeof liquidationCohortRow>[];
  autoDeleveraging?: Static<typeof autoDeleveragingSums>;
  sources: RiskSources;
  nowMs: number;
}

/** The summary of a window: coins by notional, then by name; every bucket of the timeline, including empty ones. */
export function liquidationSummary(parts: LiquidationSummaryParts): Static<typeof liquidationSummaryBody> {
  const { window, sums, coin, byCohort, autoDeleveraging, sources, nowMs } = parts;
  const bucketSizeMs = liquidationBucketMs(window);
  const total = createTally();
  const coins = new Map<string, Tally>();
  for (const cell of sums.byCoin) {
    const ofCoin = coins.get(cell.coin) ?? createTally();
    coins.set(cell.coin, ofCoin);
    ofCoin.add(cell);
    total.add(cell);
  }
  const buckets = new Map<number, Tally>();
  for (const start of bucketStarts(window, bucketSizeMs)) buckets.set(start, createTally());
  for (const cell of sums.byBucket) buckets.get(cell.bucketStartMs)?.add(cell);
  const byCoin = [...coins].map(([name, tally]) => ({ coin: name, ...tally.amounts() }));
  byCoin.sort((a, b) => b.totalNotional - a.totalNotional || (a.coin < b.coin ? -1 : 1));
  return {
    since: rfc3339(window.fromMs),
    ...(coin !== undefined && { coin }),
    ...total.amounts(),
    wallets: sums.wallets,
    ...total.sides(),
    bucketSizeMs,
    byCoin,
    timeline: [...buckets].map(([bucketStart, tally]) => ({ bucketStart, ...tally.amounts() })),
    ...(byCohort !== undefined && { byCohort }),
    ...(autoDeleveraging !== undefined && { autoDeleveraging }),
    ...sources,
    generatedAt: rfc3339(nowMs),
  };
}

/** Buckets start at multiples of their length; the first one may begin before the window. */
function* bucketStarts({ fromMs, toMs }: Window, bucketSizeMs: number): Iterable<number> {
  for (let start = Math.floor(fromMs / bucketSizeMs) * bucketSizeMs; start <= toMs; start += bucketSizeMs)
    yield start;
}

type Tally = ReturnType<typeof createTally>;

function createTally() {
  const sum = emptyCell('', 0);
  const average = (total: bigint) =>
    sum.knownEvents === 0 ? 0 : decimalOf(total).div(sum.knownEvents).toNumber();
  return {
    sum,
    add: (cell: LiquidationCell) => addCell(sum, cell),
    amounts: () => ({
      count: sum.longEvents + sum.shortEvents,
      totalPenaltyFees: amountOf(sum.penaltyFees),
      totalClosedPnl: amountOf(sum.closedPnl),
      totalNotional: amountOf(sum.longNotional + sum.shortNotional),
    }),
    sides: () => ({
      longNotional: amountOf(sum.longNotional),
      shortNotional: amountOf(sum.shortNotional),
      longEvents: sum.longEvents,
      shortEvents: sum.shortEvents,
      avgPenaltyFee: average(sum.penaltyFees),
      avgClosedPnl: average(sum.closedPnl),
    }),
  };
}
