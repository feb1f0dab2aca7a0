import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { systemTimers } from '../../../kernel/timers.ts';
import { endTimeMs, type WireFill } from '../../../wire/fill.ts';
import type { Read } from '../../../wire/payload.ts';
import { type FillPage, fillKey, fillPages } from '../../sources/hyperliquid/fill-pager.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { FeedWatch } from '../coverage/feed-watch.ts';
import { createFillReach, type FillReachOptions } from './fill-reach.ts';
import { loadTail } from './fill-tail.ts';
import { type AskFills, createMissingFills, type MissingFillsOptions } from './missing-fills.ts';
import type { FillTail, TrackedWallet } from './tracked-wallet.ts';

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
