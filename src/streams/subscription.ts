import { hash } from 'node:crypto';
import type { LogFilter } from '../changes/fill-log.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { readAddress } from '../wire/address.ts';
import { type EventFeed, eventFeeds, type FeedArgument, unavailableFeeds } from './feeds.ts';

/** What a client asked to follow. */
export interface Subscription {
  type: string;
  feed: EventFeed;
  filter: LogFilter;
  /** Of what is followed: equal for equal subscriptions, 16 hex digits. */
  id: string;
  /** Replay from what follows this place of the log; undefined: from now on. */
  after: number | undefined;
  /** The same as a cursor, which is not checked yet. */
  cursor: string | undefined;
}

/** Refused, in the words of the protocol (docs/guides/streams.md#errors). */
export interface Refused {
  refused: string;
}

export interface SubscriptionContext {
  tier: Tier;
  /** Whether what this service adds to the protocol may be asked for. */
  isOwn: boolean;
  /** The exchange's own spelling of a coin; undefined where there is none. */
  coinOf(text: string): string | undefined;
}

/** Wallets that one subscription may name. */
export const usersLimit = 1_000;
const textLimit = 128;

/**
 * Reads the subscription of a message. Values fold case, and in whatever order its arguments stand it is the same subscription.
 *
 * @param value as it came from the client
 */
export function readSubscription(value: unknown, context: SubscriptionContext): Subscription | Refused {
  if (!isRecord(value)) return { refused: 'bad request' };
  const { type, sequence, snapshot, ...others } = value;
  const { cursor, ...ownArgs } = others;
  const args = context.isOwn ? ownArgs : others;
  if (typeof type !== 'string') return { refused: 'bad request' };
  if (unavailableFeeds.has(type)) return { refused: 'feed not available from this source' };
  const feed = Object.hasOwn(eventFeeds, type) ? eventFeeds[type]! : undefined;
  if (feed === undefined) return { refused: 'unknown subscription type' };
  const unknown = Object.keys(args).find((name) => name !== feed.argument);
  if (unknown !== undefined) return { refused: `unknown argument ${unknown.slice(0, textLimit)}` };
  if (!tierAllows(context.tier, feed.tier)) return { refused: 'feed not in tier' };
  const read = feed.argument === undefined ? {} : readArgument(feed.argument, args[feed.argument], context);
  if ('refused' in read) return read;
  if (cursor !== undefined && (typeof cursor !== 'string' || sequence !== undefined))
    return { refused: 'invalid cursor' };
  const start = readStart(sequence, snapshot);
  if ('refused' in start) return start;
  const filter: LogFilter = { ...read, ...(feed.kind && { kind: feed.kind }) };
  const id = hash('sha256', JSON.stringify([type, filter.coins, filter.wallets])).slice(0, 16);
  return { type, feed, filter, id, after: start.after, cursor };
}

function readArgument(
  name: FeedArgument,
  value: unknown,
  { coinOf }: SubscriptionContext,
): Pick<LogFilter, 'coins' | 'wallets'> | Refused {
  if (value === undefined) return { refused: `missing argument ${name}` };
  if (value === '' || (Array.isArray(value) && value.length === 0))
    return { refused: `empty argument ${name}` };
  if (name === 'users') return readUsers(value);
  if (typeof value !== 'string' || value.length > textLimit) return { refused: `invalid argument ${name}` };
  if (name === 'coin') {
    const coin = coinOf(value);
    return coin === undefined ? { refused: 'unknown coin' } : { coins: [coin] };
  }
  const wallet = readAddress(value);
  return wallet === undefined ? { refused: `invalid argument ${name}` } : { wallets: [wallet] };
}

function readUsers(value: unknown): Pick<LogFilter, 'wallets'> | Refused {
  if (!Array.isArray(value)) return { refused: 'invalid argument users' };
  if (value.length > usersLimit) return { refused: 'too many values for argument users' };
  const wallets = value.map((user) => (typeof user === 'string' ? readAddress(user) : undefined));
  const known = wallets.filter((wallet) => wallet !== undefined);
  if (known.length < wallets.length) return { refused: 'invalid argument users' };
  return { wallets: [...new Set(known)].sort() };
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
