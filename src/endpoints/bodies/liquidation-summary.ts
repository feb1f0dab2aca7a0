import { Decimal } from 'decimal.js';
import type { Static } from 'typebox';
import { dayMs, hourMs, rfc3339 } from '../../kernel/clock.ts';
import { bodySchema, optional } from '../schema.ts';
import type { Window } from '../window.ts';
import { dateTime, double, int64, list, text } from './fields.ts';
import { liquidationCohortRow, liquidationCoinRow, liquidationTimelineRow } from './liquidation-rows.ts';
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
  ...riskSourceFields,
  generatedAt,
});

/** Liquidations of one coin that began in one bucket of time; amounts are exact decimals as text, USD. */
export interface LiquidationCell {
  coin: string;
  bucketStartMs: number;
  longEvents: number;
  shortEvents: number;
  longNotional: string;
  shortNotional: string;
  /** Those whose victim's own fills are stored: the others have no closed PnL and no fee. */
  knownEvents: number;
  closedPnl: string;
  penaltyFees: string;
}

export interface LiquidationSummaryParts {
  window: Window;
  /** In buckets of {@link liquidationBucketMs} of the window; one a coin and bucket. */
  cells: Iterable<LiquidationCell>;
  /** Distinct victims. */
  wallets: number;
  coin?: string | undefined;
  byCohort?: Static<typeof liquidationCohortRow>[];
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
  const { window, coin, byCohort, sources, nowMs } = parts;
  const bucketSizeMs = liquidationBucketMs(window);
  const total = createTally();
  const coins = new Map<string, Tally>();
  const buckets = new Map<number, Tally>();
  for (const start of bucketStarts(window, bucketSizeMs)) buckets.set(start, createTally());
  for (const cell of parts.cells) {
    const ofCoin = coins.get(cell.coin) ?? createTally();
    coins.set(cell.coin, ofCoin);
    const exact = exactCell(cell);
    for (const tally of [total, ofCoin, buckets.get(cell.bucketStartMs)]) tally?.add(exact);
  }
  const byCoin = [...coins].map(([name, tally]) => ({ coin: name, ...tally.amounts() }));
  byCoin.sort((a, b) => b.totalNotional - a.totalNotional || (a.coin < b.coin ? -1 : 1));
  return {
    since: rfc3339(window.fromMs),
    ...(coin !== undefined && { coin }),
    ...total.amounts(),
    wallets: parts.wallets,
    ...total.sides(),
    bucketSizeMs,
    byCoin,
    timeline: [...buckets].map(([bucketStart, tally]) => ({ bucketStart, ...tally.amounts() })),
    ...(byCohort !== undefined && { byCohort }),
    ...sources,
    generatedAt: rfc3339(nowMs),
  };
}

/** Buckets start at multiples of their length; the first one may begin before the window. */
function* bucketStarts({ fromMs, toMs }: Window, bucketSizeMs: number): Iterable<number> {
  for (let start = Math.floor(fromMs / bucketSizeMs) * bucketSizeMs; start <= toMs; start += bucketSizeMs)
    yield start;
}

/** Decimals of an exact amount: those of price × size. */
const scale = 22;

/** A cell's amounts × 10^22: integers add up exactly, and there may be a cell for each coin and hour of a week. */
function exactCell({ longEvents, shortEvents, knownEvents, ...cell }: LiquidationCell) {
  return {
    ...{ longEvents, shortEvents, knownEvents },
    long: scaled(cell.longNotional),
    short: scaled(cell.shortNotional),
    pnl: scaled(cell.closedPnl),
    fees: scaled(cell.penaltyFees),
  };
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

function decimalOf(value: bigint): Decimal {
  return new Decimal(`${value}e-${scale}`);
}

type Tally = ReturnType<typeof createTally>;

/** Adds cells up, exactly. */
function createTally() {
  const events = { long: 0, short: 0, known: 0 };
  let [long, short, pnl, fees] = [0n, 0n, 0n, 0n];
  const average = (sum: bigint) => (events.known === 0 ? 0 : decimalOf(sum).div(events.known).toNumber());
  return {
    add(cell: ReturnType<typeof exactCell>): void {
      events.long += cell.longEvents;
      events.short += cell.shortEvents;
      events.known += cell.knownEvents;
      long += cell.long;
      short += cell.short;
      pnl += cell.pnl;
      fees += cell.fees;
    },
    amounts: () => ({
      count: events.long + events.short,
      totalPenaltyFees: decimalOf(fees).toNumber(),
      totalClosedPnl: decimalOf(pnl).toNumber(),
      totalNotional: decimalOf(long + short).toNumber(),
    }),
    sides: () => ({
      longNotional: decimalOf(long).toNumber(),
      shortNotional: decimalOf(short).toNumber(),
      longEvents: events.long,
      shortEvents: events.short,
      avgPenaltyFee: average(fees),
      avgClosedPnl: average(pnl),
    }),
  };
}
