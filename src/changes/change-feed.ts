import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { newestFacts, newestStored, readBatches, type StoredBatch } from './batches.ts';
import type { ViewSnapshots } from './view-snapshots.ts';

/** What one look at the store found. */
export interface Look {
  /** Number of the newest batch: the version of everything that follows from fills. */
  seq: number;
  /** Time of the newest fill of that batch, unix milliseconds. */
  newestMs: number;
  /** When the newest state of an account was stored, unix milliseconds. */
  statesMs: number;
  /**
   * Versions of outcomes, owners of wallets, balances of accounts, payments and transfers, results of jobs, and coverage: a text that
   * differs after every change.
   */
  facts: Record<'outcomes' | 'owners' | 'balances' | 'ledger' | 'jobs' | 'coverage', string>;
  /** Version of the lifecycles that are folded; 0 without any, undefined while all are folded. */
  foldVersion: number | undefined;
  /** Number of the newest batch that is folded. */
  foldSeq: number;
  /** When the look began, by the monotonic clock: what was stored before is in it. */
  atMs: number;
}

/** Batches that follow on each other. */
export interface Changes {
  /** Number of the batch before the first of them, and of the last one. */
  after: number;
  upTo: number;
  /** In their order; perhaps none. */
  batches: readonly StoredBatch[];
}

/** What follows the feed in this process, as metrics and documents name it. */
export interface Follower {
  name: string;
  /** See {@link View.maxAgeMs}. */
  maxAgeMs: number;
  /** What it follows in the place of stored batches. */
  behind?: string;
  /** When what it shows was last seen to be all that it follows, by the monotonic clock; undefined before the first time. */
  checkedMs(): number | undefined;
}

/** Says what was stored, in order, to all who follow the store in this process, whichever process stores it. */
export interface ChangeFeed {
  /** The newest look; undefined before the first one. */
  last(): Look | undefined;
  /** Looks now, not with the next poll. @throws AnalyticsError */
  look(): Promise<Look>;
  /** Looks now at what follows from fills and at states; facts of other kinds are seen with the next poll. @throws AnalyticsError */
  lookAtFills(): Promise<Look>;
  /**
   * Resolves with a look that is newer than another, at once where there is one; undefined once the feed is closed.
   *
   * @param than undefined for any look
   */
  newer(than: Look | undefined): Promise<Look | undefined>;
  /**
   * The batches behind a number: from memory, or from the store where they are older. There may be more behind them.
   *
   * @throws AnalyticsError
   */
  after(seq: number): Promise<Changes>;
  /**
   * A view that has come to this number holds nothing of what was seen to be taken out of the store: 0 where nothing was, infinite while
   * no view can have come there.
   */
  cleanFrom(): number;
  /** Called by who follows, when it begins. @returns called when it ends */
  join(follower: Follower): () => void;
  /** All who follow now, in the order in which they began. */
  followers(): readonly Follower[];
  /** Where those who follow it write what they hold; undefined: nowhere. */
  readonly snapshots?: ViewSnapshots | undefined;
  /** Ends the polling. What waits for a look gets none. */
  close(): Promise<void>;
}

export interface ChangeFeedOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** Between two looks; default: {@link lookEveryMs}. */
  pollMs?: number;
  /** Default: none. They are retired when fills are taken out. */
  snapshots?: ViewSnapshots | undefined;
  onError(error: unknown): void;
}

/** Between two looks at the store. */
export const lookEveryMs = 1_000;
/** {@link View.maxAgeMs} of a view that takes in each look at once: the wait for it, and as long to take it in. */
export const oneLookMs = 2 * lookEveryMs;
/** Views read on the heavy lane, some of them for minutes at the first start: the feed must not wait behind them. */
const onLane = { lane: 'live' } as const;
/** Batches that are remembered: followers that keep up read none of them from the store. */
const rememberedLimit = 2_000;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { store: given, pollMs = lookEveryMs, snapshots, onError } = options;
  const closing = new AbortController();
  const store = untilAborted(given, closing.signal);
  /** The newest batches without a gap, each with when it was read; `from` is the number before the first. */
  let remembered: { batch: StoredBatch; readMs: number }[] = [];
  let from = 0;
  let last: Look | undefined;
  /** The next look asks for facts, too. */
  let isFactsDue = true;
  /** Number of the newest batch that took fills out. */
  let removedSeq = 0;
  let waiting: ((look: Look | undefined) => void)[] = [];
  const followers = new Set<Follower>();
  let timer: NodeJS.Timeout | undefined;

  async function lookNow(): Promise<Look> {
    const atMs = monotonicMs();
    const facts = isFactsDue || last === undefined ? await readFacts() : last.facts;
    const [row] = await store.rows(newestStored, {}, onLane);
    const seq = Number(row!.seq);
    if (last === undefined || seq < last.seq) forgetUpTo(seq);
    else await remember(seq);
    const foldVersion = row!.fold_version === '' ? undefined : Number(row!.fold_version);
    const [newestMs, statesMs] = [Number(row!.newest_ms), Number(row!.states_ms)];
    last = { seq, newestMs, statesMs, facts, foldVersion, foldSeq: Number(row!.fold_seq), atMs };
    // Each of them has an older one.
    wake(last);
    return last;
  }

  async function readFacts(): Promise<Look['facts']> {
    isFactsDue = false;
    try {
      return (await store.rows(newestFacts, {}, onLane))[0]!;
    } catch (error) {
      isFactsDue = true;
      throw error;
    }
  }

  function wake(look: Look | undefined): void {
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve(look);
  }

  /** A store that was restored may have fewer batches: nothing of before is of use. */
  function forgetUpTo(seq: number): void {
    remembered = [];
    from = seq;
  }

  async function remember(seq: number): Promise<void> {
    for (let newest = newestRemembered(); newest < seq; newest = newestRemembered()) {
      const readMs = monotonicMs();
      const batches = await readBatches(store, newest, onLane);
      if (batches.length === 0) return;
      const removal = batches.findLast(({ isRemoval }) => isRemoval);
      if (removal !== undefined) {
        removedSeq = removal.seq;
        snapshots?.retire();
      }
      remembered.push(...batches.map((batch) => ({ batch, readMs })));
    }
    const gone = remembered.splice(0, Math.max(0, remembered.length - rememberedLimit)).at(-1);
    if (gone !== undefined) from = gone.batch.seq;
  }

  const newestRemembered = () => remembered.at(-1)?.batch.seq ?? from;

  const looking = singleFlight(lookNow);

  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      isFactsDue = true;
      looking
        .run()
        .catch((error) => (closing.signal.aborted ? undefined : onError(error)))
        .finally(() => (closing.signal.aborted ? undefined : schedule(pollMs)));
    }, delayMs);
    timer.unref();
  }

  schedule(0);
  return {
    snapshots,
    last: () => last,
    // One that is under way may have begun before what the caller knows of.
    look() {
      isFactsDue = true;
      return looking.runNext();
    },
    lookAtFills: looking.runNext,
    newer(than) {
      if (closing.signal.aborted) return Promise.resolve(undefined);
      if (last !== undefined && last.atMs > (than?.atMs ?? Number.NEGATIVE_INFINITY))
        return Promise.resolve(last);
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    async after(seq) {
      if (seq < from || last === undefined) {
        const batches = await readBatches(store, seq, onLane);
        return { after: seq, upTo: batches.at(-1)?.seq ?? seq, batches };
      }
      const nowMs = monotonicMs();
      const batches = remembered
        .filter(({ batch }) => batch.seq > seq)
        .map(({ batch, readMs }): StoredBatch => {
          const leftMs = batch.namedForMs - (nowMs - readMs);
          return leftMs > 0 ? { ...batch, namedForMs: leftMs } : { ...batch, isNamed: false };
        });
      return { after: seq, upTo: batches.at(-1)?.seq ?? seq, batches };
    },
    cleanFrom: () => removedSeq,
    join(follower) {
      followers.add(follower);
      return () => followers.delete(follower);
    },
    followers: () => [...followers],
    async close() {
      closing.abort();
      clearTimeout(timer);
      await looking.ended();
      wake(undefined);
    },
  };
}
