import { WebSocket } from 'ws';
import { systemTimers, type Timers } from '../../../../src/kernel/timers.ts';
import type { Delivery, FrameFaults } from '../faults/frame-faults.ts';
import type { AddressUse } from './address-limits.ts';
import { type PostResponse, readRequest } from './feed-request.ts';
import type { Topic } from './topic.ts';

/** What a connection may ask of the streams. */
export interface Streams {
  /** Whether the topic's coin, wallet or dex exists. */
  knows(topic: Topic): boolean;
  join(topic: Topic, connection: FeedConnection): void;
  leave(topic: Topic, connection: FeedConnection): void;
}

/** One client's WebSocket. */
export interface FeedConnection {
  /** Sends one frame with data, as far as the fault plan lets it. */
  send(channel: string, text: string): void;
  /** Since something was sent last, milliseconds; 0 where the fault plan lets it look alive for ever. */
  silentMs(): number;
  /** Ends it at once, without a closing frame. */
  end(): void;
}

/** What a connection needs of a socket: a WebSocket, or one that goes to a client in the same process. */
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
  /** The machine's where absent. */
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

  /** Answers a message; `data` is left out of a pong, which has none. */
  function answer(channel: string, data?: unknown): void {
    const text = JSON.stringify({ channel, data });
    deliver(faults?.onControl(text) ?? { texts: [text] });
  }

  /** Why the exchange refuses a subscription, in its own words. */
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
