import type { RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { knownOf, lateRecordMs } from '../../coverage/coverage-read.ts';
import { type PnlInterval, pnlIntervalMs, pnlOffsetMs } from '../../domain/pnl-bounds.ts';
import {
  holdingsAt,
  type PnlCurveInput,
  type PnlFlow,
  type PnlHoldings,
  type PnlPoint,
  type PnlReason,
  type PnlState,
  type PnlTransfers,
  pnlCurve,
  pnlScale,
} from '../../domain/pnl-curve.ts';
import { dayMs, hourMs, minuteMs, utcDayStartMs } from '../../kernel/clock.ts';
import { scaledInteger } from '../../kernel/scaled.ts';
import type { HalfOpenSpan } from '../../kernel/span.ts';
import { unionOf, without } from '../../kernel/spans.ts';
import { hasFillRecord, readFillRecord } from './fill-record.ts';
import { factsOfWallet, flowsOfDays, flowsOfHours, marksOfParts } from './pnl-queries.ts';
import { quarantinedSpans, readFacts, unreadFunding } from './wallet-coverage.ts';

/** Maximum age of a price that serves as a mark. */
const markReachMs = dayMs;

export interface PnlWindow {
  points: PnlPoint[];
  total: PnlPoint;
  /** The wallet's first fill, or an earlier payment of the window; Infinity without either. */
  sinceMs: number;
  /** Whether the store has a record of fills, of any wallet. */
  hasRecord: boolean;
}

/**
 * A wallet's PnL in each part of a window (docs/methodology.md#net-profit). Three statements: sums of its fills by part, its other
 * data, and the marks of its coins.
 *
 * @param of.bounds from {@link pnlBounds}
 * @param of.isLateAllowed true to count transfers up to their last read, if that is at most a day ago
 * @returns undefined if the wallet has no fill, no payment and no transfer at all
 * @throws AnalyticsError
 */
export async function readPnl(
  analytics: Pick<AnalyticsStore, 'rows'>,
  of: {
    wallet: string;
    interval: PnlInterval;
    bounds: readonly number[];
    nowMs: number;
    isLateAllowed?: boolean;
  },
  signal: AbortSignal,
): Promise<PnlWindow | undefined> {
  const { wallet, interval, bounds: requests, nowMs, isLateAllowed = false } = of;
  const days = { from: utcDayStartMs(requests[0]!), until: utcDayStartMs(requests.at(-1)! + dayMs - 1) };
  const part = { length: pnlIntervalMs[interval] / 1_000, offset: pnlOffsetMs[interval] / 1_000 };
  const [flows, facts] = await Promise.all([
    interval === 'hour'
      ? analytics.rows(flowsOfHours, { wallet, ...days }, { signal })
      : analytics.rows(flowsOfDays, { wallet, ...days, ...part }, { signal }),
    analytics.rows(factsOfWallet, { wallet, ...days, ...part }, { signal }),
  ]);
  if (flows.length === 0 && !facts.some(({ kind }) => kind === 'moved')) return undefined;
  const record = await readFillRecord(analytics, facts, signal);
  const bounds = boundsIn(requests, record);
  const read = flows.map(flowOf);
  const holdings = holdingsAt(bounds, read, { states: statesOf(facts), lost: record.lost, nowMs });
  const markPx = await marksOf(analytics, { interval, bounds, holdings, part }, signal);
  const payments = paymentsOf(facts);
  const readToMs = unionOf(transfersRead(readFacts(facts))).at(-1)?.untilMs ?? 0;
  const { points, total } = pnlCurve({
    bounds,
    record,
    flows: read,
    holdings,
    markPx,
    payments,
    transfers: transfersOf(facts),
    accountValue: accountValues(facts),
    missing: missingOf(facts, { startMs: record.fromMs, endMs: bounds.at(-1)! }),
    flowsToMs: isLateAllowed && nowMs - readToMs <= dayMs ? readToMs : undefined,
  });
  const firsts = [...read.map(({ first }) => first.timeMs), ...payments.map(({ fromMs }) => fromMs)];
  return {
    // The record ends within this part, so the rest of the part is left out.
    points: points.filter(({ fromMs }) => fromMs !== record.untilMs || requests.includes(fromMs)),
    total,
    sinceMs: firsts.reduce((first, timeMs) => Math.min(first, timeMs), Number.POSITIVE_INFINITY),
    hasRecord: hasFillRecord(facts),
  };
}

type Flow = RowOf<typeof flowsOfDays>;
type Fact = RowOf<typeof factsOfWallet>;

const usd = (text: string) => scaledInteger(text, pnlScale);
const coins = (text: string) => scaledInteger(text, 12);

function flowOf(row: Flow): PnlFlow {
  return {
    coin: row.coin,
    atMs: Number(row.at) * 1_000,
    pnl: usd(row.pnl),
    fees: usd(row.fees),
    builderFees: usd(row.builder_fees),
    paid: usd(row.paid),
    hasUnpricedFee: row.unpriced,
    isChained: row.chained,
    first: { timeMs: Number(row.first_ms), position: coins(row.first_position) },
    last: { timeMs: Number(row.last_ms), position: coins(row.last_position) },
  };
}

function statesOf(facts: readonly Fact[]): PnlState[] {
  return facts
    .filter(({ kind }) => kind === 'position')
    .map(({ name, from_ms, amount }) => ({ coin: name, timeMs: Number(from_ms), position: coins(amount) }));
}

/** Payments of a part are dated at its start; those of a merged day are dated anywhere on the day. */
function paymentsOf(facts: readonly Fact[]) {
  return facts
    .filter(({ kind }) => kind === 'funding' || kind === 'merged')
    .map(({ kind, from_ms, amount }) => {
      const fromMs = Number(from_ms);
      return { fromMs, untilMs: fromMs + (kind === 'merged' ? dayMs : 1), usd: usd(amount) };
    });
}

function transfersOf(facts: readonly Fact[]): PnlTransfers[] {
  return facts.flatMap(({ kind, name, from_ms, amount }) => {
    if (kind !== 'netDeposits' && kind !== 'ledgerFees') return [];
    return [{ atMs: Number(from_ms), of: kind, usd: usd(amount), isValued: name === '' }];
  });
}

/** The value computed at the newest hour, at most one hour before the bound. */
function accountValues(facts: readonly Fact[]): PnlCurveInput['accountValue'] {
  const hours = new Map(
    facts
      .filter(({ kind }) => kind === 'account')
      .map(({ from_ms, amount }) => [Number(from_ms), usd(amount)]),
  );
  return (boundMs) => hours.get(Math.floor(boundMs / hourMs) * hourMs);
}

async function marksOf(
  analytics: Pick<AnalyticsStore, 'rows'>,
  of: {
    interval: PnlInterval;
    bounds: readonly number[];
    holdings: PnlHoldings;
    part: { length: number; offset: number };
  },
  signal: AbortSignal,
): Promise<PnlCurveInput['markPx']> {
  const names = [...of.holdings.positions.keys()];
  if (names.length === 0) return () => undefined;
  const lengthMs = pnlIntervalMs[of.interval];
  const span = { from: of.bounds[0]! - markReachMs, until: of.bounds.at(-1)! };
  const rows = await analytics.rows(marksOfParts, { coins: names, ...span, ...of.part }, { signal });
  const marks = new Map(
    rows.map(({ coin, parts, hours, prices }) => [
      coin,
      new Map(parts.map((at, i) => [at * 1_000, { hourMs: hours[i]! * 1_000, px: coins(prices[i]!) }])),
    ]),
  );
  return (coin, boundMs) => {
    const ofCoin = marks.get(coin);
    // The part that ends at the bound, or an earlier one: an hour without a price uses that of an earlier hour.
    const offset = pnlOffsetMs[of.interval];
    let partMs = Math.floor((boundMs - 1 - offset) / lengthMs) * lengthMs + offset;
    for (; partMs + lengthMs > boundMs - markReachMs; partMs -= lengthMs) {
      const mark = ofCoin?.get(partMs);
      if (mark !== undefined) return mark.hourMs >= boundMs - markReachMs - hourMs ? mark.px : undefined;
    }
    return undefined;
  };
}

/** Starts with the part that contains the record's start; a window before the record keeps only its last part. Adds the record's end. */
function boundsIn(requests: readonly number[], { fromMs, untilMs }: HalfOpenSpan): number[] {
  const first = requests.findIndex((_, at) => requests[at + 1]! > fromMs);
  const bounds = requests.slice(first < 0 ? -2 : first);
  const isInside = untilMs > bounds[0]! && untilMs < bounds.at(-1)!;
  return isInside ? [...new Set([...bounds, untilMs])].toSorted((a, b) => a - b) : bounds;
}

/** Hours with funding payments of other holders of a coin, but none for the wallet's open position. */
function unpaidHours(facts: readonly Fact[]): HalfOpenSpan[] {
  return facts
    .filter(({ kind }) => kind === 'unpaid')
    .map(({ from_ms }) => ({ fromMs: Number(from_ms), untilMs: Number(from_ms) + minuteMs }));
}

const transfersRead = (read: readonly Fact[]) => [
  ...knownOf(read, 'walletLedger'),
  ...knownOf(read, 'node_misc_events', minuteMs),
];

/** Gaps of the coverage ledger in a wallet's funding and transfers. */
function missingOf(
  facts: readonly Fact[],
  record: { startMs: number; endMs: number },
): PnlCurveInput['missing'] {
  const read = readFacts(facts);
  const transfers = unionOf(transfersRead(read));
  const whole = { fromMs: 0, untilMs: record.endMs };
  const late = [{ fromMs: record.startMs, untilMs: record.startMs + lateRecordMs }];
  const isLate = ({ fromMs, untilMs }: HalfOpenSpan) =>
    fromMs <= record.startMs && untilMs <= record.startMs + lateRecordMs;
  const trimmed = (spans: HalfOpenSpan[]) =>
    spans.flatMap((span) => (isLate(span) ? without([span], late) : [span]));
  const unread = <R extends PnlReason>(spans: HalfOpenSpan[], reason: R) =>
    trimmed(spans).map((span) => ({ ...span, reason }));
  return {
    funding: [
      ...quarantinedSpans(facts, 'payment'),
      ...unread(unpaidHours(facts), 'funding-not-read'),
      ...unread(unreadFunding(read, record.endMs), 'funding-not-read'),
    ],
    transfers: [
      ...quarantinedSpans(facts, 'update'),
      ...unread(without([whole], transfers), 'flows-not-read'),
    ],
  };
}
