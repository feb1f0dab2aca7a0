import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { KeyedSpan } from '../../../coverage/book.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import { endTimeMs, type WireFill } from '../../../wire/fill.ts';
import type { Read } from '../../../wire/payload.ts';
import { type FillPage, fillKey, fillPages } from '../../sources/hyperliquid/fill-pager.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createPositionChain } from '../../sources/hyperliquid/position-chain.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import type { WalletDirectory } from './directory.ts';
import type { FillIntake } from './fill-intake.ts';
import { createFillReach, type FillReachOptions } from './fill-reach.ts';
import { loadTail } from './fill-tail.ts';
import { fillsBetween } from './queries.ts';
import type { ExpectedFill, FillTail, TrackedWallet } from './tracked-wallet.ts';

interface MissingFillsOptions {
  analytics: AnalyticsStore;
  intake: FillIntake;
  directory: WalletDirectory;
  ledger: Pick<CoverageLedger, 'lose'>;
  settleMs: number;
  timers?: Timers;
}

/** Requests a wallet's fills from a time, unix milliseconds. */
type AskFills = (startTime: number) => Promise<Read<WireFill[]>>;

/** Handles trades whose fills are in no answer. */
interface MissingFills {
  /** Reads again from the first trade whose fill was in no answer: the fill may have come late. */
  read(wallet: TrackedWallet, tail: FillTail, ask: AskFills): Promise<void>;
  /** Called after a read: trades whose fills the read lacked count as missed, and after {@link missedReadings} reads as lost. */
  conclude(wallet: TrackedWallet, requestedMs: number): Promise<void>;
  /** Trades whose fills never came. */
  readonly count: number;
}

/** Reads without a trade's fill, after which the fill will not come. */
const missedReadings = 2;

function createMissingFills(options: MissingFillsOptions): MissingFills {
  const { analytics, intake, directory, ledger, settleMs, timers = systemTimers } = options;
  let count = 0;

  async function read(wallet: TrackedWallet, tail: FillTail, ask: AskFills): Promise<void> {
    const times = [...wallet.expected.values()]
      .filter(({ missed }) => missed > 0)
      .map(({ timeMs }) => timeMs);
    const fromMs = Math.min(...times);
    if (!(fromMs < tail.fromMs)) return;
    const pages = fillPages({
      chain: createPositionChain(undefined, fromMs),
      fromMs,
      toMs: tail.fromMs,
      fetchPage: ({ startTime }) => ask(startTime),
    });
    for await (const { fills } of pages) {
      await intake.store({ wallet: wallet.wallet, fills });
      directory.noteStored(wallet, fills);
    }
  }

  /** Looks for the fills in the store: a trade seen late may have a stored fill that the exchange no longer returns. */
  async function noteStoredAlready(wallet: TrackedWallet, times: readonly number[]): Promise<void> {
    await intake.settled();
    const range = { from: Math.min(...times), to: Math.max(...times) };
    const rows = await analytics.rows(fillsBetween, { wallet: wallet.wallet, ...range });
    directory.noteStored(
      wallet,
      rows.map(({ at, ...row }) => ({ ...row, time: Number(at) })),
    );
  }

  async function conclude(wallet: TrackedWallet, requestedMs: number): Promise<void> {
    wallet.checkedMs = requestedMs;
    if (wallet.suspectMs !== undefined && wallet.suspectMs <= requestedMs) wallet.suspectMs = undefined;
    const overdue: [string, ExpectedFill][] = [];
    for (const [key, trade] of wallet.expected) {
      if (trade.seenMs > requestedMs - settleMs) continue;
      trade.missed += 1;
      trade.seenMs = timers.monotonicMs();
      if (trade.missed >= missedReadings) overdue.push([key, trade]);
    }
    if (overdue.length > 0)
      await noteStoredAlready(
        wallet,
        overdue.map(([, { timeMs }]) => timeMs),
      );
    const lost: KeyedSpan[] = [];
    for (const [key, { coin, timeMs }] of overdue) {
      if (!wallet.expected.has(key)) continue;
      directory.forget(wallet, key);
      lost.push({ feed: 'fills', wallet: wallet.wallet, coin, fromMs: timeMs, toMs: timeMs });
    }
    count += lost.length;
    await Promise.all(lost.map((at) => ledger.lose(at, 'missing-fill')));
  }

  return {
    read,
    conclude,
    get count() {
      return count;
    },
  };
}

export interface WalletFillsOptions extends FillReachOptions, MissingFillsOptions {
  info: InfoClient;
  analytics: AnalyticsStore;
  watch: FeedWatch;
  clock: Clock;
  /** Fills of a wallet that the exchange still returns (docs/exchange.md#fills-of-a-wallet). */
  reachableFills: number;
}

export interface WalletFills {
  /**
   * Reads a wallet's fills from its cursor to now. The cursor advances after each stored page.
   * @throws InfoError, or an error of the store; the next read resumes at the cursor
   */
  read(wallet: TrackedWallet, staleness: Staleness): Promise<void>;
  /** Trades whose fills never came. */
  readonly missing: number;
}

export function createWalletFills(options: WalletFillsOptions): WalletFills {
  const { info, analytics, intake, directory, ledger, watch, clock, reachableFills, signal } = options;
  const { timers = systemTimers } = options;
  const reach = createFillReach(options);
  const missing = createMissingFills(options);

  async function read(wallet: TrackedWallet, staleness: Staleness): Promise<void> {
    const requestedMs = timers.monotonicMs();
    const streamedBefore = wallet.streamed;
    wallet.tail ??= await loadTail(analytics, wallet, timers);
    const { tail } = wallet;
    const isFirst = wallet.fillsToMs === 0;
    const ask: AskFills = (startTime) =>
      info.ask({ type: 'userFillsByTime', user: wallet.wallet, startTime }, { staleness, signal });
    let first: Read<WireFill[]> | undefined = await ask(tail.fromMs);
    const firstMs = first.data[0]?.time;
    if (firstMs !== undefined && !continues(tail, first.data)) await reach.attach(wallet, tail, first.data);
    await missing.read(wallet, tail, ask);
    const { beginMs, streamed } = isFirst
      ? await reach.begin(wallet, tail, first.data)
      : { beginMs: undefined, streamed: 0 };
    let count = streamed;
    const pages = fillPages({
      chain: tail.chain,
      stored: tail.keys,
      fromMs: tail.fromMs,
      toMs: endTimeMs - 1,
      async fetchPage({ startTime }) {
        const page = first ?? (await ask(startTime));
        first = undefined;
        return page;
      },
    });
    for await (const page of pages) {
      if (beginMs !== undefined) await reach.noteHidden(wallet, tail, page, beginMs);
      await take(wallet, tail, page);
      count += page.fills.length;
    }
    // Spot fills show no positions: a wallet with as many fills as are reachable must have had more.
    if (beginMs !== undefined && count >= reachableFills && !tail.isWide) {
      await reach.recordHidden(wallet, tail, beginMs);
    }
    // An empty answer also keeps the feed fresh.
    watch.seen('fills', { atMs: clock.nowMs() });
    wallet.streamed -= streamedBefore;
    await missing.conclude(wallet, requestedMs);
  }

  /** Stores a page, then the gaps before it, then the cursor: after a kill in between, the next read finds all of them again. */
  async function take(
    wallet: TrackedWallet,
    tail: FillTail,
    { fills, gaps: found }: FillPage,
  ): Promise<void> {
    await intake.store({ wallet: wallet.wallet, fills });
    for (const gap of found) await ledger.lose({ feed: 'fills', wallet: wallet.wallet, ...gap }, gap.reason);
    const last = fills.at(-1);
    watch.seen('fills', {
      atMs: clock.nowMs(),
      received: fills.length,
      ...(last !== undefined && { newestMs: last.time }),
    });
    if (last === undefined) return;
    const keys = fills.filter(({ time }) => time === last.time).map(fillKey);
    tail.keys = new Set(last.time === tail.fromMs ? [...tail.keys, ...keys] : keys);
    tail.fromMs = last.time;
    const hasMoved = last.time > wallet.fillsToMs;
    wallet.fillsToMs = Math.max(wallet.fillsToMs, last.time);
    directory.noteStored(wallet, fills);
    if (hasMoved) directory.persist(wallet);
  }

  return {
    async read(wallet, staleness) {
      try {
        await read(wallet, staleness);
      } catch (error) {
        // The chain may be ahead of the stored fills.
        wallet.tail = undefined;
        throw error;
      }
    },
    get missing() {
      return missing.count;
    },
  };
}

/** True if the answer repeats the last stored fill, which the request includes; false if the answer begins after it. */
function continues(tail: FillTail, fills: readonly WireFill[]): boolean {
  return tail.keys.size === 0 || fills.some((fill) => tail.keys.has(fillKey(fill)));
}
