import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { KeyedSpan } from '../../../coverage/book.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { Read } from '../../../wire/payload.ts';
import { fillPages } from '../../sources/hyperliquid/fill-pager.ts';
import { createPositionChain } from '../../sources/hyperliquid/position-chain.ts';
import type { WalletDirectory } from './directory.ts';
import type { FillIntake } from './fill-intake.ts';
import { fillsBetween } from './queries.ts';
import type { ExpectedFill, FillTail, TrackedWallet } from './tracked-wallet.ts';

export interface MissingFillsOptions {
  analytics: AnalyticsStore;
  intake: FillIntake;
  directory: WalletDirectory;
  ledger: Pick<CoverageLedger, 'lose'>;
  settleMs: number;
  timers?: Timers;
}

/** Requests a wallet's fills from a time, unix milliseconds. */
export type AskFills = (startTime: number) => Promise<Read<WireFill[]>>;

/** Handles trades whose fills are in no answer. */
export interface MissingFills {
  /** Reads again from the first trade whose fill was in no answer: the fill may have come late. */
  read(wallet: TrackedWallet, tail: FillTail, ask: AskFills): Promise<void>;
  /** Called after a read: trades whose fills the read lacked count as missed, and after {@link missedReadings} reads as lost. */
  conclude(wallet: TrackedWallet, requestedMs: number): Promise<void>;
  /** Trades whose fills never came. */
  readonly count: number;
}

/** Reads without a trade's fill, after which the fill will not come. */
const missedReadings = 2;

export function createMissingFills(options: MissingFillsOptions): MissingFills {
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
