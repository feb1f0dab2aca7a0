/** What a wallet made in each part of a window, net (docs/methodology.md#net-profit). Money is in 10^-24 USD, exact. */

import { hourMs, minuteMs } from '../kernel/clock.ts';
import type { HalfOpenSpan } from '../kernel/span.ts';
import { meets } from '../kernel/spans.ts';
import { isPerp } from './coin-name.ts';

/** Decimals of all amounts here: those of a size times a mark. */
export const pnlScale = 24;

export const pnlReasons = {
  'before-record': 'the record begins later',
  'after-record': 'the record ends earlier',
  'fills-gap': 'fills are missing',
  quarantined: 'a fill, payment or update of that time cannot be read and is in quarantine',
  'fee-price': 'a fee was paid in a token without a known price',
  'funding-not-read': 'funding payments of that time were not read',
  'funding-by-day': 'the exchange has merged the payments of that day into one',
  'no-mark': 'a position open at the start or end has no price there',
  'flows-not-read': 'deposits and transfers of that time were not read',
  'unvalued-transfer': 'a ledger update has an unknown type, or no known value in USD',
  'no-state': 'the account was not fully read in the hour before the end',
} as const;
export type PnlReason = keyof typeof pnlReasons;

/** An amount, or why it is not known. */
export type PnlAmount = bigint | PnlReason;

/** The parts of a profit, in the order in which answers have them. */
export const pnlParts = [
  'realizedPnl',
  'fees',
  'builderFees',
  'funding',
  'netPnl',
  'unrealizedPnl',
  'totalReturnUsd',
  'netDeposits',
  'ledgerFees',
  'accountValue',
] as const;
export type PnlPart = (typeof pnlParts)[number];

export interface PnlPoint extends HalfOpenSpan, Readonly<Record<PnlPart, PnlAmount>> {
  /** End of the transfers that are counted, if later ones of the span are not read yet. */
  flowsToMs?: number | undefined;
}

export function unknownParts(point: PnlPoint): { part: PnlPart; reason: PnlReason }[] {
  return pnlParts.flatMap((part) => {
    const amount = point[part];
    return typeof amount === 'string' ? [{ part, reason: amount }] : [];
  });
}

/** One end of the chain of positions that fills are. */
interface ChainEnd {
  timeMs: number;
  /** In 10^-12 coins, signed. */
  position: bigint;
}

/** Sums over a wallet's fills in one perp coin, or in all that is no perp, that follow each other. */
export interface PnlFlow {
  /** Empty if not a perp: then only pnl and fees count. */
  coin: string;
  /** Start of the flows' part of the window; any earlier or later time if outside the window. */
  atMs: number;
  pnl: bigint;
  fees: bigint;
  builderFees: bigint;
  hasUnpricedFee: boolean;
  /** Cost of buys minus proceeds of sells. */
  paid: bigint;
  /** Whether each fill starts at the position where the previous fill ended. */
  isChained: boolean;
  /** The position before the first fill, and after the last. */
  first: ChainEnd;
  last: ChainEnd;
}

/** A position as an account state has it. */
export interface PnlState extends ChainEnd {
  coin: string;
}

/** Money that a wallet got at a moment, or on a day of which the hours are not known. */
export interface PnlPayment extends HalfOpenSpan {
  usd: bigint;
}

/** What crossed the wallet's border in a part of the window, or what moving it cost. */
export interface PnlTransfers {
  atMs: number;
  of: 'netDeposits' | 'ledgerFees';
  usd: bigint;
  isValued: boolean;
}

/** What a wallet held of its perps at the bounds of a window's parts. */
export interface PnlHoldings {
  /** By coin, at each bound; coins that were held at one of them alone. */
  positions: ReadonlyMap<string, readonly bigint[]>;
  /** Where a fill is missing between those that are stored. */
  breaks: readonly HalfOpenSpan[];
  /** Spans behind an unreadable fill, in which the position is unknown. */
  unknown: readonly HalfOpenSpan[];
}

/** The span with known fills, and the spans without: before, after and within it. */
export interface PnlRecord extends HalfOpenSpan {
  missing: readonly UnknownSpan[];
  /** Fills that cannot be read, each somewhere in its span; `coin` is empty where it is not known. */
  lost: readonly (HalfOpenSpan & { coin: string })[];
}

interface UnknownSpan extends HalfOpenSpan {
  reason: PnlReason;
}

export interface PnlCurveInput {
  /** Where the parts of the window begin, and where the last one ends: on the hour, but for the last. */
  bounds: readonly number[];
  flows: readonly PnlFlow[];
  holdings: PnlHoldings;
  /** In 10^-12 USD; undefined where it is not known. */
  markPx(coin: string, boundMs: number): bigint | undefined;
  payments: readonly PnlPayment[];
  transfers: readonly PnlTransfers[];
  /** Of the account at a moment; undefined where no state says it. */
  accountValue(boundMs: number): bigint | undefined;
  record: PnlRecord;
  /** Unknown spans of funding and transfers. */
  missing: Readonly<{
    funding: readonly UnknownSpan[];
    transfers: readonly UnknownSpan[];
  }>;
  /** Transfers after this time are late, not missing: a span that begins before it has those until then. */
  flowsToMs?: number | undefined;
}

/** Smaller size differences are the exchange's float noise; real differences are larger. */
const noise = 1_000_000n;
/** Up to this age a state may be ahead of the fills that made it. */
const aheadMs = 10 * minuteMs;

/**
 * Follows the chains of a wallet's perps over the bounds of a window.
 *
 * @param of.states the newest of each coin, as of now
 * @param of.lost fills that cannot be read
 */
export function holdingsAt(
  bounds: readonly number[],
  flows: readonly PnlFlow[],
  { states, lost, nowMs }: { states: readonly PnlState[]; lost: PnlRecord['lost']; nowMs: number },
): PnlHoldings {
  const chains = Map.groupBy(
    flows.filter(({ coin }) => coin !== ''),
    ({ coin }) => coin,
  );
  for (const { coin, ...end } of states) {
    const chain = chains.get(coin) ?? [];
    // Skips a state that is not newer than the last fill, and a recent state whose fills are still to arrive.
    const last = chain.reduce<ChainEnd | undefined>(
      (newest, flow) => (newest !== undefined && newest.timeMs > flow.last.timeMs ? newest : flow.last),
      undefined,
    );
    const isAhead = end.timeMs > nowMs - aheadMs;
    if (last !== undefined && (last.timeMs >= end.timeMs || (isAhead && last.position !== end.position)))
      continue;
    const none = { pnl: 0n, fees: 0n, builderFees: 0n, hasUnpricedFee: false, paid: 0n };
    chains.set(coin, [...chain, { coin, atMs: end.timeMs, ...none, isChained: true, first: end, last: end }]);
  }
  const positions = new Map<string, readonly bigint[]>();
  const breaks: HalfOpenSpan[] = [];
  for (const [coin, unordered] of chains) {
    const chain = unordered.toSorted((a, b) => a.first.timeMs - b.first.timeMs);
    for (const [i, { isChained, first, last }] of chain.entries()) {
      if (!isChained) breaks.push({ fromMs: first.timeMs, untilMs: last.timeMs + 1 });
      const before = chain[i - 1]?.last;
      if (before !== undefined && distance(before.position, first.position) > noise)
        breaks.push({ fromMs: before.timeMs, untilMs: first.timeMs + 1 });
    }
    let next = 0;
    const held = bounds.map((boundMs) => {
      while (next < chain.length && chain[next]!.last.timeMs < boundMs) next += 1;
      return next > 0 ? chain[next - 1]!.last.position : chain[0]!.first.position;
    });
    if (held.some((position) => position !== 0n)) positions.set(coin, held);
  }
  return { positions, breaks, unknown: lost.filter(ofPerp).map((fill) => unknownAfter(fill, chains)) };
}

const ofPerp = ({ coin }: PnlRecord['lost'][number]) => coin === '' || isPerp(coin);

/** An unreadable fill makes the position unknown until the coin's next fill or account state. */
function unknownAfter(
  { coin, fromMs, untilMs }: PnlRecord['lost'][number],
  chains: ReadonlyMap<string, readonly { first: ChainEnd }[]>,
): HalfOpenSpan {
  const next = chains.get(coin)?.filter(({ first }) => first.timeMs >= untilMs) ?? [];
  const nextMs = next.reduce((ms, { first }) => Math.min(ms, first.timeMs), Number.POSITIVE_INFINITY);
  return { fromMs, untilMs: nextMs };
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

/** The profit of each part of the window, and of as much of it as the record has: amounts of parts add up to it exactly. */
export function pnlCurve(input: PnlCurveInput): { points: PnlPoint[]; total: PnlPoint } {
  const { bounds } = input;
  const parts = bounds.length - 1;
  const sums = sumsByPart(input);
  const values = bounds.map((boundMs, at) => worthOf(input, boundMs, at));
  const exposures = Array.from({ length: parts }, (_, at) => exposureOf(input, sums, at));
  const span = (from: number, until: number) => spanOf(input, sums, { from, until, values, exposures });
  return {
    points: Array.from({ length: parts }, (_, at) => span(at, at + 1)),
    total: span(0, partsWithin(input)),
  };
}

/** Of a window that ends after the record, those before its end; all where none is. */
function partsWithin({ bounds, record }: PnlCurveInput): number {
  const last = bounds.findLastIndex((boundMs) => boundMs <= record.untilMs);
  return last > 0 ? last : bounds.length - 1;
}

/** Some parts of the window, from where the record begins, if it does so in them. */
function cutSpan({ bounds, record }: PnlCurveInput, from: number, until: number): HalfOpenSpan {
  const [fromMs, untilMs] = [bounds[from]!, bounds[until]!];
  return { fromMs: record.fromMs < untilMs ? Math.max(fromMs, record.fromMs) : fromMs, untilMs };
}

interface PartSums {
  pnl: bigint;
  perpPnl: bigint;
  fees: bigint;
  builderFees: bigint;
  paid: bigint;
  hasUnpricedFee: boolean;
  /** Of perps. */
  firstFillMs: number;
  lastFillMs: number;
  netDeposits: bigint;
  ledgerFees: bigint;
  unvalued: Set<PnlTransfers['of']>;
}

function sumsByPart({ bounds, flows, transfers }: PnlCurveInput): PartSums[] {
  const at = new Map(bounds.slice(0, -1).map((ms, part) => [ms, part]));
  const sums = bounds.slice(1).map(
    (): PartSums => ({
      pnl: 0n,
      perpPnl: 0n,
      fees: 0n,
      builderFees: 0n,
      paid: 0n,
      netDeposits: 0n,
      ledgerFees: 0n,
      hasUnpricedFee: false,
      firstFillMs: Number.POSITIVE_INFINITY,
      lastFillMs: 0,
      unvalued: new Set(),
    }),
  );
  for (const flow of flows) {
    const part = sums[at.get(flow.atMs) ?? -1];
    if (part === undefined) continue;
    part.pnl += flow.pnl;
    part.fees += flow.fees;
    part.builderFees += flow.builderFees;
    part.hasUnpricedFee ||= flow.hasUnpricedFee;
    if (flow.coin === '') continue;
    part.perpPnl += flow.pnl;
    part.paid += flow.paid;
    part.firstFillMs = Math.min(part.firstFillMs, flow.first.timeMs);
    part.lastFillMs = Math.max(part.lastFillMs, flow.last.timeMs);
  }
  for (const { atMs, of, usd, isValued } of transfers) {
    const part = sums[at.get(atMs) ?? -1];
    if (part === undefined) continue;
    part[of] += usd;
    if (!isValued) part.unvalued.add(of);
  }
  return sums;
}

/** Of all positions at a bound, at mark. */
function worthOf({ holdings, markPx }: PnlCurveInput, boundMs: number, at: number): bigint | undefined {
  let value = 0n;
  for (const [coin, held] of holdings.positions) {
    if (held[at] === 0n) continue;
    const px = markPx(coin, boundMs);
    if (px === undefined) return undefined;
    value += held[at]! * px;
  }
  return value;
}

/** When in a part a position may have been open: where it begins flat from its first fill on, and until its last where it ends so. */
function exposureOf(input: PnlCurveInput, sums: readonly PartSums[], at: number): HalfOpenSpan {
  const span = cutSpan(input, at, at + 1);
  const { positions, unknown } = input.holdings;
  if (missingFills(input, span) !== undefined || unknown.some((one) => meets(one, span))) return span;
  const { firstFillMs, lastFillMs } = sums[at]!;
  const isFlat = (bound: number) => [...positions.values()].every((held) => held[bound] === 0n);
  if (isFlat(at)) span.fromMs = Math.min(firstFillMs, span.untilMs);
  if (isFlat(at + 1)) span.untilMs = Math.max(lastFillMs + 1, span.fromMs);
  return span;
}

function missingFills({ record, holdings }: PnlCurveInput, span: HalfOpenSpan): PnlReason | undefined {
  const gap = record.missing.find((one) => meets(one, span));
  return gap?.reason ?? (holdings.breaks.some((one) => meets(one, span)) ? 'fills-gap' : undefined);
}

function spanOf(
  input: PnlCurveInput,
  sums: readonly PartSums[],
  of: {
    from: number;
    until: number;
    values: readonly (bigint | undefined)[];
    exposures: readonly HalfOpenSpan[];
  },
): PnlPoint {
  const span = cutSpan(input, of.from, of.until);
  const parts = sums.slice(of.from, of.until);
  const sum = (name: 'pnl' | 'perpPnl' | 'fees' | 'builderFees' | 'paid' | 'netDeposits' | 'ledgerFees') =>
    parts.reduce((all, part) => all + part[name], 0n);
  const unknown = missingFills(input, span);
  const isOutside = unknown === 'before-record' || unknown === 'after-record';
  const unpriced = parts.some(({ hasUnpricedFee }) => hasUnpricedFee) ? 'fee-price' : undefined;
  const realizedPnl = unknown ?? sum('pnl');
  const fees = unknown ?? unpriced ?? sum('fees');
  const paid = fundingOf(input, of);
  const funding = paid === 'funding-not-read' && isOutside ? unknown : paid;
  const isHeldUnknown = input.holdings.unknown.some((one) => meets(one, span));
  const netPnl = combined([realizedPnl, fees, funding], (pnl, cost, got) => pnl! - cost! + got!);
  const [before, after] = [of.values[of.from], of.values[of.until]];
  const unrealizedPnl =
    unknown ??
    (isHeldUnknown ? 'quarantined' : undefined) ??
    (before === undefined || after === undefined ? 'no-mark' : after - before - sum('paid') - sum('perpPnl'));
  const { flowsToMs = span.untilMs } = input;
  const isLate = flowsToMs > span.fromMs && flowsToMs < span.untilMs;
  const read = isLate ? { fromMs: span.fromMs, untilMs: flowsToMs } : span;
  const moved = (of: PnlTransfers['of']): PnlAmount => {
    const gap = input.missing.transfers.find((one) => meets(one, read));
    if (gap !== undefined) return isOutside ? unknown : gap.reason;
    return parts.some(({ unvalued }) => unvalued.has(of)) ? 'unvalued-transfer' : sum(of);
  };
  return {
    ...span,
    realizedPnl,
    fees,
    builderFees: unknown ?? unpriced ?? sum('builderFees'),
    funding,
    netPnl,
    unrealizedPnl,
    totalReturnUsd: combined([netPnl, unrealizedPnl], (net, open) => net! + open!),
    netDeposits: moved('netDeposits'),
    ledgerFees: moved('ledgerFees'),
    accountValue: input.accountValue(span.untilMs) ?? 'no-state',
    ...(isLate && { flowsToMs }),
  };
}

/** Of amounts, or the reason of the first that is not known. */
function combined(amounts: readonly PnlAmount[], of: (...known: bigint[]) => bigint): PnlAmount {
  const reason = amounts.find((amount) => typeof amount === 'string');
  return reason ?? of(...(amounts as bigint[]));
}

function fundingOf(
  { bounds, payments, missing }: PnlCurveInput,
  of: { from: number; until: number; exposures: readonly HalfOpenSpan[] },
): PnlAmount {
  const exposed = of.exposures.slice(of.from, of.until);
  const span = { fromMs: bounds[of.from]!, untilMs: bounds[of.until]! };
  // A payment in quarantine was made, whatever was held by the fills.
  const gap =
    missing.funding.find((one) => one.reason === 'quarantined' && meets(one, span)) ??
    missing.funding.find((one) => exposed.some((open) => isPaymentMissing(one, open)));
  if (gap !== undefined) return gap.reason;
  const paid = payments.filter((payment) => meets(payment, span));
  if (paid.some(({ fromMs, untilMs }) => fromMs < span.fromMs || untilMs > span.untilMs))
    return 'funding-by-day';
  return paid.reduce((all, { usd }) => all + usd, 0n);
}

/** Payments are made in the first minute of an hour: whether the one of an hour that begins in the span may lie in the gap. */
export function isPaymentMissing(gap: HalfOpenSpan, { fromMs, untilMs }: HalfOpenSpan): boolean {
  const hour = Math.floor(gap.fromMs / hourMs) * hourMs;
  const firstMs = gap.fromMs < hour + minuteMs ? hour : hour + hourMs;
  return Math.max(firstMs, Math.ceil(fromMs / hourMs) * hourMs) < Math.min(gap.untilMs, untilMs);
}
