import type { AnalyticsStore } from '../analytics/store.ts';
import { untilAborted } from '../analytics/until-aborted.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { singleFlight } from '../kernel/single-flight.ts';
import { newestFacts, newestStored, readBatches, type StoredBatch } from './batches.ts';
import type { ViewSnapshots } from './view-snapshots.ts';

/** Result of one poll of the store. */
export interface Look {
  /** Number of the newest batch: the version of all data derived from fills. */
  seq: number;
  /** Time of the newest fill of that batch, unix milliseconds. */
  newestMs: number;
  /** Storing time of the newest account state, unix milliseconds. */
  statesMs: number;
  /**
   * Versions of outcomes, wallet owners, account balances, payments and transfers, job results, coverage, and TWAP orders. Each text
   * differs after every change.
   */
  facts: Record<'outcomes' | 'owners' | 'balances' | 'ledger' | 'jobs' | 'coverage' | 'twaps', string>;
  /** Version of the folded lifecycles; 0 without any, undefined during a full fold. */
  foldVersion: number | undefined;
  /** Number of the newest folded batch. */
  foldSeq: number;
  /** Monotonic start time of the poll, which includes everything stored before. */
  atMs: number;
}

/** Consecutive batches. */
export interface Changes {
  /** Number of the batch before the first one, and of the last one. */
  after: number;
  upTo: number;
  /** In order; may be empty. */
  batches: readonly StoredBatch[];
}

/** A follower of the feed in this process, as metrics and documents name it. */
export interface Follower {
  name: string;
  /** See {@link View.maxAgeMs}. */
  maxAgeMs: number;
  /** The view it follows, if not the stored batches. */
  behind?: string;
  /** Monotonic time at which its data were last known to be current; undefined before the first time. */
  checkedMs(): number | undefined;
}

/** Publishes stored batches in order to all followers in this process, whichever process stores them. */
export interface ChangeFeed {
  /** The newest poll; undefined before the first one. */
  last(): Look | undefined;
  /** Polls now instead of at the next interval. @throws AnalyticsError */
  look(): Promise<Look>;
  /** Polls fills and account states now; other facts follow at the next interval. @throws AnalyticsError */
  lookAtFills(): Promise<Look>;
  /**
   * Resolves with a newer poll than the given one, at once if there is one; undefined once the feed is closed.
   *
   * @param than undefined accepts any poll
   */
  newer(than: Look | undefined): Promise<Look | undefined>;
  /**
   * The batches after a number up to the last look, from memory, or from the store if older. Further batches may follow them.
   *
   * @throws AnalyticsError
   */
  after(seq: number): Promise<Changes>;
  /**
   * The number from which a view is free of data removed from the store: 0 without a removal, infinite while no view can have
   * reached it.
   */
  cleanFrom(): number;
  /** Registers a follower. @returns unregisters the follower */
  join(follower: Follower): () => void;
  /** Current followers, in the order of registration. */
  followers(): readonly Follower[];
  /** Snapshots of the followers' state; undefined if disabled. */
  readonly snapshots?: ViewSnapshots | undefined;
  /** Ends polling. Pending waits resolve with undefined. */
  close(): Promise<void>;
}

/** Waits for a poll in which a fact differs from that of an earlier poll. @returns undefined after the abort, or if the feed is closed */
export async function changedLook(
  feed: Pick<ChangeFeed, 'newer'>,
  { than, fact, signal }: { than: Look | undefined; fact: keyof Look['facts']; signal: AbortSignal },
): Promise<Look | undefined> {
  let look = await feed.newer(than);
  while (look !== undefined && !signal.aborted && look.facts[fact] === than?.facts[fact])
    look = await feed.newer(look);
  return signal.aborted ? undefined : look;
}

export interface ChangeFeedOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** Poll interval, milliseconds; default: {@link lookEveryMs}. */
  pollMs?: number;
  /** Default: none. A removal of fills retires all snapshots. */
  snapshots?: ViewSnapshots | undefined;
  onError(error: unknown): void;
}

export const lookEveryMs = 1_000;
/** {@link View.maxAgeMs} of a view that applies every poll at once: one interval of waiting, and at most one of work. */
export const oneLookMs = 2 * lookEveryMs;
/** Views read on the heavy lane, for minutes at a first start; the feed must not queue behind them. */
const onLane = { lane: 'live' } as const;
/** Maximum batches in memory; current followers never read them from the store. */
const rememberedLimit = 2_000;

export function createChangeFeed(options: ChangeFeedOptions): ChangeFeed {
  const { store: given, pollMs = lookEveryMs, snapshots, onError } = options;
  const closing = new AbortController();
  const store = untilAborted(given, closing.signal);
  /** The newest batches without a gap, each with the time of its read; `from` is the number before the first. */
  let remembered: { batch: StoredBatch; readMs: number }[] = [];
  let from = 0;
  let last: Look | undefined;
  /** The next poll includes facts. */
  let isFactsDue = true;
  /** Number of the newest batch that removed fills. */
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
    // Every waiter has an older poll.
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

  /** A restored store may have fewer batches, which invalidates the remembered ones. */
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
    // A poll under way may have begun before the change that the caller knows of.
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
        const read = await readBatches(store, seq, onLane);
        // The store may be ahead of the last look. A later call would read such a batch from memory, which does not have it.
        const batches = last === undefined ? read : read.filter((batch) => batch.seq <= newestRemembered());
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
