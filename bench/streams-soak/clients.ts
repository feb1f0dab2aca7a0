import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { systemClock } from '../../src/kernel/clock.ts';
import type { Chain } from './chain.ts';
import { elementKey } from './truth.ts';

export const clientKinds = ['websocket', 'plain websocket', 'events', 'polls', 'agent'] as const;
export type ClientKind = (typeof clientKinds)[number];

/** A connection of a client. */
export interface Visit {
  url: string;
  key: string;
  chain: Chain;
  /** Aborted, the client leaves. */
  signal: AbortSignal;
  random(): number;
  /** Reports a gap or a refusal, which no client may get. */
  onFault(fault: string): void;
}

type Message = { channel: string; data?: unknown; seq?: number; cursor?: string };

const path = '/api/public/v1/stream';

/** Follows until it leaves or is cut off. Never rejects. */
export const visits: Readonly<Record<ClientKind, (visit: Visit) => Promise<void>>> = {
  websocket: (visit) => overSocket(visit, true),
  'plain websocket': (visit) => overSocket(visit, false),
  events: overEvents,
  polls: (visit) => asking(visit, pollOnce),
  agent: (visit) => asking(visit, watchOnce),
};

function startOf({ cursor, fromMs }: Chain): Record<string, unknown> {
  const from = fromMs === undefined ? {} : { from: new Date(fromMs).toISOString() };
  if (cursor === undefined) return from;
  return typeof cursor === 'number' ? { sequence: cursor } : { ...from, cursor };
}

/** Sent to subscriptions that name a coin while the service starts, where requests get 503. */
const startingText = 'coins are being read';

function joined(chain: Chain): void {
  if (chain.cursor === undefined && chain.got.length === 0) chain.joinedMs = systemClock.nowMs() + 1_000;
}

function take({ chain, onFault }: Visit, { channel, data, seq, cursor }: Message): void {
  const { type } = chain.filter.subscription;
  if (channel === 'subscriptionResponse') {
    joined(chain);
    if (cursor !== undefined && chain.cursor === undefined) chain.take([], cursor);
  } else if (channel === 'error' && data === startingText) return;
  else if (channel === 'gap' || channel === 'error' || channel === 'behind')
    onFault(`${channel} ${JSON.stringify(data)}`);
  else if (channel === type) chain.take((data as unknown[]).map(elementKey), cursor ?? seq);
}

async function overSocket(visit: Visit, isOwn: boolean): Promise<void> {
  const { url, key, chain, signal, random } = visit;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${isOwn ? path : '/ws'}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const isSlow = random() < 0.2;
  const subscription = { ...chain.filter.subscription, ...startOf(chain) };
  socket.on('open', () => socket.send(JSON.stringify({ method: 'subscribe', subscription })));
  socket.on('message', (text) => {
    if (signal.aborted) return;
    take(visit, JSON.parse(String(text)));
    if (!isSlow || random() > 0.05) return;
    socket.pause();
    setTimeout(() => socket.resume(), random() * 5_000);
  });
  socket.on('error', () => undefined);
  const leave = () => (random() < 0.5 ? socket.terminate() : socket.close());
  signal.addEventListener('abort', leave);
  await new Promise((resolve) => socket.once('close', resolve));
  signal.removeEventListener('abort', leave);
}

function queryOf(chain: Chain): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...chain.filter.subscription, ...startOf(chain) }))
    query.set(name, String(value));
  return query;
}

/** Like an `EventSource`, which sends the last id in a header. */
async function overEvents(visit: Visit): Promise<void> {
  const { url, key, chain, signal } = visit;
  const query = queryOf(chain);
  query.delete('cursor');
  const headers: Record<string, string> = { 'x-api-key': key };
  if (typeof chain.cursor === 'string') headers['last-event-id'] = chain.cursor;
  try {
    const response = await fetch(`${url}${path}?${query}`, { headers, signal });
    if (response.status !== 200) return refused(visit, response.status, await response.text());
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of response.body!) {
      const events = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
      rest = events.pop()!;
      for (const event of events) {
        const data = event.split('\n').find((line) => line.startsWith('data: '));
        if (data !== undefined && !signal.aborted) take(visit, JSON.parse(data.slice(6)));
      }
    }
  } catch {
    // It left, or was cut off.
  }
}

/** A request and its answer; undefined if it was cut off. */
type Ask = (visit: Visit) => Promise<{ events: unknown[]; gaps: unknown[]; cursor?: string } | undefined>;

async function asking(visit: Visit, ask: Ask): Promise<void> {
  const { chain, signal, onFault, random } = visit;
  while (!signal.aborted) {
    const answer = await ask(visit).catch(() => undefined);
    if (answer === undefined || signal.aborted) return;
    if (answer.gaps.length > 0) onFault(`gap ${JSON.stringify(answer.gaps)}`);
    joined(chain);
    if (answer.cursor === undefined) onFault('an answer has no cursor');
    chain.take(answer.events.map(elementKey), answer.cursor);
    if (random() < 0.2) await delay(random() * 2_000);
  }
}

const waitSeconds = 5;

const pollOnce: Ask = async (visit) => {
  const { url, key, chain, signal } = visit;
  const query = `${path}?${queryOf(chain)}&wait=${waitSeconds}&limit=200`;
  const response = await fetch(url + query, { headers: { 'x-api-key': key }, signal });
  const text = await response.text();
  if (response.status !== 200) return void refused(visit, response.status, text);
  const { events, ...answer } = JSON.parse(text) as Awaited<ReturnType<Ask>> & object;
  return { ...answer, events: (events as { data: unknown[] }[]).flatMap(({ data }) => data) };
};

const protocol = '2026-07-28';

/** A call of the agents' tool. */
const watchOnce: Ask = async (visit) => {
  const { url, key, chain, signal } = visit;
  const args = { ...watchArguments(chain), waitSeconds, limit: 100 };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': protocol,
    'io.modelcontextprotocol/clientInfo': { name: 'soak', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'watch', arguments: args, _meta: meta };
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocol,
      'mcp-method': 'tools/call',
      'mcp-name': 'watch',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    signal,
  });
  const text = await response.text();
  const json = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  const { result } = JSON.parse(json) as {
    result?: {
      isError?: boolean;
      structuredContent: { data: { events?: unknown[]; gaps?: unknown[]; next?: { cursor: string } } };
    };
  };
  if (result === undefined || result.isError === true) return void refused(visit, response.status, text);
  const { events = [], gaps = [], next } = result.structuredContent.data;
  return { events, gaps, ...(next && { cursor: next.cursor }) };
};

/** The tool's arguments: one type with its filters. */
function watchArguments({ filter: { subscription }, cursor }: Chain): Record<string, unknown> {
  const { type, user, users, coins, ...others } = subscription as Record<string, string[]> & { type: string };
  const ofWallets = user === undefined ? users : [user];
  return {
    ...others,
    type: type.startsWith('trades') ? 'trades' : type,
    ...(ofWallets && { wallets: ofWallets }),
    ...(coins && { coin: coins[0] }),
    ...(cursor !== undefined && { cursor }),
  };
}

/** While down or starting, the service refuses with 503. An answer after the client has left is no fault either. */
function refused({ onFault, signal }: Visit, status: number, text: string): void {
  if (status !== 503 && !signal.aborted && !/503|unavailable/i.test(text))
    onFault(`refused with ${status} ${text.slice(0, 300)}`);
}
