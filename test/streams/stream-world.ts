import { type ClientOptions, WebSocket } from 'ws';
import type { Authenticator } from '../../src/access/caller.ts';
import type { StreamTickets } from '../../src/access/stream-tickets.ts';
import { cohortMembers } from '../../src/boards/trader-cohorts.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { WalletLists } from '../../src/control/wallet-lists.ts';
import type { ServerOptions } from '../../src/http/server/server.ts';
import { createMarketMemory, type MarketMemory } from '../../src/market/market-memory.ts';
import { createStreamHub, type Mismatch } from '../../src/streams/hub.ts';
import { type StreamLimits, streamLimitsOf } from '../../src/streams/stream-limits.ts';
import { startToys, toyAuthenticator } from '../contract/toys.ts';
import { type EndpointHarness, openEndpointHarness } from '../endpoint-harness.ts';
import type { Given } from '../given-facts.ts';
import { type FillDraft, walletOf } from '../source-fills.ts';
import { until } from '../until.ts';

export const nowMs = Date.UTC(2026, 2, 14, 12);

// biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
export type Message = Record<string, any>;

let tid = 1_000;
/** A fill at an offset from now, with a new id. */
export function draft(wallet: number, offsetMs: number, more: Partial<FillDraft> = {}): FillDraft {
  tid += 1;
  return { wallet: walletOf(wallet), coin: 'BTC', time: nowMs + offsetMs, sz: '1.5', tid, oid: tid, ...more };
}

export const sub = (subscription: object, more: object = {}) => ({
  method: 'subscribe',
  subscription,
  ...more,
});
export const tradesOf = ({ got }: StreamClient) => got.filter(({ channel }) => channel === 'trades');
export const tidsOf = (messages: readonly Message[]) =>
  messages.flatMap(({ data }) => data.map(([, fill]: [string, { tid: number }]) => fill.tid));

/** A connection and its received messages. */
export interface StreamClient {
  readonly socket: WebSocket;
  readonly got: Message[];
  send(message: unknown): void;
  /** Sends a message, and resolves with the next message on one of these channels. */
  ask(message: unknown, channels?: readonly string[]): Promise<Message>;
  /** Messages of a channel, once there are `count`. */
  wait(channel: string, count: number): Promise<Message[]>;
  /** Code and reason of its end. */
  ended(): Promise<[number, string]>;
  close(): void;
}

/** Streams over a store, on a server with keys `key-{tier}` and `key-{tier}-{account}`. */
export interface StreamWorld {
  /** The newest states of markets, of an exchange that this process reads. */
  readonly memory: MarketMemory;
  readonly engine: EndpointHarness;
  /** Advances the service's clock to a moment, unix milliseconds. */
  goTo(timeMs: number): void;
  readonly url: string;
  readonly authenticator: Authenticator & { refused: Set<string> };
  /** Cursors that were refused because of another batch. */
  readonly mismatches: readonly Mismatch[];
  /** Stores fills as a batch. */
  add(fills: readonly FillDraft[]): Promise<void>;
  connect(key: string, path?: string): Promise<StreamClient>;
  /** Opens a connection with each of these keys at once. @returns statuses in the order of the keys; 101 for a connection */
  connectAll(keys: readonly string[]): Promise<number[]>;
  /** @param protocols of the upgrade */
  open(path: string, protocols: string[], options?: ClientOptions): StreamClient;
  close(): Promise<void>;
}

interface WorldOptions {
  /** No exchange is read. */
  isArchive?: boolean;
  /** Tickets accepted instead of keys; default: none. */
  tickets?: StreamTickets;
  /** Default: no lists. */
  lists?: WalletLists['listSince'];
  /** Overrides the limits of the settings. */
  limits?: Partial<StreamLimits>;
}

/**
 * @param server how its server differs; without an authenticator keys are those of toys
 * @param settings of streams, by the variables that give them
 */
export async function openStreamWorld(
  given: readonly FillDraft[] | Given,
  server: Partial<ServerOptions> = {},
  settings: Record<string, string> = {},
  { isArchive = false, tickets, lists, limits: ownLimits }: WorldOptions = {},
): Promise<StreamWorld> {
  const keys = server.authenticator ?? toyAuthenticator();
  const opened = new AsyncDisposableStack();
  const engine = await openEndpointHarness({
    given: 'length' in given ? { fills: [...given] } : given,
    nowMs,
    hasSource: !isArchive,
  });
  opened.defer(() => engine.close());
  let serviceMs = nowMs;
  const clock = { nowMs: () => serviceMs };
  const faults: unknown[] = [];
  const mismatches: Mismatch[] = [];
  const hub = createStreamHub({
    feed: engine.feed,
    store: engine.store,
    clock,
    cohorts: (...params) => cohortMembers(engine.sources.boards, ...params),
    lists,
    onError: (error) => void faults.push(error),
    onMismatch: (about) => void mismatches.push(about),
  });
  opened.defer(() => hub.close());
  const refused = new Set<string>();
  const authenticator = {
    ...keys,
    refused,
    known: (key: string) => (refused.has(key) ? undefined : keys.known(key)),
    authenticate: (key: string | undefined) => keys.authenticate(refused.has(key ?? '') ? undefined : key),
  };
  const memory = createMarketMemory({ clock });
  const { book, candle, context, contexts, observed } = memory;
  const newest = { book, candle, context, contexts, observed };
  const market = isArchive ? engine.sources.market : { ...engine.sources.market, ...newest, hasSource: true };
  const sources = { ...engine.sources, market };
  const limits = { ...streamLimitsOf(loadConfig({}, settings)), ...ownLimits };
  const toy = await startToys([], {
    watches: engine.watches,
    ...server,
    sources,
    clock,
    authenticator,
    streams: { hub, limits, ...(tickets && { tickets }) },
  });
  opened.defer(() => toy.server.close(1_000));
  const clients: StreamClient[] = [];
  opened.defer(() => {
    for (const client of clients) client.socket.terminate();
    if (faults.length > 0) throw faults[0];
  });
  const address = toy.url.replace('http', 'ws');

  function open(path: string, protocols: string[], options: ClientOptions = {}): StreamClient {
    const client = clientOf(new WebSocket(`${address}${path}`, protocols, options));
    clients.push(client);
    return client;
  }

  function keyed(key: string, path: string): StreamClient {
    return open(path, [], { headers: { Authorization: `Bearer ${key}` } });
  }

  return {
    engine,
    memory,
    url: toy.url,
    authenticator,
    mismatches,
    open,
    goTo(timeMs) {
      serviceMs = timeMs;
    },
    connectAll: (all) => Promise.all(all.map((key) => statusOf(keyed(key, '/ws').socket))),
    async add(fills) {
      await engine.add([...fills]);
      await engine.feed.lookAtFills();
    },
    async connect(key, path = '/ws') {
      const client = keyed(key, path);
      await client.wait('connected', 1);
      return client;
    },
    close: () => opened.disposeAsync(),
  };
}

/** Of the answer to an upgrade. */
function statusOf(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (request, { statusCode }) => {
      request.destroy();
      resolve(statusCode!);
    });
  });
}

function clientOf(socket: WebSocket): StreamClient {
  const got: Message[] = [];
  const faults: Error[] = [];
  socket.on('message', (data) => void got.push(JSON.parse(String(data))));
  socket.on('error', (error) => void faults.push(error));
  const end = new Promise<[number, string]>((resolve) => {
    socket.on('close', (code, reason) => resolve([code, String(reason)]));
  });
  const client: StreamClient = {
    socket,
    got,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    async ask(message, channels = ['subscriptionResponse', 'error', 'pong']) {
      const from = got.length;
      client.send(message);
      const answer = () => got.slice(from).find(({ channel }) => channels.includes(channel));
      await until(`an answer to ${JSON.stringify(message)}`, () => answer() !== undefined, { everyMs: 5 });
      return answer()!;
    },
    async wait(channel, count) {
      const of = () => got.filter((message) => message.channel === channel);
      await until(`${count} of ${channel}`, () => of().length >= count || faults.length > 0, { everyMs: 5 });
      if (faults.length > 0) throw faults[0];
      return of();
    },
    ended: () => end,
    close: () => socket.close(),
  };
  return client;
}
