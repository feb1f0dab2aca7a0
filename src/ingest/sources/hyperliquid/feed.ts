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

/** A frame that carries data. */
export type DataFrame = Exclude<Frame, { channel: ControlChannel }>;
type ControlChannel = Extract<Channel, 'pong' | 'subscriptionResponse' | 'error'>;

/**
 * What a subscription has missed, by this machine's clock: from the last message of the lost connection to its new
 * acknowledgement.
 */
export interface FeedHole extends Span {
  subscription: FeedSubscription;
}

export interface FeedEvents {
  /** @param receivedMs by this machine's clock, unix milliseconds. */
  onFrame(frame: DataFrame, receivedMs: number): void;
  /** A message that cannot be used. */
  onFault(fault: FrameFault, message: string): void;
  /** A subscription runs for the first time. */
  onBegin?(subscription: FeedSubscription): void;
  /** A subscription runs again; the snapshot that follows may fill a part of what it has missed. */
  onHole(hole: FeedHole): void;
}

export interface FeedState {
  connected: boolean;
  /** Why it is not; undefined while it connects for the first time. */
  lossReason: string | undefined;
  /** How long it has not been, milliseconds; 0 while it is. */
  awayMs: number;
  /** Connections that were lost, and attempts that failed. */
  disconnects: number;
  subscriptions: number;
  /** Subscriptions the exchange has not acknowledged. */
  unacknowledged: number;
  /** Subscriptions it has refused. */
  refused: number;
}

/** The exchange's WebSocket, as if it never broke. */
export interface Feed {
  /**
   * Subscribes, now and after every reconnect; twice is once.
   * @throws RangeError where the exchange's limits do not allow it.
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
  /** Messages this machine may send in a minute, over all its feeds: the exchange allows 2000. */
  messages?: WeightBudget;
  /**
   * Connections this machine may open in a minute, over all its feeds: the exchange allows 30. As many as it takes
   * where absent.
   */
  dials?: WeightBudget;
  pingMs?: number;
  silenceMs?: number;
  /** The first wait after a lost connection; it doubles up to 30 s. */
  reconnectMs?: number;
  messageBytesLimit?: number;
  /** Opens WebSockets where absent. */
  dial?: Dial;
  /** The machine's where absent. */
  timers?: Timers;
}

const reconnectMaxMs = 30_000;
/** A connection that held this long was a good one: waits begin again. */
const steadyMs = minuteMs;

/** Opens the feed; it connects at once and for ever, until it is closed. */
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
    // An exchange that is away for hours is one line.
    const level = failures === 1 ? 'warn' : 'debug';
    log[level]({ url, reason, waitMs: Math.round(waitMs) }, 'the feed was lost; connecting again');
    cancelConnect = timers.after(waitMs, connect);
  }

  /** Sends what the subscriptions ask for, as far as the messages of this minute allow. */
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
        // As good a moment as any for requests that were not acknowledged.
        sendRequests();
        return;
      case 'subscriptionResponse':
        if (frame.data.method === 'subscribe') acknowledge(frame.data.subscription, receivedMs);
        return;
      case 'error': {
        const error = subscriptionError(frame.data);
        // Its acknowledgement was lost: it runs all the same.
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
