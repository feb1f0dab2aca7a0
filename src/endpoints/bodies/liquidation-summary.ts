import { Decimal } from 'decimal.js';
import type { Static } from 'typebox';
import { dayMs, hourMs, rfc3339 } from '../../kernel/clock.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Window } from '../window.ts';
import { dateTime, double, int64, list, text } from './fields.ts';
import {
  autoDeleveragingSums,
  liquidationCohortRow,
  liquidationCoinRow,
  liquidationTimelineRow,
} from './liquidation-rows.ts';
import { generatedAt, type RiskSources, riskSourceFields } from './risk-sources.ts';

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

/** Liquidations of one coin that began in one bucket of time; amounts are exact, USD × 10^22: see {@link exactAmount}. */
export interface LiquidationCell {
  coin: string;
  bucketStartMs: number;
  longEvents: number;
  shortEvents: number;
  longNotional: bigint;
  shortNotional: bigint;
  /** Those whose victim's own fills are stored: the others have no closed PnL and no fee. */
  knownEvents: number;
  closedPnl: bigint;
  penaltyFees: bigint;
}

/** The liquidations of a window, added up in both ways. */
export interface LiquidationSums {
  byCoin: Iterable<LiquidationCell>;
  /** In buckets of {@link liquidationBucketMs} of the window; any number a bucket. */
  byBucket: Iterable<LiquidationCell>;
  /** Distinct victims. */
  wallets: number;
}

export interface LiquidationSummaryParts {
  window: Window;
  sums: LiquidationSums;
  coin?: string | undefined;
  byCohort?: Static<typeof liquidationCohortRow>[];
  autoDeleveraging?: Static<typeof autoDeleveragingSums>;
  sources: RiskSources;
  nowMs: number;
}

/** Length of a bucket: 1 h in windows up to 7 days, 6 h up to 42 days, else 24 h. */
export function liquidationBucketMs({ fromMs, toMs }: Window): number {
  const windowMs = toMs - fromMs;
  if (windowMs <= 7 * dayMs) return hourMs;
  return windowMs <= 42 * dayMs ? 6 * hourMs : dayMs;
}

/** The summary of a window: coins by notional, then by name; every bucket of the timeline, empty ones too. */
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

/** Decimals of an exact amount: those of price × size. Integers add up exactly, and there may be a cell for each coin and hour of a week. */
const scale = 22;

/** An amount × 10^22. @param text a decimal */
export function exactAmount(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

/** The number nearest to an exact amount. */
export function amountOf(value: bigint): number {
  return decimalOf(value).toNumber();
}

/** The number nearest to a quotient of two exact amounts. @param of other than 0 */
export function quotientOf(value: bigint, of: bigint): number {
  return decimalOf(value).div(decimalOf(of)).toNumber();
}

function decimalOf(value: bigint): Decimal {
  return new Decimal(`${value}e-${scale}`);
}

/** Of a coin and bucket without a liquidation. */
export function emptyCell(coin: string, bucketStartMs: number): LiquidationCell {
  return {
    ...{ coin, bucketStartMs, longEvents: 0, shortEvents: 0, knownEvents: 0 },
    ...{ longNotional: 0n, shortNotional: 0n, closedPnl: 0n, penaltyFees: 0n },
  };
}

/** Adds a cell to a sum, or takes it out again. */
export function addCell(sum: LiquidationCell, cell: LiquidationCell, sign: 1 | -1 = 1): void {
  const times = BigInt(sign);
  sum.longEvents += sign * cell.longEvents;
  sum.shortEvents += sign * cell.shortEvents;
  sum.knownEvents += sign * cell.knownEvents;
  sum.longNotional += times * cell.longNotional;
  sum.shortNotional += times * cell.shortNotional;
  sum.closedPnl += times * cell.closedPnl;
  sum.penaltyFees += times * cell.penaltyFees;
}

type Tally = ReturnType<typeof createTally>;

/** Adds cells up, exactly. */
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
