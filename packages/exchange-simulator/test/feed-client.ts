import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from '../../../test/until.ts';

export interface Message {
  channel: string;
  // biome-ignore lint/suspicious/noExplicitAny: frames of every channel, read by the assertions
  data: any;
}

/** A plain WebSocket client that records its messages. */
export interface FeedClient {
  socket: WebSocket;
  messages: Message[];
  /** The messages as they came. */
  texts: string[];
  say(message: unknown): void;
  subscribe(subscription: object): void;
  /** All messages of a channel so far. */
  of(channel: string): Message[];
  /** Waits for the answer of a ping, which follows all earlier answers. Returns the messages since the last call. */
  answers(): Promise<Message[]>;
  closed: Promise<number>;
}

export async function connectFeed(url: string): Promise<FeedClient> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const messages: Message[] = [];
  const texts: string[] = [];
  socket.on('message', (data) => {
    texts.push(String(data));
    messages.push(JSON.parse(String(data)));
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await once(socket, 'open');
  let read = 0;
  const client: FeedClient = {
    socket,
    messages,
    texts,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    subscribe: (subscription) => client.say({ method: 'subscribe', subscription }),
    of: (channel) => messages.filter((message) => message.channel === channel),
    async answers() {
      const pongs = client.of('pong').length;
      client.say({ method: 'ping' });
      await until('a pong', () => client.of('pong').length > pongs);
      const since = messages.slice(read);
      read = messages.length;
      return since.filter(({ channel }) => channel !== 'pong');
    },
    closed,
  };
  return client;
}
