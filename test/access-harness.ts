import { once } from 'node:events';
import { connect } from 'node:net';
import { createAuthenticator } from '../src/access/authenticate.ts';
import type { ControlStore } from '../src/control/store.ts';
import type { Tier } from '../src/domain/tier.ts';
import { catalogue } from '../src/endpoints/catalogue.ts';
import { createRegistry } from '../src/endpoints/registry.ts';
import type { LoadShedder } from '../src/http/guards/load-shedder.ts';
import { networksOf } from '../src/kernel/networks.ts';
import { notFound, sourceNotReady, sourceTooStale } from '../src/kernel/problem.ts';
import { MarketReadError } from '../src/market/market.ts';
import type { Contract, Received } from './contract/contract.ts';
import { createContract } from './contract/contract.ts';
import { startToys, toyRange, toyRun } from './contract/toys.ts';
import type { EndpointHarness } from './endpoint-harness.ts';
import type { LimitBackend } from './limit-backends.ts';

/** Half a second past a full second, so that rounding shows; two hours before the day ends. */
export const startMs = Date.UTC(2026, 10, 21, 22) + 500;

export const api = '/api/public/v1';
/** Internal error text that a 500 must not reveal. */
export const secretCause = 'SELECT secret FROM internals';

/** Answers that no endpoint of the catalogue gives on demand. */
const faults = [
  toyRun('pro', () => ({ body: [] }), { tier: 'pro' }),
  toyRun('live', () => ({ body: [] })),
  toyRun('unknown-id', () => Promise.reject(notFound('There is no edition 7. Nearest: 6.'))),
  toyRun('upstream', () => Promise.reject(new MarketReadError('failed', secretCause))),
  toyRun('busy', () => Promise.reject(new MarketReadError('busy', secretCause, { retryAfterMs: 6_100 }))),
  toyRun('stale', () => Promise.reject(sourceTooStale('positions', 30))),
  toyRun('archive', () => Promise.reject(new MarketReadError('unavailable', secretCause))),
  toyRun('filling', () => Promise.reject(sourceNotReady('The table coin_hour', 10))),
  toyRun('slow', () => new Promise(() => {})),
  toyRun('broken', () => Promise.reject(new Error(secretCause))),
  toyRange,
];

export interface Sent {
  key?: string | undefined;
  method?: string;
  headers?: Record<string, string>;
  /** Client address. Each test uses its own, because calls without a valid key are counted by address. */
  from?: string;
}

/** The service over HTTP with its whole access path, on clocks that the test sets. */
export interface AccessHarness {
  readonly control: ControlStore;
  readonly contract: Contract;
  readonly url: string;
  readonly nowMs: () => number;
  /** Simulated failures. */
  readonly state: { strained: boolean; keysAway: boolean; countsAway: boolean };
  /** Advances all clocks. */
  pass(durationMs: number): void;
  /** Creates a key with a new account. */
  issue(tier: Tier): Promise<{ key: string; id: string; account: string; accountId: string }>;
  send(path: string, sent?: Sent): Promise<Received>;
  /** Sends bytes on a new connection and reads the answer. */
  sendText(text: string): Promise<Received>;
  close(): Promise<void>;
}

/** Starts the whole catalogue, and endpoints that fail on demand, over a backend and an engine with fills. */
export async function openAccessHarness(
  open: (clock: { nowMs: () => number }) => Promise<LimitBackend>,
  engine: EndpointHarness,
): Promise<AccessHarness> {
  const time = { nowMs: startMs, elapsedMs: 0 };
  const state = { strained: false, keysAway: false, countsAway: false };
  const clock = { nowMs: () => time.nowMs };
  const elapsedMs = () => time.elapsedMs;
  const backend = await open(clock);
  const { control } = backend;
  const { findByHash, readUsage } = control;
  control.findByHash = (hash) => (state.keysAway ? Promise.reject(new Error(secretCause)) : findByHash(hash));
  control.readUsage = (...read) =>
    state.countsAway ? Promise.reject(new Error(secretCause)) : readUsage(...read);
  const limiter = backend.newLimiter(clock.nowMs, elapsedMs);
  const signupUrl = 'https://portal.example/signup';
  const authenticator = createAuthenticator({ control, clock, elapsedMs, signupUrl });
  const shedder: LoadShedder = {
    strain: () => (state.strained ? 'event_loop' : undefined),
    detail: () => undefined,
    check: () => {},
    close: () => {},
  };
  const endpoints = [...catalogue, ...faults];
  const toy = await startToys(endpoints, {
    authenticator,
    limiter,
    shedder,
    clock,
    sources: engine.sources,
    agents: { answer: async () => new Response(), close: async () => undefined },
    trustedProxies: networksOf('127.0.0.1'),
    limits: { deadlineMs: 2_000, headersTimeoutMs: 500 },
  });
  let names = 0;
  return {
    control,
    contract: createContract(createRegistry(endpoints)),
    url: toy.url,
    nowMs: clock.nowMs,
    state,
    pass(durationMs) {
      time.nowMs += durationMs;
      time.elapsedMs += durationMs;
    },
    issue: (tier) => control.createKey({ accountName: `account ${++names}`, tier }),
    async send(path, { key, method = 'GET', headers = {}, from = '192.0.2.1' } = {}) {
      const all = { ...(key !== undefined && { 'X-API-Key': key }), 'X-Forwarded-For': from, ...headers };
      const answer = await fetch(toy.url + path, { method, headers: all });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    sendText: (text) => answerTo(toy, text),
    async close() {
      await toy.server.close(0);
      await limiter.close();
      authenticator.close();
      await backend.close();
    },
  };
}

async function answerTo({ host, port }: { host: string; port: number }, text: string): Promise<Received> {
  const socket = connect(port, host).setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk: string) => {
    received += chunk;
  });
  // A write fails once the server stops reading; only its answer matters.
  socket.on('error', () => {});
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = received.split('\r\n\r\n', 2);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]);
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Headers(headers as [string, string][]),
    text: body,
  };
}
