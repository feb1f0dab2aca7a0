import type { LogFilter } from '../changes/fill-log.ts';
import type { LoggedFill } from '../changes/logged-fill.ts';
import type { feedsOfEvents } from '../coverage/gap-list.ts';
import type { Tier } from '../domain/tier.ts';
import type { Changes } from './change-log.ts';
import type { EventFilter } from './event-filter.ts';
import type { FeedText } from './schema.ts';

export type FeedArgument = 'coin' | 'user' | 'users' | 'cohort';

/** A feed of events derived from the log of fills, or from a list of changes. */
export interface EventFeed extends FeedText {
  tier: Tier;
  /** The required argument; undefined if none. */
  argument: FeedArgument | undefined;
  kind: LogFilter['kind'];
  /** Record whose gaps its subscriptions are sent; default: fills. */
  record?: keyof typeof feedsOfEvents;
  /** List of changes that the feed reads; default: fills. */
  changes?: Changes;
  /** Filter arguments besides its own; default: all. */
  filters?: readonly string[];
  /** An extension of this service; not in the protocol. */
  isOwn?: true;
  events?: readonly string[];
  /** Elements of a message, each as JSON. @param fills Fills of one log position that pass the filter, except for its `events`. */
  elements(fills: readonly LoggedFill[], filter: Pick<EventFilter, 'events'>): string[];
}

/** Three variants of a feed: all wallets, one wallet, several wallets. */
export function threefold(
  name: string,
  tiers: readonly [all: Tier, one: Tier, many: Tier],
  feed: Pick<EventFeed, 'kind' | 'elements' | 'record' | 'changes' | 'filters' | 'events' | keyof FeedText>,
  ofWallets: EventFeed['elements'] = feed.elements,
): Record<string, EventFeed> {
  const named = { ...feed, elements: ofWallets };
  const { summary } = feed;
  return {
    [name]: { ...feed, tier: tiers[0], argument: undefined },
    [`${name}ByUser`]: { ...named, tier: tiers[1], argument: 'user', summary: `${summary} of one wallet` },
    [`${name}ByUsers`]: {
      ...named,
      tier: tiers[2],
      argument: 'users',
      summary: `${summary} of up to 1,000 wallets`,
    },
  };
}

/** Own parts of feeds that read a list of changes, not fills. */
export const ofChanges = { kind: undefined, elements: () => [] };
/** Feeds of this service that are not in the protocol. */
export const derived = { tier: 'pro', argument: undefined, isOwn: true } as const;
