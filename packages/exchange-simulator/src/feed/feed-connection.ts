import { WebSocket } from 'ws';
import { systemTimers, type Timers } from '../../../../src/kernel/timers.ts';
import type { Delivery, FrameFaults } from '../faults/frame-faults.ts';
import type { AddressUse } from './address-limits.ts';
import { type PostResponse, readRequest } from './feed-request.ts';
import type { Topic } from './topic.ts';

/** Subscriptions of a connection. */
export interface Streams {
  /** True if the topic's coin, wallet or dex exists. */
  knows(topic: Topic): boolean;
  join(topic: Topic, connection: FeedConnection): void;
  leave(topic: Topic, connection: FeedConnection): void;
}

/** WebSocket of a client. */
export interface FeedConnection {
  /** Sends a data frame, subject to the fault plan. */
  send(channel: string, text: string): void;
  /** Time since the last message, milliseconds; 0 while a fault keeps the connection half-open. */
  silentMs(): number;
  /** Ends it at once, without a closing frame. */
  end(): void;
}

/** The part of a socket that a connection uses: a WebSocket, or a loopback in the same process. */
export type ServedSocket = Pick<WebSocket, 'readyState' | 'bufferedAmount' | 'send' | 'terminate'> & {
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'error' | 'close', listener: () => void): unknown;
};

export interface FeedConnectionOptions {
  socket: ServedSocket;
  use: AddressUse;
  faults: FrameFaults | undefined;
  streams: Streams;
  /** Answers a request of `POST /info` that came as a message. */
  post(payload: unknown): PostResponse;
  /** A client that leaves more than this unread is cut off. */
  unreadBytesLimit: number;
  /** Every connection ends: the fault plan says so. */
  onStorm(): void;
  onEnd(connection: FeedConnection): void;
  /** Default: the system's timers. */
  timers?: Timers;
}

export function openFeedConnection(options: FeedConnectionOptions): FeedConnection {
  const { socket, use, faults, streams, post, unreadBytesLimit, onStorm, onEnd } = options;
  const { timers = systemTimers } = options;
  const topics = new Map<string, Topic>();
  let sentMs = timers.monotonicMs();
  const connection: FeedConnection = {
    send(channel, text) {
      deliver(faults?.onFrame(channel, text) ?? { texts: [text] });
    },
    silentMs: () => (faults?.isHalfOpen ? 0 : timers.monotonicMs() - sentMs),
    end: () => socket.terminate(),
  };

  function deliver({ texts, ends }: Delivery): void {
    for (const text of texts) {
      if (socket.readyState !== WebSocket.OPEN) return;
      sentMs = timers.monotonicMs();
      socket.send(text);
    }
    if (socket.bufferedAmount > unreadBytesLimit || ends === 'one') socket.terminate();
    if (ends === 'all') onStorm();
  }

  /** Sends an answer; `data` is undefined for a pong. */
  function answer(channel: string, data?: unknown): void {
    const text = JSON.stringify({ channel, data });
    deliver(faults?.onControl(text) ?? { texts: [text] });
  }

  /** Error text of the exchange for a refused subscription; undefined if it is accepted. */
  function refusalOf(topic: Topic): string | undefined {
    const subscription = JSON.stringify(topic.echo);
    if (topics.has(topic.key)) return `Already subscribed: ${subscription}`;
    return streams.knows(topic) ? use.subscribe(topic.user) : `Invalid subscription ${subscription}`;
  }

  function subscribe(topic: Topic): void {
    const refusal = refusalOf(topic);
    if (refusal !== undefined) {
      answer('error', refusal);
      return;
    }
    topics.set(topic.key, topic);
    answer('subscriptionResponse', { method: 'subscribe', subscription: topic.echo });
    streams.join(topic, connection);
  }

  function unsubscribe(topic: Topic): void {
    if (topics.has(topic.key)) {
      forget(topic);
      answer('subscriptionResponse', { method: 'unsubscribe', subscription: topic.echo });
    } else answer('error', `Already unsubscribed: ${JSON.stringify(topic.echo)}`);
  }

  function forget(topic: Topic): void {
    topics.delete(topic.key);
    use.unsubscribe(topic.user);
    streams.leave(topic, connection);
  }

  function receive(message: string): void {
    const refusal = use.message(timers.monotonicMs());
    const request = refusal === undefined ? readRequest(message) : undefined;
    if (request?.method === 'ping') answer('pong');
    else if (request?.method === 'subscribe') subscribe(request.topic);
    else if (request?.method === 'unsubscribe') unsubscribe(request.topic);
    else if (request?.method === 'post') answer('post', { id: request.id, response: post(request.payload) });
    else answer('error', refusal ?? `${unreadable}: ${message.slice(0, shownLimit)}`);
  }

  socket.on('message', (data, isBinary) => receive(isBinary ? '' : String(data)));
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    for (const topic of [...topics.values()]) forget(topic);
    use.disconnect();
    faults?.end();
    onEnd(connection);
  });
  return connection;
}

const unreadable = 'Error parsing JSON into valid websocket request';
/** Characters of a message that an error repeats. */
const shownLimit = 2_000;
