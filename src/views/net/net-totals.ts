import type { AnyQuery } from '../../analytics/query.ts';
import { readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { walletRanges } from '../../analytics/wallet-ranges.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import { type BoardPeriod, boardPeriods } from '../../boards/traders.ts';
import { type ChangeFeed, type Look, oneLookMs } from '../../changes/change-feed.ts';
import { type RunningView, runView, type View } from '../../changes/view.ts';
import { isPerp } from '../../domain/coin-name.ts';
import { isPaymentMissing } from '../../domain/pnl-curve.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { type Clock, dayMs, minuteMs, monotonicMs, utcDate, utcDayStartMs } from '../../kernel/clock.ts';
import { meets, without } from '../../kernel/spans.ts';
import { withTimeout } from '../../kernel/with-timeout.ts';
import { isReadIn, nothingRead, readReadTo } from '../skill/read-to.ts';
import * as queries from './net-queries.ts';

/** USD; unknown fields are left out. */
export interface NetOfPeriod {
  funding?: number;
  netPnl?: number;
  /** Perp positions closed in the period, and those with a PnL above 0; absent if none was closed. */
  closed?: { positions: number; won: number };
}

/** Net profit of every wallet after costs. */
export interface NetTotals {
  /** Resolves once all wallets were read, or a second after that read began: list rows wait no longer. */
  settled(): Promise<void>;
  /**
   * Read from memory; empty during the first read, and for rolling periods in the seconds after midnight UTC.
   *
   * @param wallet its number
   * @param of.hasOpen whether a perp position is open now: funding must then be known up to now
   */
  of(wallet: number, of: { period: BoardPeriod; nowMs: number; hasOpen: boolean }): NetOfPeriod;
  /**
   * Whether no fill in quarantine can have changed a wallet's perp positions.
   *
   * @param wallet its number
   * @param knownMs by the coin of each open position: time of its newest fill or account state, unix milliseconds
   */
  arePositionsKnown(wallet: number, knownMs: ReadonlyMap<string, number>): boolean;
}

/** Approximate wallets per statement. */
const walletsPerRange = 131_072;
/** Share of the time for following changes. */
const share = 0.2;
/** Longest delay between a payment's own time and its visibility. */
const insertMs = 5_000;
const onLane = { lane: 'heavy' } as const;

interface Parts {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  feed: ChangeFeed;
  wallets: WalletIndex;
  clock: Clock;
  /** How long after the start rows wait for the first read; default: a second. */
  waitMs?: number | undefined;
  onError(error: unknown): void;
}

interface Reading {
  ofDays: ReturnType<typeof daysOf>;
  step(): Promise<void>;
}

/** The days of the periods that end on a day. */
function daysOf(nowMs: number) {
  const first = (days: number) => utcDate(nowMs - (days - 1) * dayMs);
  return { month: first(boardPeriods.month), week: first(boardPeriods.week), today: utcDate(nowMs) };
}

export function createNetTotals({ store, feed, wallets, clock, waitMs = 1_000, onError }: Parts) {
  let days = daysOf(clock.nowMs());
  /** Undefined while its table is being filled. */
  let sums: WalletDoubles | undefined;
  let closed: WalletDoubles | undefined;
  let readTo = nothingRead;
  let seen = { ledger: '', coverage: '', fold: Number.NaN, paidMs: 0 };
  let restedMs = 0;

  async function readAll(sql: AnyQuery, width: number, { ofDays, step }: Reading) {
    const made = createWalletDoubles(width, wallets);
    for (const range of walletRanges(Math.ceil(wallets.count / walletsPerRange))) {
      made.add(await store.bytes(sql, { ...ofDays, ...range }, onLane));
      await step();
    }
    return made;
  }

  async function readPaidMs(): Promise<number> {
    const [row] = await store.rows(queries.newestPayments, {}, onLane);
    return Number(row!.newest_ms);
  }

  async function load(look: Look, step: () => Promise<void>): Promise<number> {
    const paidMs = await readPaidMs();
    readTo = await readReadTo(store, wallets);
    const reading = { ofDays: daysOf(clock.nowMs()), step };
    const made = await whereReady(() => readAll(queries.netSums, queries.sumColumns, reading), undefined);
    closed = await readClosed(look, reading);
    [sums, days] = [made, reading.ofDays];
    const { ledger, coverage } = look.facts;
    seen = { ledger, coverage, fold: look.foldVersion ?? Number.NaN, paidMs };
    return look.seq;
  }

  /** Undefined during the first fold of all lifecycles. */
  function readClosed(look: Look, reading: Reading) {
    if (look.foldVersion === undefined) return Promise.resolve(undefined);
    const width = 2 * queries.netPeriods.length;
    return whereReady(() => readAll(queries.closedSums, width, reading), undefined);
  }

  /** Applies changes other than fills. */
  async function onTick(look: Look): Promise<boolean> {
    if (monotonicMs() < restedMs) return false;
    const startMs = monotonicMs();
    const { ledger, coverage } = look.facts;
    const isRead = coverage !== seen.coverage || ledger !== seen.ledger;
    const isPaid = ledger !== seen.ledger && sums !== undefined;
    const isFolded = look.foldVersion !== undefined && !Object.is(look.foldVersion, seen.fold);
    if (!isRead && !isFolded) return false;
    if (isRead) readTo = await readReadTo(store, wallets);
    if (isPaid) {
      const paidMs = await readPaidMs();
      const since = Math.max(0, seen.paidMs - insertMs);
      sums!.add(await store.bytes(queries.netSumsOfPayments, { ...days, since }, onLane));
      seen.paidMs = paidMs;
    }
    if (isFolded && closed !== undefined)
      closed.add(await store.bytes(queries.closedSumsSince, { ...days, after: seen.fold }, onLane));
    else if (isFolded) closed = await readClosed(look, { ofDays: days, step: async () => undefined });
    seen = { ...seen, ledger, coverage, fold: isFolded ? look.foldVersion! : seen.fold };
    restedMs = monotonicMs() + ((monotonicMs() - startMs) * (1 - share)) / share;
    return true;
  }

  const view: View = {
    name: 'net totals',
    maxAgeMs: oneLookMs,
    load,
    async apply({ after, upTo, batches }) {
      if (sums === undefined) return false;
      if (batches.every(({ isMarks }) => isMarks)) return true;
      sums.add(await store.bytes(queries.netSumsOfBatches, { ...days, after, upTo }, onLane));
      return true;
    },
    tend: onTick,
    isOutdated: () => sums === undefined || days.today !== utcDate(clock.nowMs()),
    loadShare: share,
    applyRestMs: (tookMs) => (tookMs * (1 - share)) / share,
  };
  let running: (RunningView & { settled: Promise<void> }) | undefined;

  function fundingIsKnown(wallet: number, { fromMs, untilMs }: { fromMs: number; untilMs: number }): boolean {
    const own = readTo.own.funding.get(wallet) ?? 0;
    const covered = readTo.covered.funding;
    const read = own === 0 ? covered : [{ fromMs: 0, untilMs: own + minuteMs }, ...covered];
    return !without([{ fromMs: 0, untilMs }], read).some((gap) => isPaymentMissing(gap, { fromMs, untilMs }));
  }

  function start() {
    if (running === undefined) {
      const opened = runView({ feed, view, onError });
      const settled = withTimeout(opened.ready, waitMs, () => undefined).catch(() => undefined);
      running = { ...opened, settled };
    }
    return running;
  }

  const totals: NetTotals = {
    settled: () => start().settled,
    of(wallet, { period, nowMs, hasOpen }) {
      if (period !== 'allTime' && days.today !== utcDate(nowMs)) return {};
      const place = queries.netPeriods.indexOf(period);
      const [positions, won] = closed?.read(wallet, 2 * place, 2) ?? [0, 0];
      const ofClosed = positions! > 0 ? { closed: { positions: positions!, won: won! } } : {};
      const [state, funding, net] = sums?.read(wallet, 2 + 3 * place, 3) ?? [0, 0, 0];
      if (state === 0) return ofClosed;
      const [firstPerpMs = 0, lastPerpMs = 0] = sums!.read(wallet, 0, 2);
      const startMs = period === 'allTime' ? 0 : utcDayStartMs(nowMs) - (boardPeriods[period] - 1) * dayMs;
      const lastMs = lastPerpMs >= startMs ? lastPerpMs : 0;
      // A position opened before the period is not in the period's fills.
      const exposed = {
        fromMs: Math.max(startMs, firstPerpMs),
        untilMs: hasOpen ? nowMs : lastMs + 1,
      };
      const span = { fromMs: startMs, untilMs: nowMs };
      const isPaid = !readTo.lost.funding.get(wallet)?.some((one) => meets(one, span));
      const isKnown = isPaid && ((lastMs === 0 && !hasOpen) || fundingIsKnown(wallet, exposed));
      const areFillsKnown = isReadIn(readTo, 'fills', wallet, span);
      return {
        ...(isKnown && { funding: funding! }),
        ...(isKnown && areFillsKnown && state === 1 && { netPnl: net! }),
        ...ofClosed,
      };
    },
    arePositionsKnown: (wallet, knownMs) =>
      !readTo.lost.fills
        .get(wallet)
        ?.some(({ coin, untilMs }) => (coin === '' || isPerp(coin)) && untilMs > (knownMs.get(coin) ?? 0)),
  };

  return {
    totals,
    read: () => start().ready,
    version: () => running?.version() ?? 0,
    reached: async (look: Pick<Look, 'atMs'>) => running?.reached(look),
    close: async () => running?.close(),
  };
}

/** A row of doubles per wallet, zeros if none was read. */
interface WalletDoubles {
  /** Replaces all rows. Layout of a row: the wallet's 20 bytes, then its doubles. */
  add(bytes: Uint8Array): void;
  /** @param wallet its number */
  read(wallet: number, from: number, count: number): Float64Array;
}

/** @param width doubles of a row */
function createWalletDoubles(width: number, wallets: WalletIndex): WalletDoubles {
  let values = new Float64Array(width * wallets.count);

  return {
    add(bytes) {
      const rows = readRowBinary(bytes);
      while (!rows.done) {
        const start = width * wallets.rowOf(rows.bytes, rows.wallet());
        if (start + width > values.length) {
          const larger = new Float64Array(Math.max(start + width, Math.ceil(values.length * 1.25)));
          larger.set(values);
          values = larger;
        }
        for (let at = start; at < start + width; at++) values[at] = rows.double();
      }
    },
    read(wallet, from, count) {
      const start = width * wallet + from;
      return start + count > values.length ? new Float64Array(count) : values.subarray(start, start + count);
    },
  };
}
