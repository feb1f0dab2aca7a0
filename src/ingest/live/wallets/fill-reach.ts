import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { FillPage } from '../../sources/hyperliquid/fill-pager.ts';
import { createPositionChain } from '../../sources/hyperliquid/position-chain.ts';
import { accountOf, markChanged } from './dex-account.ts';
import type { WalletDirectory } from './directory.ts';
import type { FillIntake } from './fill-intake.ts';
import { bridgeTail, streamedFills } from './fill-tail.ts';
import type { FillTail, TrackedWallet } from './tracked-wallet.ts';

export interface FillReachOptions {
  analytics: AnalyticsStore;
  intake: FillIntake;
  directory: WalletDirectory;
  ledger: Pick<CoverageLedger, 'lose'>;
  /** All dexes: positions whose fills the exchange no longer returns may be on any. */
  dexes(): Iterable<string>;
  /** Time after a seen trade until answers contain its fills, milliseconds. */
  settleMs: number;
  signal: AbortSignal;
  timers?: Timers;
}

export interface FillBeginning {
  /** Time of its first fill, unix milliseconds; undefined if no fill is known. */
  beginMs: number | undefined;
  /** Streamed fills stored before the first answer. */
  streamed: number;
}

/** Handles fills that the exchange no longer returns: it keeps only the newest ones of a wallet (docs/exchange.md#fills-of-a-wallet). */
export interface FillReach {
  /** Bridges the fills between the last stored one and an answer that begins after it, or records them as lost. */
  attach(wallet: TrackedWallet, tail: FillTail, answer: readonly WireFill[]): Promise<void>;
  /** Finds where a wallet's history begins: at the first answer, or at streamed fills stored before it. */
  begin(wallet: TrackedWallet, tail: FillTail, answer: readonly WireFill[]): Promise<FillBeginning>;
  /** Removes a page's gaps before the first fill of a coin, and records the past that the exchange no longer returns. */
  noteHidden(wallet: TrackedWallet, tail: FillTail, page: FillPage, firstMs: number): Promise<void>;
  /** Records that the exchange no longer returns the wallet's fills before this time. */
  recordHidden(wallet: TrackedWallet, tail: FillTail, firstMs: number): Promise<void>;
}

export function createFillReach(options: FillReachOptions): FillReach {
  const { analytics, intake, directory, ledger, settleMs, signal, timers = systemTimers } = options;

  async function attach(wallet: TrackedWallet, tail: FillTail, answer: readonly WireFill[]): Promise<void> {
    const { fromMs } = tail;
    const toMs = answer[0]!.time;
    await laterFrames();
    if (await bridgeTail(analytics, { wallet: wallet.wallet, tail }, answer)) {
      // The position chain notices a silently lost frame only if the frame changed a position.
      if (wallet.streamed > 0)
        await ledger.lose({ feed: 'fills', wallet: wallet.wallet, fromMs, toMs }, 'stream-only');
      return;
    }
    tail.chain.forgetAll();
    await recordOutOfReach(wallet, fromMs, toMs);
  }

  /** Waits for streamed fills that REST no longer returns, and until they are stored. */
  async function laterFrames(): Promise<void> {
    await timers.pause(settleMs, signal);
    await intake.settled();
  }

  async function begin(
    tracked: TrackedWallet,
    tail: FillTail,
    answer: readonly WireFill[],
  ): Promise<FillBeginning> {
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
    for (const gap of page.gaps) await ledger.lose({ feed: 'fills', wallet, ...gap }, gap.reason);
    return { beginMs, streamed: before.length };
  }

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
    for (const dex of options.dexes()) markChanged(accountOf(wallet, dex), timers.monotonicMs());
    await ledger.lose({ feed: 'fills', wallet: wallet.wallet, fromMs, toMs }, 'out-of-reach');
  }

  return { attach, begin, noteHidden, recordHidden };
}
