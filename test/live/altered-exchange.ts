/** Proxy of the simulated exchange with altered answers and frames, as described by public reports. */
import { type ClientOptions, WebSocket } from 'ws';
import type { Dial } from '../../src/ingest/sources/hyperliquid/feed-socket.ts';
import {
  createInfoTransport,
  type InfoTransport,
} from '../../src/ingest/sources/hyperliquid/info-transport.ts';

/** The body of a request of the exchange's REST API, as far as alterations look at it. */
export interface Asked {
  type: string;
  user?: string;
  dex?: string;
  startTime?: number;
  endTime?: number;
  req?: { coin: string; interval: string; startTime: number; endTime: number };
}

export interface Alterations {
  /** Replaces the exchange's answer; undefined forwards the request. */
  answer(params: Asked): unknown;
  /** Alters an answer of the exchange; undefined keeps it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every type
  change(params: Asked, answer: any): unknown;
  /** Trades sent repeatedly to a client that subscribes to a coin's trades. */
  trades(coin: string): readonly object[];
  /** Coins whose subscriptions the exchange behind refuses. */
  own: readonly string[];
}

const repeatMs = 150;

/** @param infoUrl of the exchange behind */
export function alteredExchange(
  infoUrl: string,
  { answer, change, trades, own }: Alterations,
): { transport: InfoTransport; dial: Dial } {
  const behind = createInfoTransport({ url: infoUrl, connections: 8 });
  return {
    transport: {
      async send(body) {
        const params = JSON.parse(body) as Asked;
        const given = answer(params);
        if (given !== undefined) return { status: 200, body: JSON.stringify(given) };
        const reply = await behind.send(body);
        if ('failure' in reply || reply.status !== 200) return reply;
        const changed = change(params, JSON.parse(reply.body));
        return changed === undefined ? reply : { ...reply, body: JSON.stringify(changed) };
      },
      close: () => behind.close(),
    },
    dial(url: string, options: ClientOptions) {
      const socket = new WebSocket(url, options);
      const repeats: NodeJS.Timeout[] = [];
      const emit = (channel: string, data: unknown) =>
        socket.emit('message', Buffer.from(JSON.stringify({ channel, data })), false);
      const send = socket.send.bind(socket) as (text: string) => void;
      socket.send = (text: string) => {
        const message = JSON.parse(text);
        const { type, coin } = message.subscription ?? {};
        if (own.includes(coin)) emit('subscriptionResponse', message);
        else send(text);
        if (message.method !== 'subscribe' || type !== 'trades') return;
        const repeated = trades(coin);
        if (repeated.length > 0) repeats.push(setInterval(() => emit('trades', repeated), repeatMs));
      };
      socket.on('close', () => {
        for (const repeat of repeats) clearInterval(repeat);
      });
      return socket;
    },
  };
}
