import type { AnalyticsStore } from '../analytics/store.ts';
import type { CohortSpan } from '../boards/trader-cohorts.ts';
import type { BoardPeriod, BoardSort } from '../boards/traders.ts';
import type { Look } from '../changes/change-feed.ts';
import type { Cohort, CohortKind } from '../domain/cohort.ts';
import type { Tier } from '../domain/tier.ts';
import type { Watching } from '../endpoints/footing.ts';
import { type Clock, rfc3339 } from '../kernel/clock.ts';
import type { Market } from '../market/market.ts';
import type { FeedText } from './schema.ts';

/** Arguments of a subscription to a feed of states; a default is left out. */
export interface StateArguments {
  /** In the exchange's spelling. */
  coin?: string | undefined;
  /** Lower-case address. */
  wallet?: string | undefined;
  cohort?: { kind: CohortKind; cohort: Cohort } | undefined;
  /** Time span that the cohort is computed over; default all-time. */
  cohortSpan?: CohortSpan | undefined;
  /** Leaderboard only; values as in its endpoint. */
  sort?: BoardSort | undefined;
  period?: BoardPeriod | undefined;
  /** Candles only. */
  interval?: string | undefined;
  source?: 'trade' | 'mark' | undefined;
}

/** Subject of a subscription; equal subscriptions have equal ids. */
export interface FollowedState {
  type: string;
  id: string;
  of: StateArguments;
}

export interface StateReceiver {
  /** @returns false if the receiver is busy; it gets the newest state later */
  take(texts: StateTexts, skipped: number): boolean;
  /** Reading the store failed; nothing follows. */
  failed?(): void;
}

export interface StateTexts {
  /** Text in the protocol's form. */
  plain: string;
  /** Text with this service's extensions. @param skipped States dropped before this one. */
  own(skipped: number): string;
}

/** Newest state of one subject, of which subscribers get the newest version and may miss others. Versions count from 1. */
export interface StateTopic {
  /** Notices changes in memory, and starts the reads that are due. Called several times a second while there are subscribers. */
  refresh(): void;
  /** Version after which a new subscriber starts. Undefined: not known yet. @param isFromNow skips the current state */
  begin(of: FollowedState, isFromNow: boolean): number | undefined;
  /** The next message after a version, without `texts` if nothing up to `at` concerns the subscription. Undefined: nothing newer. */
  next(of: FollowedState, had: number): { at: number; texts?: StateTexts | undefined } | undefined;
  end?(): void;
}

/** Subscribers of a topic. */
export interface TopicMembers {
  followed(): Iterable<FollowedState>;
  /** Sends the newest state after a read. If it fails, subscribers that have waited since its start fail, so that they can retry. */
  read(run: () => Promise<void>): Promise<void>;
}

/** Sources of states. */
export interface StateParts {
  market: Pick<Market, 'book' | 'contexts' | 'observed' | 'candle' | 'context' | 'listing' | 'hasSource'>;
  /** Source of candles that are not in memory. */
  store: Pick<AnalyticsStore, 'rows'>;
  /** The last poll of stored fills. */
  newest(): Pick<Look, 'seq' | 'newestMs'> | undefined;
  /** Wraps the sources, so that a reading records the source versions it used. */
  watched: Watching;
  clock: Clock;
  /** A value per name, shared by the topics of a hub. */
  shared<T>(name: string, make: () => T): T;
}

/** Arguments of which a subscription names exactly one, and those that every one may have. */
export type StateSubject = 'coin' | 'user' | 'cohort';
export type StateOption = 'interval' | 'source' | 'cohortSpan' | 'sort' | 'period';

/** A feed of states; each state replaces the previous one. */
export interface StateFeed extends StateTopics, FeedText {
  tier: Tier;
  /** An extension of this service; not in the protocol. */
  isOwn?: true;
  subjects: readonly StateSubject[];
  options?: readonly StateOption[];
  /** Comes from an exchange that this process reads; its coins are case-sensitive. */
  isLive?: true;
}

/** How the topics of a feed are made. */
export interface StateTopics {
  /** Subscriptions with equal keys share a topic. Default: those of equal type and id. */
  keyOf?(of: StateArguments): string;
  open(followed: FollowedState, parts: StateParts, members: TopicMembers): StateTopic;
  /** Whether a first state is available; default: always. */
  isKnown?(of: StateArguments, market: StateParts['market']): boolean;
}

/** @param state.json Data of the state, as JSON. */
export function textsOf(
  { type, id }: Pick<FollowedState, 'type' | 'id'>,
  { timeMs, json }: { timeMs: number; json: string },
): StateTexts {
  const head = `{"channel":"${type}","seq":${timeMs}`;
  const tail = `"data":${json}}`;
  const said = `"id":"${id}","time":"${rfc3339(timeMs)}"`;
  return {
    plain: `${head},${tail}`,
    own: (skipped: number) => [head, said, ...(skipped > 0 ? [`"skipped":${skipped}`] : []), tail].join(','),
  };
}
