import { type Clock, minuteMs, systemClock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { type Rng, secureRng } from '../../../kernel/rng.ts';
import type { Span } from '../../../kernel/span.ts';
import { type Cancel, systemTimers, type Timers } from '../../../kernel/timers.ts';
import { type Channel, type Frame, type FrameFault, readFrame } from '../../../wire/frame.ts';
import {
  type FeedSubscription,
  subscriptionError,
  type WireSubscriptionResponse,
} from '../../../wire/subscription.ts';
import { backoffMs } from './backoff.ts';
import { type Dial, type FeedSocket, openFeedSocket } from './feed-socket.ts';
import { createSubscriptionSet } from './subscription-set.ts';
import { createWeightBudget, type WeightBudget } from './weight-budget.ts';

export type DataFrame = Exclude<Frame, { channel: ControlChannel }>;
type ControlChannel = Extract<Channel, 'pong' | 'subscriptionResponse' | 'error'>;

/** Time that a subscription missed, by this machine's clock: from the last message of the lost connection to the new acknowledgement. */
export interface FeedHole extends Span {
  subscription: FeedSubscription;
}

export interface FeedEvents {
  /** @param receivedMs by this machine's clock, unix milliseconds. */
  onFrame(frame: DataFrame, receivedMs: number): void;
  onFault(fault: FrameFault, message: string): void;
  /** Called when a subscription runs for the first time. */
  onBegin?(subscription: FeedSubscription): void;
  /** Called when a subscription runs again; the snapshot that follows may fill a part of the hole. */
  onHole(hole: FeedHole): void;
}

export interface FeedState {
  connected: boolean;
  /** Why the feed is disconnected; undefined during the first connection attempt. */
  lossReason: string | undefined;
  /** Time since the feed lost its connection, milliseconds; 0 while connected. */
  awayMs: number;
  /** Lost connections and failed attempts. */
  disconnects: number;
  subscriptions: number;
  /** Subscriptions the exchange has not acknowledged. */
  unacknowledged: number;
  refused: number;
}

/** The exchange's WebSocket, with automatic reconnection. */
export interface Feed {
  /**
   * Subscribes now and after every reconnect; a repeat has no effect.
   * @throws RangeError if the exchange's limits do not allow it.
   */
  subscribe(subscription: FeedSubscription): void;
  unsubscribe(subscription: FeedSubscription): void;
  state(): FeedState;
  close(): void;
}

export interface FeedOptions {
  url: string;
  events: FeedEvents;
  log: Log;
  clock?: Clock;
  rng?: Rng;
  /** Messages per minute over all feeds of this machine; the exchange allows 2000. */
  messages?: WeightBudget;
  /** Connections per minute over all feeds of this machine; the exchange allows 30. Default: unlimited. */
  dials?: WeightBudget;
  pingMs?: number;
  silenceMs?: number;
  /** First backoff after a lost connection; doubles up to 30 s. */
  reconnectMs?: number;
  messageBytesLimit?: number;
  dial?: Dial;
  timers?: Timers;
}

const reconnectMaxMs = 30_000;
/** A connection that lasted this long resets the backoff. */
const steadyMs = minuteMs;

/** Opens the feed; connects immediately and reconnects until closed. */
export function openFeed(options: FeedOptions): Feed {
  const {
    url,
    events,
    log,
    clock = systemClock,
    rng = secureRng,
    timers = systemTimers,
    dial: dialled,
  } = options;
  const { messages = createWeightBudget({ limit: 1_900 }), dials } = options;
  const { pingMs = 15_000, silenceMs = 40_000, reconnectMs = 1_000, messageBytesLimit = 16 << 20 } = options;
  const set = createSubscriptionSet();
  let disconnects = 0;
  let socket: FeedSocket | undefined;
  let openedMs = 0;
  let failures = 0;
  let lossReason: string | undefined;
  let awaySinceMs: number | undefined = timers.monotonicMs();
  let seenMs: number | undefined;
  let cancelConnect: Cancel | undefined;
  let cancelSending: Cancel | undefined;
  let closed = false;

  function connect(): void {
    openedMs = timers.monotonicMs();
    const dial = dials?.reserve(1, openedMs);
    if (dials !== undefined && dial === undefined) {
      cancelConnect = timers.after(Math.max(1, dials.waitMs(1, openedMs)), connect);
      return;
    }
    dial?.settle(1, openedMs);
    socket = openFeedSocket({
      url,
      pingMs,
      silenceMs,
      messageBytesLimit,
      timers,
      ...(dialled !== undefined && { dial: dialled }),
      onOpen() {
        awaySinceMs = undefined;
        sendRequests();
      },
      onMessage: receive,
      onEnd: lose,
    });
  }

  function lose(reason: string): void {
    cancelSending?.();
    disconnects += 1;
    awaySinceMs ??= timers.monotonicMs();
    lossReason = reason;
    set.disconnected(seenMs ?? clock.nowMs());
    if (closed) return;
    failures = timers.monotonicMs() - openedMs >= steadyMs ? 1 : failures + 1;
    const waitMs = backoffMs(failures, { firstMs: reconnectMs, maxMs: reconnectMaxMs, rng });
    // An outage of hours logs one warning.
    const level = failures === 1 ? 'warn' : 'debug';
    log[level]({ url, reason, waitMs: Math.round(waitMs) }, 'the feed was lost; connecting again');
    cancelConnect = timers.after(waitMs, connect);
  }

  /** Sends pending subscription requests, within the message limit of this minute. */
  function sendRequests(): void {
    cancelSending?.();
    while (socket?.isOpen) {
      const nowMs = timers.monotonicMs();
      const request = set.nextRequest(nowMs);
      if (request === undefined) return;
      const reservation = messages.reserve(1, nowMs);
      if (reservation === undefined) {
        cancelSending = timers.after(Math.max(1, messages.waitMs(1, nowMs)), sendRequests);
        return;
      }
      reservation.settle(1, nowMs);
      set.sent(request, nowMs);
      socket.send(request);
    }
  }

  function acknowledge(echo: WireSubscriptionResponse['subscription'], receivedMs: number): void {
    const begun = set.acknowledge(echo);
    if (begun === undefined) return;
    const { subscription, fromMs } = begun;
    if (fromMs === undefined) events.onBegin?.(subscription);
    else events.onHole({ subscription, fromMs, toMs: receivedMs });
  }

  function receive(message: string): void {
    const receivedMs = clock.nowMs();
    seenMs = receivedMs;
    const frame = readFrame(message);
    if ('fault' in frame) {
      events.onFault(frame, message);
      return;
    }
    switch (frame.channel) {
      case 'pong':
        // A pong also triggers retries of unacknowledged requests.
        sendRequests();
        return;
      case 'subscriptionResponse':
        if (frame.data.method === 'subscribe') acknowledge(frame.data.subscription, receivedMs);
        return;
      case 'error': {
        const error = subscriptionError(frame.data);
        // Its acknowledgement was lost, but the subscription runs.
        if (error?.runs === true) acknowledge(error.subscription, receivedMs);
        else {
          if (error !== undefined) set.refuse(error.subscription);
          log.warn({ url, error: frame.data.slice(0, 500) }, 'the exchange refused a message');
        }
        return;
      }
      default:
        events.onFrame(frame, receivedMs);
    }
  }

  connect();
  return {
    subscribe(subscription) {
      if (set.add(subscription)) sendRequests();
    },
    unsubscribe(subscription) {
      if (set.remove(subscription)) sendRequests();
    },
    state: () => ({
      connected: socket?.isOpen === true,
      lossReason: socket?.isOpen === true ? undefined : (socket?.endReason ?? lossReason),
      awayMs: awaySinceMs === undefined ? 0 : timers.monotonicMs() - awaySinceMs,
      subscriptions: set.size,
      unacknowledged: set.unacknowledged,
      refused: set.refused,
      disconnects,
    }),
    close() {
      closed = true;
      cancelConnect?.();
      cancelSending?.();
      socket?.end();
    },
  };
}
