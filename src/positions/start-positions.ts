import { newBatches } from '../analytics/batch-changes.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { createBreather } from '../kernel/breather.ts';
import { minuteMs, monotonicMs } from '../kernel/clock.ts';
import { createChainReader } from './chain-reader.ts';
import { followBatches } from './changed-chains.ts';
import { createPositionBook, type MarginTableOf } from './position-book.ts';
import { lane, positionNews, storedAccounts, storedStates } from './position-queries.ts';
import type { Positions } from './positions.ts';
import { type AccountMoment, readAccounts, readStates } from './state-rows.ts';
import { type ReadingParts, readEverything } from './whole-reading.ts';

export interface PositionsOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The registry that all boards share. */
  wallets: WalletIndex;
  /** Margin tiers of listed coins; without it those that states tell. */
  marginTableOf?: MarginTableOf;
  /** How often to ask the store whether fills or states came in. */
  pollMs?: number;
  onRefresh?(cost: PositionsCost): void;
  onError(error: unknown): void;
}

/** What one look at the store took, where something had changed. */
export interface PositionsCost {
  /** True where everything was read. */
  everything: boolean;
  ms: number;
}

export interface RunningPositions {
  positions: Positions;
  close(): Promise<void>;
}

/** Fills of one turn; what is more comes with the next. */
const turnFills = 200_000;
/** With so many waiting, reading everything costs less. */
const backlogFills = 3_000_000;
/** Rows of what was stored lately are kept for an hour. */
const longestAwayMs = 30 * minuteMs;
/** Between the moment that a row names as its own and the one from which others see it. */
const insertMs = 5_000;
/** Of the time, for reading everything. */
const wholeShare = 0.1;

/**
 * Keeps the positions at most a few seconds behind the store, whichever process writes it: asks for new batches and states every
 * second, and follows what they changed.
 */
export function startPositions(options: PositionsOptions): RunningPositions {
  const { wallets, marginTableOf, pollMs = 1_000, onRefresh, onError } = options;
  const closing = new AbortController();
  const stopped = () => closing.signal.aborted;
  // Reading everything takes minutes of a large store: whoever closes waits for one statement of it.
  const store = untilAborted(options.store, closing.signal);
  const book = createPositionBook({ wallets, marginTableOf });
  const parts: ReadingParts = { store, wallets, book, chains: createChainReader({ store, wallets }) };
  const ready = Promise.withResolvers<void>();
  // Nobody may be waiting when the service stops before.
  ready.promise.catch(() => undefined);
  let seen: { seq: number; storedMs: number; newestMs: number; atMs: number } | undefined;
  /** Accounts whose positions may be stored a moment after them: they wait for the next turn. */
  let waiting: AccountMoment[] = [];
  let whole = { endedMs: Number.NEGATIVE_INFINITY, tookMs: 0, due: false };
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function readAll(seq: number, storedMs: number): Promise<void> {
    const startMs = monotonicMs();
    // Also where it fails: the next one waits as long.
    whole = { ...whole, endedMs: startMs, due: true };
    const newest = (await store.rows(newBatches, { after: Math.max(0, seq - 1) }, lane)).at(-1);
    await readEverything(parts);
    const endedMs = monotonicMs();
    whole = { endedMs, tookMs: endedMs - startMs, due: false };
    seen = { seq, storedMs, newestMs: Number(newest?.max_time_ms ?? 0), atMs: startMs };
    waiting = [];
    ready.resolve();
    onRefresh?.({ everything: true, ms: endedMs - startMs });
  }

  /** Follows new batches, as many as fit one turn. @returns false where everything has to be read */
  async function followFills(known: NonNullable<typeof seen>): Promise<boolean> {
    const batches = await store.rows(newBatches, { after: known.seq }, lane);
    let fills = batches.reduce((sum, batch) => sum + batch.fills, 0);
    if (fills > backlogFills || batches.length === 0) return batches.length === 0;
    while (fills > turnFills && batches.length > 1) fills -= batches.pop()!.fills;
    const upTo = Number(batches.at(-1)!.seq);
    const newestMs = batches.reduce(
      (most, batch) => Math.max(most, Number(batch.max_time_ms)),
      known.newestMs,
    );
    const range = { after: known.seq, upTo, count: batches.length, newestMs };
    if (!(await followBatches(parts, range))) return false;
    known.seq = upTo;
    known.newestMs = newestMs;
    return true;
  }

  async function followStates(sinceMs: number): Promise<void> {
    const since = sinceMs - insertMs;
    const breathe = createBreather();
    // Accounts are read first, and applied after positions that were stored before them.
    const accounts = [...readAccounts(await store.bytes(storedAccounts, { since }, lane), wallets)];
    const states = await store.bytes(storedStates, { since }, lane);
    for (const { coin, wallet, state } of readStates(states, wallets, book.tableOf)) {
      book.addState(coin, wallet, state);
      await breathe();
    }
    await closeAbsent();
    waiting = accounts;
  }

  async function closeAbsent(): Promise<void> {
    const breathe = createBreather();
    const accounts = waiting;
    waiting = [];
    for (const { dex, wallet, timeMs } of accounts) {
      book.addAccount(dex, wallet, timeMs);
      await breathe();
    }
  }

  async function refresh(): Promise<void> {
    const startMs = monotonicMs();
    const [news] = await store.rows(positionNews, {}, lane);
    const [seq, storedMs] = [Number(news!.last_seq), Number(news!.stored_ms)];
    if (seen === undefined || startMs - seen.atMs > longestAwayMs) return readAll(seq, storedMs);
    const known = seen;
    const hasStates = storedMs > known.storedMs;
    const hasFills = seq > known.seq;
    const hasWaited = waiting.length > 0;
    if (hasStates) {
      await followStates(known.storedMs);
      known.storedMs = storedMs;
    } else if (hasWaited) {
      await closeAbsent();
    }
    if (hasFills && !whole.due) whole.due = !(await followFills(known));
    known.atMs = startMs;
    const isRested = startMs - whole.endedMs >= (whole.tookMs * (1 - wholeShare)) / wholeShare;
    if (whole.due && isRested) await readAll(seq, storedMs);
    else if (hasStates || hasFills || hasWaited)
      onRefresh?.({ everything: false, ms: monotonicMs() - startMs });
  }

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      turn = refresh()
        .catch((error) => (stopped() ? undefined : onError(error)))
        .finally(() => (stopped() ? undefined : schedule(pollMs)));
    }, delayMs);
    timer.unref();
  }

  schedule(0);
  return {
    positions: { ...book.reading, ready: ready.promise, built: () => seen !== undefined },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await turn;
      ready.reject(new Error('shutting down'));
    },
  };
}
