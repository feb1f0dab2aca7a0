import type { AnalyticsStore } from '../analytics/store.ts';
import type { StoredBatch } from '../changes/batches.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { placeAfter } from '../changes/fill-log.ts';
import type { Clock } from '../kernel/clock.ts';
import { type ChangeLog, type Changes, createChangeLog } from './change-log.ts';
import { createGapWatch, type GapWatch } from './gap-watch.ts';
import { createLogPlaces } from './log-reader.ts';
import { createMemberships, type MemberSources, UnknownList } from './members.ts';
import type { Following, Receiver } from './receiver.ts';
import { createReplays, type ReplaySpan } from './replay.ts';
import { createSubscribers } from './subscribers.ts';
import type { EventSubscription } from './subscription.ts';

/** Follows the store for all streams of this process: reads new data once and sends it to the matching subscribers. */
export interface StreamHub {
  /** Loads cohort and list of a subscription; call before `follow`. Rejects if they cannot be read, or with {@link UnknownList}. */
  prepare(subscription: EventSubscription): Promise<void>;
  /** @param after Log position to start after; undefined: from now on. */
  follow(subscription: EventSubscription, receiver: Receiver, after: number | undefined): Following;
  replay(subscription: EventSubscription, receiver: Receiver, span: ReplaySpan): Following;
  /** Coverage gaps, reported to subscribers of other feeds. */
  gaps: GapWatch;
  /** Change log of a list of changes; one per list. */
  changes(of: Changes): ChangeLog;
  /** The last poll of the store; undefined before the first. */
  look: ChangeFeed['last'];
  readonly store: Pick<AnalyticsStore, 'rows'>;
  /** Log position of the newest known batch; undefined before the first poll. */
  newest(): number | undefined;
  /** Polls the store if a log position is ahead of the last poll: another process may have stored its batch. */
  reach(place: number): Promise<void>;
  /** Token and fill times (unix milliseconds) of the batch at a log position; undefined if not stored. */
  batchAt(place: number): Promise<Pick<StoredBatch, 'token' | 'firstMs' | 'lastMs'> | undefined>;
  /** Reports a log position whose batch is not the one that a cursor or alert names. */
  onMismatch(about: Mismatch): void;
  /** Cursor that resumes after a log position. */
  cursorAt(place: number): Promise<string>;
  close(): Promise<void>;
}

/** Tokens of a batch: as a cursor or alert names it, and as it is stored (empty if it is not). */
export interface Mismatch {
  place: number;
  newest: number;
  named: string;
  stored: string;
}

export interface StreamHubOptions extends MemberSources {
  feed: ChangeFeed;
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  onError(error: unknown): void;
  onMismatch?(about: Mismatch): void;
}

export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { feed, store, clock, onError } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const memberships = createMemberships(options);
  const gaps = createGapWatch({ feed, store, memberships, onError: fault });
  const places = createLogPlaces(feed);
  const logs = new Map<Changes, ChangeLog>();
  const subscribers = createSubscribers({ feed, store, clock, memberships, places, signal, onError: fault });
  const { follow } = subscribers;
  const newest = () => (feed.last() === undefined ? undefined : placeAfter(feed.last()!.seq));
  const replay = createReplays({ store, clock, signal, memberships, newest, follow, onError: fault });

  function fault(error: unknown): void {
    if (!signal.aborted) onError(error);
  }

  function changesOf(changes: Changes): ChangeLog {
    const log = logs.get(changes) ?? createChangeLog({ changes, feed, store, clock, signal, onError });
    logs.set(changes, log);
    return log;
  }

  return {
    changes: changesOf,
    async prepare(subscription) {
      await memberships.read([subscription]);
      if (memberships.isGone(subscription)) throw new UnknownList();
    },
    follow,
    replay,
    gaps,
    newest,
    onMismatch: (about) => options.onMismatch?.(about),
    store,
    look: feed.last,
    ...places,
    async close() {
      closing.abort();
      gaps.close();
      await subscribers.ended();
    },
  };
}
