import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { type ChangeFeed, type Look, oneLookMs } from '../changes/change-feed.ts';
import { type RunningView, runView, type View } from '../changes/view.ts';
import { type HeldParts, snapshotFormat } from '../changes/view-snapshots.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { hourMs, monotonicMs } from '../kernel/clock.ts';
import { createYielder } from '../kernel/yielder.ts';
import { createChainReader } from './chain-reader.ts';
import { followBatches } from './changed-chains.ts';
import { followPayments } from './paid-positions.ts';
import { createPositionBook, type MarginTableOf } from './position-book.ts';
import {
  chainFills,
  lane,
  openChains,
  stateMark,
  statesOfRange,
  storedAccounts,
  storedStates,
} from './position-queries.ts';
import type { Positions } from './positions.ts';
import { type AccountMoment, readAccounts, readStates } from './state-rows.ts';
import { type ReadingParts, readEverything } from './whole-reading.ts';

export interface PositionsOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  feed: ChangeFeed;
  /** The registry that all boards share. */
  wallets: WalletIndex;
  /** Margin tiers of listed coins; default: those in states. */
  marginTableOf?: MarginTableOf;
  onRefresh?(cost: PositionsCost): void;
  onError(error: unknown): void;
}

export interface PositionsCost {
  /** True for a full reading. */
  everything: boolean;
  ms: number;
}

export interface RunningPositions {
  positions: Positions;
  /** Resolves when the positions include everything stored before the poll, or when closed. */
  reached: RunningView['reached'];
  close(): Promise<void>;
}

/** Maximum fills per turn; the rest follow in the next turn. */
const turnFills = 200_000;
/** With this many fills pending, a full reading costs less. */
const backlogFills = 3_000_000;
/** Longest outage to catch up from: rows of recent states are kept for two days. */
const longestAwayMs = 36 * hourMs;
/** Longest delay between a row's own `stored` time and its visibility to other readers. */
const insertMs = 5_000;
/** Share of the time that full readings may use. */
const wholeShare = 0.1;

/** Keeps the positions at most a few seconds behind the store, whichever process writes it. */
export function startPositions(options: PositionsOptions): RunningPositions {
  const { feed, wallets, marginTableOf, onRefresh, onError } = options;
  const closing = new AbortController();
  // A full reading of a large store takes minutes; closing waits for one statement only.
  const store = untilAborted(options.store, closing.signal);
  const book = createPositionBook({ wallets, marginTableOf });
  const parts: ReadingParts = { store, wallets, book, chains: createChainReader({ store, wallets }) };
  const running = runView({
    feed,
    onError,
    view: positionsView(parts, options.store),
    onChange: ({ isWhole, ms }) => onRefresh?.({ everything: isWhole, ms }),
  });
  return {
    positions: { ...book.reading, ready: running.ready, built: running.isBuilt },
    reached: running.reached,
    async close() {
      closing.abort();
      await running.close();
    },
  };
}

interface SavedPositions {
  book: unknown;
  statesMs: number;
  newestMs: number;
  /** Time since the poll that found these values. */
  lookAgeMs: number;
  /** See {@link stateMark}; empty if the book may lack stored states. */
  mark: string;
  waiting: AccountMoment[];
  paidMs: number;
}

/** @param lasting the store, usable while the view closes */
function positionsView(parts: ReadingParts, lasting: ReadingParts['store']): View {
  const { store, wallets, book } = parts;
  /** Newest storage time of states, newest fill time in the book, and time of the poll. */
  let seen: { statesMs: number; newestMs: number; atMs: number } | undefined;
  /** Accounts deferred to the next turn, because their positions may be stored slightly later. */
  let waiting: AccountMoment[] = [];
  /** The newest hour whose payments are applied, and the poll's `jobs` fact at that time. */
  let paid = { hourMs: 0, jobs: '' };

  async function takePayments(jobs: string): Promise<boolean> {
    if (jobs === paid.jobs) return false;
    const before = paid.hourMs;
    paid = { hourMs: await followPayments(parts, before), jobs };
    return paid.hourMs > before;
  }

  async function followStates(sinceMs: number): Promise<void> {
    const since = sinceMs - insertMs;
    const yieldToEventLoop = createYielder();
    // Accounts are read first, and applied after positions that were stored before them.
    const accounts = [...readAccounts(await store.bytes(storedAccounts, { since }, lane), wallets)];
    const states = await store.bytes(storedStates, { since }, lane);
    for (const { coin, wallet, state } of readStates(states, wallets, book.tableOf)) {
      book.addState(coin, wallet, state);
      await yieldToEventLoop();
    }
    await closeAbsent();
    waiting = accounts;
  }

  async function closeAbsent(): Promise<void> {
    const yieldToEventLoop = createYielder();
    const accounts = waiting;
    waiting = [];
    for (const { dex, wallet, timeMs } of accounts) {
      book.addAccount(dex, wallet, timeMs);
      await yieldToEventLoop();
    }
  }

  async function save(): Promise<HeldParts> {
    const { statesMs, newestMs, atMs } = seen!;
    const [found] = await lasting.rows(stateMark, {}, lane);
    const [storedMs, nowMs] = [Number(found!.stored_ms), Number(found!.now_ms)];
    const isCurrent = storedMs <= statesMs && nowMs - statesMs > insertMs;
    const { meta, columns } = await book.save();
    const of = {
      book: meta,
      statesMs,
      newestMs,
      lookAgeMs: monotonicMs() - atMs,
      waiting,
      paidMs: paid.hourMs,
    };
    return { meta: { ...of, mark: isCurrent ? found!.mark : '' } satisfies SavedPositions, columns };
  }

  async function restore({ meta, columns }: HeldParts, ageMs: number): Promise<string | undefined> {
    const {
      book: held,
      statesMs,
      newestMs,
      lookAgeMs,
      mark,
      waiting: accounts,
      paidMs,
    } = meta as SavedPositions;
    const awayMs = ageMs + lookAgeMs;
    const isAway = awayMs > longestAwayMs;
    if (isAway && (mark === '' || (await store.rows(stateMark, {}, lane))[0]!.mark !== mark)) {
      return 'account states may have been stored that are not listed any more';
    }
    await book.restore({ meta: held, columns });
    seen = { statesMs, newestMs, atMs: monotonicMs() - (isAway ? 0 : awayMs) };
    waiting = accounts;
    paid = { hourMs: paidMs, jobs: '' };
    return undefined;
  }

  return {
    name: 'positions',
    maxAgeMs: oneLookMs,
    snapshot: { format: snapshotFormat(2, openChains, chainFills, statesOfRange), save, restore },
    turnFills,
    backlogFills,
    loadShare: wholeShare,
    async load({ seq, newestMs, statesMs, atMs, facts }: Look) {
      await readEverything(parts);
      paid = { hourMs: await followPayments(parts, 0), jobs: facts.jobs };
      seen = { statesMs, newestMs, atMs };
      waiting = [];
      return seq;
    },
    async apply(changes) {
      if (seen === undefined) return false;
      const newestMs = changes.batches.reduce((most, { lastMs }) => Math.max(most, lastMs), seen.newestMs);
      if (!(await followBatches(parts, changes, newestMs))) return false;
      seen.newestMs = newestMs;
      return true;
    },
    isOutdated: () => seen === undefined || monotonicMs() - seen.atMs > longestAwayMs,
    async tend({ statesMs, atMs, facts }) {
      if (seen === undefined) return false;
      const hasStates = statesMs > seen.statesMs;
      const hasWaited = waiting.length > 0;
      if (hasStates) await followStates(seen.statesMs);
      else if (hasWaited) await closeAbsent();
      seen.statesMs = Math.max(seen.statesMs, statesMs);
      seen.atMs = atMs;
      return (await takePayments(facts.jobs)) || hasStates || hasWaited;
    },
  };
}
