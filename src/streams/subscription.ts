import { hash } from 'node:crypto';
import type { CoinSpellings } from '../domain/coin-spelling.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { instantMs } from '../kernel/instant.ts';
import { readAddress } from '../wire/address.ts';
import {
  type EventFilter,
  type FilterContext,
  filterArguments,
  type Refused,
  readEvents,
  readFilter,
  readWallets,
} from './event-filter.ts';
import type { EventFeed, FeedArgument } from './feed.ts';
import { listLimits } from './feed-arguments.ts';
import { eventFeeds, type Feeds, feedOf, isStateFeed, stateFeeds, unavailableFeeds } from './feeds.ts';
import { endOfTimeMs } from './log-position.ts';
import type { ReplaySpan } from './replay.ts';
import { argumentsOf, readStateArguments } from './state-arguments.ts';
import type { StateHub } from './state-hub.ts';
import type { StateArguments, StateFeed } from './state-topic.ts';

export type Subscription = EventSubscription | StateSubscription;

export interface EventSubscription {
  type: string;
  feed: EventFeed;
  filter: EventFilter;
  /** Hash of type, filter and replay span: 16 hex digits, equal for equal subscriptions. */
  id: string;
  /** Log position to start after; undefined: from now on. */
  after: number | undefined;
  /** Start as a cursor, not validated yet. */
  cursor: string | undefined;
  /** Past span to replay in time order. */
  replay: ReplaySpan | undefined;
}

export interface StateSubscription {
  type: string;
  feed: StateFeed;
  of: StateArguments;
  id: string;
  /** False: the current state is skipped. */
  snapshot: boolean;
}

/** Key shared by equal subscriptions. */
export const keyOf = ({ type, id }: Pick<Subscription, 'type' | 'id'>) => `${type} ${id}`;

export function isOfStates(subscription: Subscription): subscription is StateSubscription {
  return 'snapshot' in subscription;
}

export interface SubscriptionContext extends FilterContext {
  tier: Tier;
  /** Whether this service's protocol extensions are on. */
  isOwn: boolean;
  states: Pick<StateHub, 'hasSource' | 'isKnown'>;
  /** Default: all of the service. */
  feeds?: Feeds | undefined;
}

const textLimit = 128;

/**
 * Parses the subscription of a message. The case of most values and the order of arguments do not matter.
 *
 * @param value Client input.
 */
export function readSubscription(value: unknown, context: SubscriptionContext): Subscription | Refused {
  const read = readRequest(value, context);
  const isEarly = 'refused' in read && read.refused === 'unknown coin' && context.areCoinsRead?.() === false;
  return isEarly ? { refused: 'coins are being read' } : read;
}

export const coinNames = (coins: Pick<CoinSpellings, 'resolve' | 'isRead'>) => ({
  coinOf: (text: string) => coins.resolve(text),
  areCoinsRead: () => coins.isRead?.() !== false,
});

function readRequest(value: unknown, context: SubscriptionContext): Subscription | Refused {
  if (!isRecord(value)) return { refused: 'bad request' };
  const { type, sequence, snapshot, ...others } = value;
  const { cursor, from, to, speed, ...ownArgs } = others;
  const args = context.isOwn ? ownArgs : others;
  if (typeof type !== 'string') return { refused: 'bad request' };
  if (unavailableFeeds.has(type)) return { refused: notAvailable };
  const feed = feedOf(type, context.feeds);
  if (feed === undefined || ('isOwn' in feed && !context.isOwn))
    return { refused: 'unknown subscription type' };
  const known = isStateFeed(feed) ? argumentsOf(feed) : argumentsOfEvents(feed, context.isOwn);
  const isReplay = context.isOwn && [from, to, speed].some((given) => given !== undefined);
  if (isReplay && isStateFeed(feed)) return { refused: 'a feed of states has no replay' };
  const unknown = Object.keys(args).find((name) => !known.has(name));
  if (unknown !== undefined) return { refused: `unknown argument ${unknown.slice(0, textLimit)}` };
  if (!tierAllows(context.tier, feed.tier)) return { refused: 'feed not in tier' };
  if (cursor !== undefined && (typeof cursor !== 'string' || sequence !== undefined))
    return { refused: 'invalid cursor' };
  const start = readStart(sequence, snapshot);
  if ('refused' in start) return start;
  if (isStateFeed(feed)) return readState(type, feed, args, context, { ...start, snapshot, cursor });
  const read = feed.argument === undefined ? {} : readArgument(feed.argument, args[feed.argument], context);
  if ('refused' in read) return read;
  const params = Object.fromEntries(Object.entries(args).filter(([name]) => name !== feed.argument));
  const beside = readBeside(params, feed, context);
  if ('refused' in beside) return beside;
  if (beside.cohort !== undefined && !tierAllows(context.tier, cohortTier))
    return { refused: 'feed not in tier' };
  if (feed.changes && speed !== undefined) return { refused: 'unknown argument speed' };
  const replay = isReplay ? readReplay({ from, to, speed }) : undefined;
  if (replay !== undefined && 'refused' in replay) return replay;
  if (replay !== undefined && start.after !== undefined)
    return { refused: 'sequence and from cannot be combined' };
  const filter: EventFilter = { ...beside, ...read, ...(feed.kind && { kind: feed.kind }) };
  if (args.cohortSpan !== undefined && filter.cohort === undefined)
    return { refused: 'missing argument cohort' };
  return {
    type,
    feed,
    filter,
    id: idOf(type, filter, replay && { replay }),
    after: start.after,
    cursor,
    replay,
  };
}

/** Minimum tier for cohort filters, the same as for cohort pages. */
export const cohortTier = 'pro';

/** @param isOwn whether the extensions of this service are on */
export function argumentsOfEvents(feed: EventFeed, isOwn: boolean): ReadonlySet<string> {
  return new Set([feed.argument ?? [], ...(isOwn ? filtersBeside(feed) : [])].flat());
}

function readBeside(
  { events, ...params }: Readonly<Record<string, unknown>>,
  feed: EventFeed,
  context: SubscriptionContext,
): EventFilter | Refused {
  const named = events === undefined ? {} : readEvents(events, feed.events!);
  if ('refused' in named) return named;
  const read = readFilter(params, context);
  return 'refused' in read ? read : { ...read, ...named };
}

/** Filters of a feed besides its own argument. */
function filtersBeside({
  argument,
  kind,
  events,
  filters = [...filterArguments],
}: EventFeed): ReadonlySet<string> {
  const own: Record<FeedArgument, string> = {
    coin: 'coins',
    user: 'wallets',
    users: 'wallets',
    cohort: 'cohort',
  };
  const beside = filters.filter(
    (name) => name !== own[argument!] && (name !== 'builder' || kind === 'builder'),
  );
  return new Set([...beside, ...(events ? ['events'] : [])]);
}

const notAvailable = 'feed not available from this source';

/** Undefined for an unknown name. */
export const feedTier = (type: unknown): Tier | undefined => feedOf(type)?.tier;

/** The list of changes that a feed reads, with its own cursors; undefined for all other feeds. */
export const changesOfType = (type: unknown) =>
  typeof type === 'string' && isEventType(type) ? eventFeeds[type]!.changes : undefined;

/** Whether the first state of a feed is computed from the store, which takes longer. */
export const isComputed = (type: unknown) =>
  typeof type === 'string' && Object.hasOwn(stateFeeds, type) && stateFeeds[type]!.isOwn === true;

/** Only feeds of events have cursors. */
export const isEventType = (type: string) => Object.hasOwn(eventFeeds, type);

function idOf(
  type: string,
  { coins, wallets, kind: _, ...others }: EventFilter,
  further?: { replay: ReplaySpan } | { of: StateArguments },
): string {
  const more = Object.entries({ ...others, ...further }).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify([type, coins, wallets, ...(more.length > 0 ? [more] : [])])).slice(
    0,
    16,
  );
}

interface StateStart {
  after: number | undefined;
  snapshot: unknown;
  cursor: unknown;
}

function readState(
  type: string,
  feed: StateFeed,
  params: Readonly<Record<string, unknown>>,
  { states, coinOf }: SubscriptionContext,
  { after, cursor, snapshot }: StateStart,
): StateSubscription | Refused {
  if (feed.isLive && !states.hasSource) return { refused: notAvailable };
  const of = readStateArguments(feed, params, coinOf);
  if ('refused' in of) return of;
  // Without an exchange, candles are made of fills.
  if (of.source === 'mark' && !states.hasSource) return { refused: notAvailable };
  if (feed.isLive && of.coin !== params.coin) return { refused: 'unknown coin' };
  if (after !== undefined || cursor !== undefined) return { refused: 'sequence is not retained' };
  const isSnapshot = snapshot !== false;
  if (isSnapshot && !states.isKnown(type, of)) return { refused: 'quote book warming up' };
  return { type, feed, of, id: idOf(type, {}, { of }), snapshot: isSnapshot };
}

function readArgument(
  name: FeedArgument,
  value: unknown,
  { coinOf }: Pick<SubscriptionContext, 'coinOf'>,
): Pick<EventFilter, 'coins' | 'wallets' | 'cohort'> | Refused {
  if (value === undefined) return { refused: `missing argument ${name}` };
  if (value === '' || (Array.isArray(value) && value.length === 0))
    return { refused: `empty argument ${name}` };
  if (name === 'users') return readWallets(name, value, listLimits.users);
  if (name === 'cohort') return readFilter({ cohort: value }, { coinOf });
  if (typeof value !== 'string' || value.length > textLimit) return { refused: `invalid argument ${name}` };
  if (name === 'coin') {
    const coin = coinOf(value);
    return coin === undefined ? { refused: 'unknown coin' } : { coins: [coin] };
  }
  const wallet = readAddress(value);
  return wallet === undefined ? { refused: `invalid argument ${name}` } : { wallets: [wallet] };
}

const speeds = { least: 0.1, most: 1_000 };

function readReplay(params: { from: unknown; to: unknown; speed: unknown }): ReplaySpan | Refused {
  if (params.from === undefined) return { refused: 'missing argument from' };
  const fromMs = momentMs(params.from);
  if (fromMs === undefined) return { refused: 'invalid argument from' };
  const toMs = params.to === undefined ? undefined : momentMs(params.to);
  if (params.to !== undefined && (toMs === undefined || toMs < fromMs))
    return { refused: 'invalid argument to' };
  const speed =
    params.speed === undefined ? undefined : Number(params.speed === '' ? Number.NaN : params.speed);
  if (speed !== undefined && !(speed >= speeds.least && speed <= speeds.most))
    return { refused: 'invalid argument speed' };
  return { fromMs, toMs, speed };
}

/** An RFC 3339 instant, a date, or unix milliseconds. */
function momentMs(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{10,15}$/.test(value));
  const timeMs = isNumber ? Number(value) : typeof value === 'string' ? instantMs(value) : undefined;
  if (timeMs === undefined || !Number.isSafeInteger(timeMs)) return undefined;
  return timeMs >= 0 && timeMs <= endOfTimeMs ? timeMs : undefined;
}

function readStart(sequence: unknown, snapshot: unknown): { after: number | undefined } | Refused {
  if (snapshot !== undefined && typeof snapshot !== 'boolean') return { refused: 'invalid snapshot' };
  if (sequence === undefined) return { after: undefined };
  if (!Number.isSafeInteger(sequence) || (sequence as number) < 0) return { refused: 'invalid sequence' };
  if (snapshot !== undefined) return { refused: 'sequence and snapshot cannot be combined' };
  return { after: sequence as number };
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
