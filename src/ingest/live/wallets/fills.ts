import { setTimeout as delay } from 'node:timers/promises';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { type Clock, monotonicMs } from '../../../kernel/clock.ts';
import { endTimeMs, type WireFill } from '../../../wire/fill.ts';
import type { Read } from '../../../wire/payload.ts';
import { type FillPage, fillKey, fillPages } from '../../sources/hyperliquid/fill-pager.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import { createPositionChain } from '../../sources/hyperliquid/position-chain.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import type { GapBook, RecordedGap } from '../coverage/gap-book.ts';
import { accountOf, markChanged } from './dex-account.ts';
import type { WalletDirectory } from './directory.ts';
import type { FillIntake } from './fill-intake.ts';
import { bridgeTail, loadTail, streamedFills } from './fill-tail.ts';
import { fillsBetween } from './queries.ts';
import type { ExpectedFill, FillTail, TrackedWallet } from './tracked-wallet.ts';

export interface WalletFillsOptions {
  info: InfoClient;
  analytics: AnalyticsStore;
  intake: FillIntake;
  directory: WalletDirectory;
  gaps: GapBook;
  watch: FeedWatch;
  clock: Clock;
  /** All dexes: positions of which no fill is told any more may be on any. */
  dexes(): Iterable<string>;
  /** A trade's fills are in answers that were asked for so long after it was seen. */
  settleMs: number;
  /** Fills of a wallet that the exchange still tells (exchange notes §2.2). */
  reachableFills: number;
  signal: AbortSignal;
}

/** Reads fills of wallets. */
export interface WalletFills {
  /**
   * Reads a wallet's fills from its cursor to now. The cursor follows behind what is stored, page by page.
   * @throws InfoError, or where fills could not be stored: it goes on from the cursor then
   */
  read(wallet: TrackedWallet, staleness: Staleness): Promise<void>;
  /** Trades whose fills never came. */
  readonly missing: number;
}

type Ask = (startTime: number) => Promise<Read<WireFill[]>>;

/** The trade has been in no answer so often: its fill will not come. */
const missedReadings = 2;

export function createWalletFills(options: WalletFillsOptions): WalletFills {
  const { info, analytics, intake, directory, gaps, watch, clock, settleMs, reachableFills, signal } =
    options;
  let missing = 0;

  async function read(wallet: TrackedWallet, staleness: Staleness): Promise<void> {
    const askedMs = monotonicMs();
    const streamedBefore = wallet.streamed;
    wallet.tail ??= await loadTail(analytics, wallet);
    const { tail } = wallet;
    const isFirst = wallet.fillsToMs === 0;
    const ask: Ask = (startTime) =>
      info.ask({ type: 'userFillsByTime', user: wallet.wallet, startTime }, { staleness, signal });
    let first: Read<WireFill[]> | undefined = await ask(tail.fromMs);
    const firstMs = first.data[0]?.time;
    if (firstMs !== undefined && !continues(tail, first.data)) await attach(wallet, tail, first.data);
    await readMissed(wallet, tail, ask);
    const { beginMs, streamed } = isFirst
      ? await begin(wallet, tail, first.data)
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
      if (beginMs !== undefined) await noteHidden(wallet, tail, page, beginMs);
      await take(wallet, tail, page);
      count += page.fills.length;
    }
    // Spot alone tells no positions: a wallet with as many fills as are reachable has had more.
    if (beginMs !== undefined && count >= reachableFills && !tail.isWide) {
      await recordHidden(wallet, tail, beginMs);
    }
    // Also where nothing came: that is news, too.
    watch.seen('fills', { atMs: clock.nowMs() });
    wallet.streamed -= streamedBefore;
    await conclude(wallet, askedMs);
  }

  /** Finds what lies between the last stored fill and an answer that begins behind it. */
  async function attach(wallet: TrackedWallet, tail: FillTail, answer: readonly WireFill[]): Promise<void> {
    const { fromMs } = tail;
    const toMs = answer[0]!.time;
    await laterFrames();
    if (await bridgeTail(analytics, { wallet: wallet.wallet, tail }, answer)) {
      // A frame that is lost without a word is missed by the chain of positions only where it changes one.
      if (wallet.streamed > 0) await gaps.record({ ...gapOf(wallet), fromMs, toMs, reason: 'stream-only' });
      return;
    }
    tail.chain.forgetAll();
    await recordOutOfReach(wallet, fromMs, toMs);
  }

  /** A stream may have told what REST does not tell any more, or be about to. */
  async function laterFrames(): Promise<void> {
    await delay(settleMs, undefined, { signal });
    await intake.settled();
  }

  /** Where a wallet's history begins: with the first answer, or with what a stream has stored before it. */
  async function begin(
    tracked: TrackedWallet,
    tail: FillTail,
    answer: readonly WireFill[],
  ): Promise<{ beginMs: number | undefined; streamed: number }> {
    const { wallet } = tracked;
    if (answer.length === 0) return { beginMs: undefined, streamed: 0 };
    await intake.settled();
    let { before, at } = await streamedFills(analytics, { wallet, fromMs: 0 }, answer);
    const chain = createPositionChain(undefined, 0);
    if ([...before, ...answer].some((fill) => chain.follow(fill) !== undefined)) {
      await laterFrames();
      ({ before, at } = await streamedFills(analytics, { wallet, fromMs: 0 }, answer));
    }
    if (before.length === 0 || at.length === 0) return { beginMs: answer[0]!.time, streamed: 0 };
    const page: FillPage = {
      fills: [],
      gaps: before.flatMap((fill) => tail.chain.follow(fill) ?? []),
    };
    const beginMs = before[0]!.time;
    await noteHidden(tracked, tail, page, beginMs);
    for (const gap of page.gaps) await gaps.record({ feed: 'fills', wallet, ...gap });
    return { beginMs, streamed: before.length };
  }

  /** Stores a page, then what is missing before it, then the cursor: killed between, it is all found again. */
  async function take(
    wallet: TrackedWallet,
    tail: FillTail,
    { fills, gaps: found }: FillPage,
  ): Promise<void> {
    await intake.store({ wallet: wallet.wallet, fills });
    for (const gap of found) await gaps.record({ ...gapOf(wallet), ...gap });
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

  /** Pages back to the first trade whose fill was in no answer: it may have come late. */
  async function readMissed(wallet: TrackedWallet, tail: FillTail, ask: Ask): Promise<void> {
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

  /** The first fill of a coin starts from a position: the wallet has a past that is not told any more. */
  async function noteHidden(
    wallet: TrackedWallet,
    tail: FillTail,
    page: FillPage,
    firstMs: number,
  ): Promise<void> {
    const hidden = page.gaps.filter(({ fromMs }) => fromMs === 0);
    if (hidden.length === 0) return;
    page.gaps = page.gaps.filter(({ fromMs }) => fromMs !== 0);
    if (!tail.isWide) await recordHidden(wallet, tail, firstMs);
  }

  async function recordHidden(wallet: TrackedWallet, tail: FillTail, firstMs: number): Promise<void> {
    tail.isWide = true;
    tail.chain.forgetFlat();
    await recordOutOfReach(wallet, 0, firstMs);
  }

  async function recordOutOfReach(wallet: TrackedWallet, fromMs: number, toMs: number): Promise<void> {
    wallet.lostToMs = toMs;
    for (const [key, { timeMs }] of wallet.expected) {
      if (timeMs >= fromMs && timeMs <= toMs) directory.forget(wallet, key);
    }
    for (const dex of options.dexes()) markChanged(accountOf(wallet, dex));
    await gaps.record({ ...gapOf(wallet), fromMs, toMs, reason: 'out-of-reach' });
  }

  /** A trade seen late may be of a fill that is stored and that the exchange does not tell any more. */
  async function noteStoredAlready(wallet: TrackedWallet, times: readonly number[]): Promise<void> {
    await intake.settled();
    const range = { from: Math.min(...times), to: Math.max(...times) };
    const rows = await analytics.rows(fillsBetween, { wallet: wallet.wallet, ...range });
    directory.noteStored(
      wallet,
      rows.map(({ at, ...row }) => ({ ...row, time: Number(at) })),
    );
  }

  async function conclude(wallet: TrackedWallet, askedMs: number): Promise<void> {
    wallet.checkedMs = askedMs;
    if (wallet.suspectMs !== undefined && wallet.suspectMs <= askedMs) wallet.suspectMs = undefined;
    const overdue: [string, ExpectedFill][] = [];
    for (const [key, trade] of wallet.expected) {
      if (trade.seenMs > askedMs - settleMs) continue;
      trade.missed += 1;
      trade.seenMs = monotonicMs();
      if (trade.missed >= missedReadings) overdue.push([key, trade]);
    }
    if (overdue.length > 0)
      await noteStoredAlready(
        wallet,
        overdue.map(([, { timeMs }]) => timeMs),
      );
    const lost: RecordedGap[] = [];
    for (const [key, { coin, timeMs }] of overdue) {
      if (!wallet.expected.has(key)) continue;
      directory.forget(wallet, key);
      lost.push({ ...gapOf(wallet), coin, fromMs: timeMs, toMs: timeMs, reason: 'missing-fill' });
    }
    missing += lost.length;
    await Promise.all(lost.map(gaps.record));
  }

  return {
    async read(wallet, staleness) {
      try {
        await read(wallet, staleness);
      } catch (error) {
        // Its chain may be ahead of what is stored.
        wallet.tail = undefined;
        throw error;
      }
    },
    get missing() {
      return missing;
    },
  };
}

function gapOf({ wallet }: TrackedWallet): { feed: 'fills'; wallet: string } {
  return { feed: 'fills', wallet };
}

/** The answer repeats the last stored fill, which was asked for with it; else it begins behind it. */
function continues(tail: FillTail, fills: readonly WireFill[]): boolean {
  return tail.keys.size === 0 || fills.some((fill) => tail.keys.has(fillKey(fill)));
}
