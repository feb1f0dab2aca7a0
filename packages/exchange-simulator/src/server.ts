import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type Clock, systemClock } from '../../../src/kernel/clock.ts';
import { listen } from '../../../src/kernel/listen.ts';
import type { Log } from '../../../src/kernel/log.ts';
import type { RequestFault } from './faults/request-faults.ts';
import type { ExchangeRecord } from './record/exchange-record.ts';
import {
  createInfoDesk,
  type InfoDesk,
  type InfoReply,
  type InfoUse,
  requestType,
} from './rest/info-desk.ts';
import { bodyBytesLimit, readBody } from './rest/request-body.ts';

/** Request faults of a server: a fault plan, or a part of one. */
export interface RequestFaults {
  onRequest(type: string): RequestFault | undefined;
  /** Offset of the exchange's clock. */
  readonly skewMs?: number;
}

export interface ExchangeServerOptions {
  record: ExchangeRecord;
  /** Clock of the weight window; default: the system's. */
  clock?: Clock;
  host?: string;
  /** 0 picks a free port. */
  port?: number;
  /** Weight limit per client address; the exchange's is 1,200. Infinity disables it. */
  weightPerMinute?: number;
  /** Types of `POST /info` that are answered; default: all. */
  types?: ReadonlySet<string>;
  /** Asked once for every request. */
  faults?: RequestFaults | undefined;
  /** Handles WebSocket upgrades of `/ws`; default: refused. */
  upgrade?: ((request: IncomingMessage, socket: Duplex, head: Buffer) => void) | undefined;
  log?: Log | undefined;
}

export interface ExchangeServer {
  /** `http://127.0.0.1:3001`; requests go to `/info` below it. */
  url: string;
  wsUrl: string;
  /** Answers a request that came another way, within the same weight of its address. */
  answer: InfoDesk['answer'];
  use(): InfoUse;
  /** Ends all connections; those that were upgraded are their owner's. */
  close(): Promise<void>;
}

const connectionsLimit = 512;
const requestTimeoutMs = 10_000;

/** Serves a simulated exchange over HTTP, as the real one does: `POST /info` (docs/exchange.md#rest). */
export async function serveExchange(options: ExchangeServerOptions): Promise<ExchangeServer> {
  const { record, clock = systemClock, host = '127.0.0.1', port = 0, weightPerMinute = 1_200 } = options;
  const skewMs = options.faults?.skewMs ?? 0;
  const desk = createInfoDesk({ record, clock, weightPerMinute, skewMs, types: options.types });
  const server = createServer((request, response) => {
    handle({ ...options, desk }, request, response).catch((error: unknown) => {
      options.log?.error({ err: error }, 'the simulated exchange failed to answer');
      if (!response.headersSent) reply(response, { status: 500, body: 'null' });
      else response.destroy();
    });
  });
  server.maxConnections = connectionsLimit;
  server.requestTimeout = requestTimeoutMs;
  server.headersTimeout = requestTimeoutMs;
  server.on('upgrade', (request, socket, head) => {
    // Node passes the socket without an error handler: a client that disconnects while refused would end the process.
    socket.on('error', () => socket.destroy());
    if (options.upgrade !== undefined && pathOf(request) === '/ws') options.upgrade(request, socket, head);
    else socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  });
  const { authority } = await listen(server, host, port);
  return {
    url: `http://${authority}`,
    wsUrl: `ws://${authority}/ws`,
    answer: desk.answer,
    use: () => desk.use(),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

interface Handling extends Pick<ExchangeServerOptions, 'faults' | 'log'> {
  desk: InfoDesk;
}

async function handle(
  { desk, faults, log }: Handling,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pathOf(request) !== '/info') return reply(response, { status: 404, body: '' });
  if (request.method !== 'POST') return reply(response, { status: 405, body: '' });
  const body = await readBody(request);
  if (body === 'too long') {
    response.setHeader('connection', 'close');
    return reply(response, { status: 413, body: `the body is longer than ${bodyBytesLimit} bytes` });
  }
  const params = body === 'no JSON' ? undefined : body.value;
  const type = requestType(params);
  const answer = desk.answer(params, request.socket.remoteAddress ?? '');
  const fault = faults?.onRequest(type);
  log?.debug({ type, status: answer.status, fault }, 'info');
  if (fault?.drop) {
    response.destroy();
    return;
  }
  if (fault?.delayMs !== undefined) await pause(fault.delayMs, response);
  if (response.destroyed) return;
  reply(response, fault === undefined ? answer : faulty(answer, fault));
}

/** The answer with its fault, as a client gets it. */
export function faulty(answer: InfoReply, { status, malformed }: RequestFault): InfoReply {
  if (status !== undefined) return { status, body: 'null' };
  return malformed ? { ...answer, body: answer.body.slice(0, Math.ceil(answer.body.length / 2)) } : answer;
}

function reply(response: ServerResponse, { status, body }: InfoReply): void {
  const type = status === 422 || status === 413 ? 'text/plain; charset=utf-8' : 'application/json';
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0]!;
}

/** Resolves early if the client disconnects. */
function pause(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    response.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
