import type { AnalyticsStore } from '../analytics/store.ts';
import type { StoredBatch } from '../changes/batches.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import { placeAfter } from '../changes/fill-log.ts';
import type { Clock } from '../kernel/clock.ts';
import { createGapWatch, type GapWatch } from './gap-watch.ts';
import { createLogPlaces } from './log-reader.ts';
import { createMemberships, type MemberSources, UnknownList } from './members.ts';
import { createQualityLog, type QualityLog } from './quality.ts';
import type { Following, Receiver } from './receiver.ts';
import { createReplays, type ReplaySpan } from './replay.ts';
import { createSubscribers } from './subscribers.ts';
import type { EventSubscription } from './subscription.ts';

/** Follows the store for all streams of this process: what is new is read once, and given to whom it concerns. */
export interface StreamHub {
  /** Awaited before a subscription is followed. Rejects while it is not known who is in its cohort; with {@link UnknownList}. */
  prepare(subscription: EventSubscription): Promise<void>;
  /** @param after all behind this place of the log is sent; undefined: from now on */
  follow(subscription: EventSubscription, receiver: Receiver, after: number | undefined): Following;
  /** Sends a stretch of the past in the order of its time. */
  replay(subscription: EventSubscription, receiver: Receiver, span: ReplaySpan): Following;
  /** What the ledger of coverage finds to be missing, of what other feeds are of. */
  gaps: GapWatch;
  /** The same as a feed. */
  quality: QualityLog;
  /** The newest look at the store; undefined before the first one. */
  look: ChangeFeed['last'];
  readonly store: Pick<AnalyticsStore, 'rows'>;
  /** Place of the newest batch that was looked at; undefined before the first look at the store. */
  newest(): number | undefined;
  /** Looks at the store where a place lies ahead of the newest look: another process may have stored its batch. */
  reach(place: number): Promise<void>;
  /** What the batch of a place is known by, and the time of its first fill, unix milliseconds; undefined where none is stored. */
  batchAt(place: number): Promise<Pick<StoredBatch, 'token' | 'firstMs' | 'lastMs'> | undefined>;
  /** Goes on behind a place. */
  cursorAt(place: number): Promise<string>;
  close(): Promise<void>;
}

export interface StreamHubOptions extends MemberSources {
  feed: ChangeFeed;
  store: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
  onError(error: unknown): void;
  /** Between two looks at the ledger of coverage; default: that of {@link createGapWatch}. */
  gapsEveryMs?: number;
}

export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { feed, store, clock, onError } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const memberships = createMemberships(options);
  const gaps = createGapWatch({ store, memberships, everyMs: options.gapsEveryMs, onError: fault });
  const places = createLogPlaces(feed);
  const quality = createQualityLog({ store, clock, signal, everyMs: options.gapsEveryMs, onError });
  const subscribers = createSubscribers({ feed, store, clock, memberships, places, signal, onError: fault });
  const { follow } = subscribers;
  const newest = () => (feed.last() === undefined ? undefined : placeAfter(feed.last()!.seq));
  const replay = createReplays({ store, clock, signal, memberships, newest, follow, onError: fault });

  function fault(error: unknown): void {
    if (!signal.aborted) onError(error);
  }

  return {
    async prepare(subscription) {
      await memberships.read([subscription]);
      if (memberships.isGone(subscription)) throw new UnknownList();
    },
    follow,
    replay,
    gaps,
    quality,
    newest,
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
