import { hash } from 'node:crypto';
import type { CoinSpellings } from '../domain/coin-spelling.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { instantMs } from '../kernel/instant.ts';
import { readAddress } from '../wire/address.ts';
import { type CandleSource, candleSources, isCandleInterval } from './candles/candle-values.ts';
import { endOfTimeMs } from './cursor.ts';
import {
  type EventFilter,
  type FilterContext,
  filterArguments,
  type Refused,
  readEvents,
  readFilter,
  readWallets,
} from './event-filter.ts';
import { type EventFeed, eventFeeds, type FeedArgument, unavailableFeeds } from './feeds.ts';
import { argumentsOf, readFigureArguments } from './figures/figure-arguments.ts';
import type { FigureArguments, FigureFeed } from './figures/figure-feed.ts';
import { figureFeeds } from './figures/figure-feeds.ts';
import type { ReplaySpan } from './replay.ts';
import { type CandleFeed, candleFeeds, type StateFeed, type StateHub, stateFeeds } from './states.ts';

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
  feed: StateFeed | CandleFeed | FigureFeed;
  /** Empty for feeds of all coins. */
  coin: string;
  /** Feeds of candles only. */
  candles: { interval: string; source: CandleSource } | undefined;
  /** Feeds of figures only. */
  figures?: FigureArguments | undefined;
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
}

export const usersLimit = 1_000;
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
  const feed = feedOf(type);
  if (feed === undefined || ('isOwn' in feed && !context.isOwn))
    return { refused: 'unknown subscription type' };
  const extra = argumentsBeside(feed, context.isOwn);
  const isReplay = context.isOwn && [from, to, speed].some((given) => given !== undefined);
  if (isReplay && isStateFeed(feed)) return { refused: 'a feed of states has no replay' };
  const isKnown = (name: string) => name === feed.argument || extra.has(name);
  const unknown = Object.keys(args).find((name) => !isKnown(name));
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
const cohortTier = 'pro';
const noFilters: ReadonlySet<string> = new Set();
const candleArguments: ReadonlySet<string> = new Set(['interval', 'source']);

function argumentsBeside(feed: AnyFeed, isOwn: boolean): ReadonlySet<string> {
  if ('isOfFigures' in feed) return argumentsOf(feed);
  if (isStateFeed(feed)) return 'isOfCandles' in feed ? candleArguments : noFilters;
  return isOwn ? filtersBeside(feed) : noFilters;
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
export const feedTier = (type: unknown): Tier | undefined =>
  typeof type === 'string' ? feedOf(type)?.tier : undefined;

type AnyFeed = EventFeed | StateFeed | CandleFeed | FigureFeed;

/** The list of changes that a feed reads, with its own cursors; undefined for all other feeds. */
export const changesOfType = (type: unknown) =>
  typeof type === 'string' && isEventType(type) ? eventFeeds[type]!.changes : undefined;

/** Whether a feed is of figures, which are computed from the store and take longer. */
export const isFigureType = (type: unknown) => typeof type === 'string' && Object.hasOwn(figureFeeds, type);

/** Only feeds of events have cursors. */
export const isEventType = (type: string) => Object.hasOwn(eventFeeds, type);

function feedOf(type: string): AnyFeed | undefined {
  for (const feeds of [eventFeeds, stateFeeds, candleFeeds, figureFeeds])
    if (Object.hasOwn(feeds, type)) return feeds[type];
  return undefined;
}

const isStateFeed = (feed: AnyFeed): feed is StateSubscription['feed'] => !('elements' in feed);

function idOf(
  type: string,
  { coins, wallets, kind: _, ...others }: EventFilter,
  further?: { replay: ReplaySpan } | { candles: object } | { figures: object },
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
  feed: StateSubscription['feed'],
  params: Readonly<Record<string, unknown>>,
  { states, coinOf }: SubscriptionContext,
  start: StateStart,
): StateSubscription | Refused {
  if ('isOfFigures' in feed) return readFigures(type, feed, params, { coinOf, ...start });
  const candles = 'isOfCandles' in feed ? readCandles(params) : undefined;
  // Without an exchange source, only candles of fills are available.
  if (!states.hasSource && (candles === undefined || ('source' in candles && candles.source === 'mark')))
    return { refused: notAvailable };
  const read = feed.argument === undefined ? {} : readArgument('coin', params.coin, { coinOf });
  if ('refused' in read) return read;
  const coin = read.coins?.[0] ?? '';
  // Coins of state feeds are case-sensitive, except for candles.
  if (feed.argument !== undefined && candles === undefined && coin !== params.coin)
    return { refused: 'unknown coin' };
  if (candles !== undefined && 'refused' in candles) return candles;
  if (start.after !== undefined || start.cursor !== undefined) return { refused: 'sequence is not retained' };
  const isSnapshot = start.snapshot !== false;
  if (isSnapshot && candles === undefined && !states.isKnown(type, coin))
    return { refused: 'quote book warming up' };
  const id = idOf(type, { coins: [coin] }, candles && { candles });
  return { type, feed, coin, candles, id, snapshot: isSnapshot };
}

function readFigures(
  type: string,
  feed: FigureFeed,
  params: Readonly<Record<string, unknown>>,
  { coinOf, after, cursor, snapshot }: Pick<SubscriptionContext, 'coinOf'> & StateStart,
): StateSubscription | Refused {
  const figures = readFigureArguments(feed, params, coinOf);
  if ('refused' in figures) return figures;
  if (after !== undefined || cursor !== undefined) return { refused: 'sequence is not retained' };
  const id = idOf(type, {}, { figures });
  return { type, feed, coin: '', candles: undefined, figures, id, snapshot: snapshot !== false };
}

function readCandles({
  interval,
  source = 'trade',
}: Readonly<Record<string, unknown>>): { interval: string; source: CandleSource } | Refused {
  if (interval === undefined) return { refused: 'missing argument interval' };
  if (interval === '' || source === '')
    return { refused: `empty argument ${interval === '' ? 'interval' : 'source'}` };
  if (!isCandleInterval(interval)) return { refused: 'invalid argument interval' };
  const folded = typeof source === 'string' ? source.toLowerCase() : source;
  const known = candleSources.find((one) => one === folded);
  return known === undefined ? { refused: 'invalid argument source' } : { interval, source: known };
}

function readArgument(
  name: FeedArgument,
  value: unknown,
  { coinOf }: Pick<SubscriptionContext, 'coinOf'>,
): Pick<EventFilter, 'coins' | 'wallets' | 'cohort'> | Refused {
  if (value === undefined) return { refused: `missing argument ${name}` };
  if (value === '' || (Array.isArray(value) && value.length === 0))
    return { refused: `empty argument ${name}` };
  if (name === 'users') return readWallets(name, value, usersLimit);
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
