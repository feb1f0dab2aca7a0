import { maxListItems } from '../analytics/param-value.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { readCoverage } from '../coverage/coverage-read.ts';
import { type CensusCause, censusCauses, isSameSize } from '../domain/open-position.ts';
import { type Clock, hourMs, minuteMs, utcDayStartMs } from '../kernel/clock.ts';
import { scaledInteger, scaledText } from '../kernel/scaled.ts';
import type { HalfOpenSpan } from '../kernel/span.ts';
import { without } from '../kernel/spans.ts';
import { withAbort } from '../kernel/with-abort.ts';
import { createYielder } from '../kernel/yielder.ts';
import { paidPositions } from '../positions/paid-positions.ts';
import type { Positions } from '../positions/positions.ts';
import {
  blockAt,
  fillsOfWallets,
  firstPaid,
  foldedAt,
  paidHours,
  tradedSince,
} from './payment-census-queries.ts';
import { storeRows } from './position-snapshot.ts';
import type { JobPeriod } from './schedule.ts';

export interface PaymentCensusParts {
  analytics: AnalyticsStore;
  positions: Positions;
  clock: Clock;
}

/** A position to compare, with the funding payment that names its size. */
interface Compared {
  address: string;
  coin: string;
  /** Time of the payment, or of the coin's payments if none names the position; unix milliseconds. */
  atMs: number;
  /** Coins, signed, × 10^12; 0 if no payment names the position. */
  paid: bigint;
}

interface Difference extends Compared {
  folded: bigint;
  /** Last fill before the payment, unix milliseconds; 0 if no fill is stored. */
  lastMs: number;
  cause: CensusCause;
}

/** Coverage up to the end of an hour. */
interface Known {
  hourMs: number;
  /** Spans read for all wallets. */
  payments: HalfOpenSpan[];
  fills: HalfOpenSpan[];
  gaps: HalfOpenSpan[];
}

/** All payments of an hour fall within this time after its start. */
const paymentsMs = minuteMs;
/** Wait if payments or fills of the hour are not known to be complete: reads of single wallets are done by then. */
const partMs = 50 * minuteMs;
/** Differences stored per hour; the counts include all. */
const keptLimit = 20_000;
const sizeDecimals = 12;
const options = { lane: 'job' } as const;

/**
 * Compares the positions that fills leave open with those that the newest hour's funding payments name, once per hour, and stores the
 * differences with their causes (docs/methodology.md#entities-and-census). Skips positions that match in memory, and differences
 * unchanged since an earlier hour of the UTC day: the cost grows with the payments and the trades since. A repeat replaces the result.
 */
export function paymentCensus({ analytics, positions, clock }: PaymentCensusParts) {
  /** Differences without a stored fill, by coin and wallet; reset each UTC day. */
  let status = new Map<string, Difference>();
  let coveredDayMs = 0;

  return async ({ signal }: Pick<JobPeriod, 'signal'>): Promise<void> => {
    const [hours] = await analytics.rows(paidHours, {}, { ...options, signal });
    const { newest, done } = hours!;
    if (newest === 0 || done >= newest) return;
    const known = await readKnown(analytics, newest * 1_000);
    const isWhole = covers(known.payments, known.hourMs, known.hourMs + paymentsMs);
    const areFillsRead =
      known.fills.length === 0 || covers(known.fills, known.hourMs, known.hourMs + minuteMs);
    if (!(isWhole && areFillsRead) && clock.nowMs() < known.hourMs + partMs) return;
    await withAbort(positions.ready, signal);

    const dayMs = utcDayStartMs(known.hourMs);
    if (dayMs !== coveredDayMs) status = new Map();
    coveredDayMs = dayMs;
    const named = await readNamed(known.hourMs, signal);
    const unnamed = isWhole ? await openUnnamed(named, known.hourMs, signal) : [];
    const isFollowed = covers(known.fills, known.hourMs, known.hourMs + 1);
    const before = named.candidates.flatMap((one) => {
      const last = status.get(keyOf(one));
      if (last?.paid !== one.paid || chainOf(one) !== undefined) return [];
      return last.cause === 'untracked' && isFollowed ? [] : [{ ...last, atMs: one.atMs }];
    });
    const seen = new Set(before.map(keyOf));
    const looked = [...named.candidates.filter((one) => !seen.has(keyOf(one))), ...unnamed];
    const differences = [...before, ...(await compare(known, looked, signal))];
    status = new Map(differences.filter(isOpenStill).map((one) => [keyOf(one), one]));
    await store({ isWhole, hour: known.hourMs, ...named }, differences);
  };

  function chainOf({ coin, address }: Compared) {
    const wallet = positions.find(address);
    return wallet === undefined ? undefined : positions.chains(coin)?.chain(wallet);
  }

  /** Reads the payments of an hour. `candidates` are the payments that positions in memory do not match. */
  async function readNamed(hour: number, signal: AbortSignal) {
    const rows = readRowBinary(await analytics.bytes(paidPositions, { hour }, { ...options, signal }));
    const yieldToEventLoop = createYielder();
    const candidates: Compared[] = [];
    const byCoin = new Map<string, { wallets: Set<string>; atMs: number }>();
    const wallets = new Set<string>();
    let newestMs = 0;
    let count = 0;
    while (!rows.done) {
      const coin = rows.text();
      const one = { coin, address: rows.address(), atMs: rows.int64(), paid: rows.decimal128() };
      const ofCoin = byCoin.get(coin) ?? { wallets: new Set<string>(), atMs: one.atMs };
      byCoin.set(coin, ofCoin);
      ofCoin.wallets.add(one.address);
      wallets.add(one.address);
      newestMs = Math.max(newestMs, one.atMs);
      count += 1;
      const chain = chainOf(one);
      if (chain === undefined || chain.lastMs >= one.atMs || !isSameSize(chain.size, one.paid))
        candidates.push(one);
      await yieldToEventLoop();
    }
    return { candidates, byCoin, wallets: wallets.size, positions: count, newestMs };
  }

  /** Positions open by fills, now or before later fills, that no payment names. Only coins with payments: others may be delisted. */
  async function openUnnamed(
    { byCoin }: Awaited<ReturnType<typeof readNamed>>,
    hour: number,
    signal: AbortSignal,
  ): Promise<Compared[]> {
    const yieldToEventLoop = createYielder();
    const found = new Map<string, Compared>();
    const add = (coin: string, address: string) => {
      const ofCoin = byCoin.get(coin);
      if (ofCoin === undefined || ofCoin.wallets.has(address)) return;
      const one = { address, coin, atMs: ofCoin.atMs, paid: 0n };
      found.set(keyOf(one), one);
    };
    for (const coin of byCoin.keys()) {
      positions.chains(coin)?.eachChain((wallet) => add(coin, positions.address(wallet)));
      await yieldToEventLoop();
    }
    const traded = await analytics.bytes(
      tradedSince,
      { from: hour, until: hour + hourMs },
      { ...options, signal },
    );
    for (const rows = readRowBinary(traded); !rows.done; await yieldToEventLoop())
      add(rows.text(), rows.address());
    return [...found.values()];
  }

  async function compare(known: Known, all: readonly Compared[], signal: AbortSignal): Promise<Difference[]> {
    const differences: Difference[] = [];
    for (let from = 0; from < all.length; from += maxListItems) {
      signal.throwIfAborted();
      const some = all.slice(from, from + maxListItems);
      differences.push(...(await compareSome(known, some, { ...options, signal })));
    }
    return differences;
  }

  async function compareSome(
    known: Known,
    some: readonly Compared[],
    call: { lane: 'job'; signal: AbortSignal },
  ): Promise<Difference[]> {
    const folds = await analytics.rows(
      foldedAt,
      {
        ...listsOf(some),
        paid_ms: some.map(({ atMs }) => atMs),
        day: utcDayStartMs(known.hourMs),
        until: Math.max(...some.map(({ atMs }) => atMs)),
      },
      call,
    );
    const byChain = new Map(folds.map((row) => [keyOf(row), row]));
    const differing = some.flatMap((one) => {
      const fold = byChain.get(keyOf(one));
      const [upto, before] = [fold?.upto, fold?.before].map((size = '0') =>
        scaledInteger(size, sizeDecimals),
      );
      if (isSameSize(upto!, one.paid) || isSameSize(before!, one.paid)) return [];
      return [{ ...one, folded: upto!, lastMs: Number(fold?.last_ms ?? 0) }];
    });
    if (differing.length === 0) return [];
    const causeOf = await readCauses(analytics, known, differing, call);
    return differing.map((one) => ({ ...one, cause: causeOf(one) }));
  }

  async function store(
    hour: { isWhole: boolean; hour: number; positions: number; wallets: number; newestMs: number },
    differences: readonly Difference[],
  ): Promise<void> {
    const made = clock.nowMs();
    const order = (one: Difference) => censusCauses.indexOf(one.cause);
    const kept = [...differences].sort((a, b) => order(a) - order(b)).slice(0, keptLimit);
    const rows = kept.map((one) => ({ hour: hour.hour, made, ...differenceRow(one) }));
    await storeRows(analytics, { ...differenceInsert, rows }, hour.hour);
    const counts = censusCauses.map((cause) => differences.filter((one) => one.cause === cause).length);
    const [at] = await analytics.rows(blockAt, { at: hour.newestMs }, options);
    const stamp = {
      hour: hour.hour,
      made,
      is_whole: Number(hour.isWhole),
      chain_ms: hour.newestMs,
      positions: hour.positions,
      wallets: hour.wallets,
      block: at!.block,
      causes: JSON.stringify(censusCauses),
      counts: JSON.stringify(counts),
    };
    await storeRows(analytics, { ...stampInsert, rows: [stamp] }, hour.hour);
  }
}

function differenceRow({ address, coin, atMs, folded, paid, lastMs, cause }: Difference) {
  return {
    wallet: address,
    coin,
    paid_ms: atMs,
    last_ms: lastMs,
    cause,
    folded: scaledText(folded, sizeDecimals, sizeDecimals),
    paid: scaledText(paid, sizeDecimals, sizeDecimals),
  };
}

async function readKnown(analytics: AnalyticsStore, hour: number): Promise<Known> {
  const spansOf = async (feed: string, states: readonly ('covered' | 'open' | 'lost')[]) => {
    const found = await readCoverage(
      analytics,
      { feed, fromMs: 0, toMs: hour + hourMs, states, limit: 10_000 },
      options,
    );
    // A gap of one wallet is a quarantined record: the other wallets of that span were read.
    return found
      .filter(({ wallet }) => wallet === undefined)
      .map(({ fromMs, toMs, state }) => ({ state, fromMs, untilMs: toMs + 1 }));
  };
  const knownOf = (spans: Awaited<ReturnType<typeof spansOf>>) =>
    without(
      spans.filter(({ state }) => state === 'covered'),
      spans.filter(({ state }) => state !== 'covered'),
    );
  const states = ['covered', 'open', 'lost'] as const;
  const [payments, fills] = [await spansOf('node_misc_events', states), await spansOf('node_fills', states)];
  const gaps = fills.filter(({ state }) => state !== 'covered');
  return { hourMs: hour, payments: knownOf(payments), fills: knownOf(fills), gaps };
}

/** A difference without a stored fill persists until a fill is stored or the paid size changes. */
function isOpenStill({ lastMs, paid, cause }: Difference): boolean {
  return lastMs === 0 && paid !== 0n && (cause === 'censoredOpening' || cause === 'untracked');
}

/** Reads the fill coverage and gaps of the differing chains. @returns the cause of a difference */
async function readCauses(
  analytics: AnalyticsStore,
  known: Known,
  differing: readonly Omit<Difference, 'cause'>[],
  call: { lane: 'job'; signal: AbortSignal },
): Promise<(one: Omit<Difference, 'cause'>) => CensusCause> {
  const wallets = [...new Set(differing.map(({ address }) => address))];
  const facts = await analytics.rows(fillsOfWallets, { wallets }, call);
  const byWallet = Map.groupBy(facts, ({ address }) => address);
  const unfilled = differing.filter(({ lastMs }) => lastMs === 0);
  const recordFromMs = known.fills.findLast(({ fromMs }) => fromMs <= known.hourMs)?.fromMs ?? 0;
  const requests = { ...listsOf(unfilled), from: Math.max(0, recordFromMs - hourMs) };
  const paid = unfilled.length === 0 ? [] : await analytics.rows(firstPaid, requests, call);
  const firstByChain = new Map(paid.map((row) => [keyOf(row), Number(row.first_ms)]));

  return (one) => {
    const own = byWallet.get(one.address) ?? [];
    const tracked = own.find(({ is_gap }) => !is_gap);
    const isFollowed = covers(known.fills, one.atMs, one.atMs + 1);
    const first = firstByChain.get(keyOf(one)) ?? one.atMs;
    // Without a fill, the position opened after the last hour that did not pay for it.
    const sinceMs = one.lastMs > 0 ? one.lastMs : hourOf(first) - hourMs;
    const gaps = [
      ...known.gaps,
      ...own
        .filter(({ is_gap, coin }) => is_gap && (coin === '' || coin === one.coin))
        .map(({ from_ms, to_ms }) => ({ fromMs: Number(from_ms), untilMs: Number(to_ms) + 1 })),
    ];
    const openedMs = one.lastMs > 0 ? one.atMs : first;
    if (gaps.some(({ fromMs, untilMs }) => fromMs <= openedMs && untilMs > sinceMs)) return 'gap';
    if (!isFollowed && tracked === undefined) return 'untracked';
    if (!isFollowed && Number(tracked!.to_ms) < one.atMs) return 'behind';
    const isStored = tracked !== undefined || covers(known.fills, sinceMs, one.atMs);
    if (one.lastMs > 0) return isStored ? 'missingFills' : 'unknown';
    const wasSeenWithout =
      covers(known.payments, sinceMs, sinceMs + paymentsMs) && first > recordFromMs + hourMs;
    return wasSeenWithout && covers(known.fills, sinceMs, one.atMs) ? 'missingFills' : 'censoredOpening';
  };
}

function hourOf(timeMs: number): number {
  return Math.floor(timeMs / hourMs) * hourMs;
}

function covers(spans: readonly HalfOpenSpan[], fromMs: number, untilMs: number): boolean {
  return spans.some((span) => span.fromMs <= fromMs && span.untilMs >= untilMs);
}

function keyOf({ address, coin }: Pick<Compared, 'address' | 'coin'>): string {
  return `${coin} ${address}`;
}

function listsOf(some: readonly Pick<Compared, 'address' | 'coin'>[]) {
  return { wallets: some.map(({ address }) => address), coins: some.map(({ coin }) => coin) };
}

const time = (column: string) => `fromUnixTimestamp64Milli(${column}, 'UTC')`;
const hourColumn = "toDateTime(intDiv(hour, 1000), 'UTC')";
const decimal = (column: string) => `CAST(${column}, 'Decimal(38, 12)')`;

const differenceInsert = {
  structure:
    'hour Int64, made Int64, wallet String, coin String, paid_ms Int64, folded String, paid String, last_ms Int64, cause String',
  target: 'payment_census_differences (hour, made, wallet, coin, paid_time, folded, paid, last_fill, cause)',
  select: [
    hourColumn,
    time('made'),
    'toFixedString(unhex(substring(wallet, 3)), 20)',
    'coin',
    time('paid_ms'),
    decimal('folded'),
    decimal('paid'),
    time('last_ms'),
    'cause',
  ].join(', '),
};

const stampInsert = {
  structure:
    'hour Int64, made Int64, is_whole Int64, positions Int64, wallets Int64, causes String, counts String, block String, chain_ms Int64',
  target: 'payment_census (hour, made, is_whole, positions, wallets, causes, counts, block, chain_time)',
  select: [
    hourColumn,
    time('made'),
    'is_whole = 1',
    'positions',
    'wallets',
    "JSONExtract(causes, 'Array(String)')",
    "JSONExtract(counts, 'Array(UInt32)')",
    'toUInt64(block)',
    time('chain_ms'),
  ].join(', '),
};
