import { ownAccount } from '../access/caller.ts';
import { type Tier, tierAllows } from '../domain/tier.ts';
import { rfc3339 } from '../kernel/clock.ts';
import type { FilterContext } from './event-filter.ts';
import { feeds as allFeeds, type Feeds } from './feeds.ts';
import { createFollowed, type FollowedOptions } from './followed.ts';
import { isRecord, readSubscription } from './subscription.ts';

export interface SessionOptions extends FollowedOptions, Pick<FilterContext, 'coinOf' | 'areCoinsRead'> {
  /** Default: all of the service. */
  feeds?: Feeds;
}

export interface StreamSession {
  /** Sends the first message of the connection. */
  open(): void;
  receive(text: string): void;
  /** See {@link createFollowed}. */
  reached(): Promise<string | undefined>;
  /** Sends a heartbeat; called while the connection is idle. */
  beat(): void;
  close(): void;
}

export function createSession(options: SessionOptions): StreamSession {
  const { hub, states, line, caller, limits, isOwn, coinOf, areCoinsRead, nowMs, feeds = allFeeds } = options;
  const followed = createFollowed(options);
  const context = {
    tier: caller.tier,
    accountId: ownAccount(caller),
    states,
    coinOf,
    areCoinsRead,
    isOwn,
    feeds,
  };

  function send(message: { channel: string; cursor?: string } & Record<string, unknown>): void {
    const { channel, cursor } = message;
    line.send(JSON.stringify(message), { channel, ...(cursor !== undefined && { cursor }) });
  }

  function refuse(text: string, params: unknown): void {
    const { req_id, subscription } = isRecord(params) ? params : {};
    const own = {
      ...(req_id !== undefined && { req_id }),
      ...(subscription !== undefined && { subscription }),
    };
    send({ channel: 'error', data: text, ...(isOwn && { ...own, problem: problemOf(text) }) });
  }

  function acknowledge(method: string, params: Record<string, unknown>, id: string, cursor?: string): void {
    const { subscription, req_id } = params;
    send({
      channel: 'subscriptionResponse',
      data: { method, subscription, id },
      ...(isOwn && req_id !== undefined && { req_id }),
      ...(cursor !== undefined && { cursor }),
    });
  }

  /** @returns why not */
  function subscribe(params: Record<string, unknown>): string | undefined {
    const read = readSubscription(params.subscription, context);
    if ('refused' in read) return read.refused;
    const acknowledged = (cursor?: string) => acknowledge('subscribe', params, read.id, cursor);
    if (followed.has(read)) {
      acknowledged();
      return undefined;
    }
    return followed.begin(read, (refused, cursor) =>
      refused === undefined ? acknowledged(cursor) : refuse(refused, params),
    );
  }

  /** Ends, pauses or resumes a subscription. @returns the refusal, if any */
  function change(
    method: 'unsubscribe' | 'pause' | 'resume',
    params: Record<string, unknown>,
  ): string | undefined {
    const read = readSubscription(params.subscription, context);
    if ('refused' in read) return read.refused;
    if (!followed.change(method, read)) return 'subscription not active';
    acknowledge(method, params, read.id);
    return undefined;
  }

  /** @returns why not */
  function obey(params: unknown): string | undefined {
    if (!isRecord(params) || typeof params.method !== 'string') return 'bad request';
    const { method } = params;
    if (method === 'subscribe') return subscribe(params);
    if (method === 'unsubscribe') return change(method, params);
    if (isOwn && (method === 'pause' || method === 'resume')) return change(method, params);
    if (method !== 'ping') return 'unknown method';
    send({ channel: 'pong' });
    return undefined;
  }

  return {
    open() {
      const { connections, subscriptions } = limits.of(caller.tier);
      const isOffered = (feed: { tier: Tier; isOwn?: true; isLive?: true }) =>
        tierAllows(caller.tier, feed.tier) &&
        (isOwn || feed.isOwn !== true) &&
        (states.hasSource || feed.isLive !== true);
      const offered = Object.keys(feeds).filter((type) => isOffered(feeds[type]!));
      send({
        channel: 'connected',
        data: { tier: caller.tier, limits: { connections, subscriptions, feeds: offered } },
      });
    },
    receive(text) {
      const params = parsed(text);
      const refused = obey(params);
      if (refused !== undefined) refuse(refused, params);
    },
    beat() {
      if (isOwn) send({ channel: 'heartbeat', data: { seq: hub.newest() ?? null, time: rfc3339(nowMs()) } });
    },
    reached: followed.reached,
    close: followed.close,
  };
}

/** @param text One of the protocol's error texts. */
function problemOf(text: string) {
  return { type: 'about:blank', title: text, status: text === 'feed not in tier' ? 403 : 400 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
