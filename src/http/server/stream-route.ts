import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { CoinSpellings } from '../../domain/coin-spelling.ts';
import type { Clock } from '../../kernel/clock.ts';
import { pathOf } from '../../routes/path-template.ts';
import { streamPath } from '../../streams/feeds.ts';
import type { StreamLine } from '../../streams/followed.ts';
import type { StreamHub } from '../../streams/hub.ts';
import { createSession } from '../../streams/session.ts';
import type { StateHub } from '../../streams/state-hub.ts';
import { coinNames } from '../../streams/subscription.ts';
import type { Connections } from '../calls/connections.ts';
import type {
  AdmittedStream,
  StreamConnections,
  StreamEnd,
  StreamPass,
  StreamRefusal,
} from './stream-connections.ts';

export interface StreamRouteOptions {
  hub: StreamHub;
  states: StateHub;
  coins: Pick<CoinSpellings, 'resolve' | 'isRead'>;
  clock: Clock;
  connections: StreamConnections;
  /** The server's connections; authenticated streams are exempt from their bounds. */
  sockets: () => Pick<Connections, 'exempt'>;
}

/** Paths of the exchange's protocol, without this service's additions. */
const plainPaths = new Set(['/', '/ws', '/stream']);
const ownProtocol = 'tidemark.v1';
/** Bound on a client message: fits 10,000 wallets. Each {@link messageBytes} of a message counts as one. */
export const maxMessageBytes = 512 * 1024;
const messageBytes = 16 * 1024;
/** Reading the log for a client resumes below this many unsent bytes. */
export const drainedBytes = 64 * 1024;
/** Burst: the client may send this many seconds' worth of messages at once. */
const burstSeconds = 10;
const refusalCodes = { 401: 4401, 429: 4429, 503: 4503 } as const;
const ends: Readonly<Record<StreamEnd, readonly [code: number, reason: string]>> = {
  refused: [4401, 'invalid or missing bearer token'],
  plan: [1012, 'the plan has changed: connect again'],
  closing: [1001, 'shutting down'],
};

/** Accepts WebSocket connections within their bounds; the session handles the messages. */
export function createStreamRoute(options: StreamRouteOptions) {
  const { hub, states, coins, clock, connections, sockets } = options;
  const { limits } = connections;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (protocols) =>
      protocols.has(ownProtocol) ? ownProtocol : protocols.has('bearer') && 'bearer',
  });
  const open = new Set<WebSocket>();

  function accept(socket: WebSocket, { caller, credential }: AdmittedStream, isOwn: boolean): void {
    let [lastSentMs, unanswered, messages] = [clock.nowMs(), 0, 0];
    const line = lineTo(socket, () => {
      lastSentMs = clock.nowMs();
    });
    const session = createSession({
      hub,
      states,
      line,
      caller,
      limits,
      isOwn,
      room: connections,
      nowMs: clock.nowMs,
      ...coinNames(coins),
    });
    const ended = connections.add({
      session,
      credential,
      caller,
      lastSentMs: () => lastSentMs,
      end: (why) => socket.close(...ends[why]),
      onSecond() {
        messages = Math.max(0, messages - limits.messagesPerSecond);
      },
      onBeat() {
        if (unanswered >= 2) socket.terminate();
        unanswered += 1;
        socket.ping();
      },
    });
    open.add(socket);
    socket.on('message', (data, isBinary) => {
      const text = isBinary ? '' : String(data);
      messages += Math.ceil((text.length + 1) / messageBytes);
      if (messages > burstSeconds * limits.messagesPerSecond) return socket.close(1008, 'too many messages');
      session.receive(text);
    });
    socket.on('pong', () => {
      unanswered = 0;
    });
    // The library closes the connection with the error's code.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      ended();
    });
    session.open();
  }

  return {
    takes(req: IncomingMessage): boolean {
      const path = pathOf(req.url ?? '');
      return (plainPaths.has(path) || path === streamPath) && /^websocket$/i.test(req.headers.upgrade ?? '');
    },
    async upgrade(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy());
      const { pass, isBrowser, protocols } = passOf(req);
      const place = await connections.admit(req, pass);
      const isOwn = pathOf(req.url ?? '') === streamPath || protocols.includes(ownProtocol);
      if ('status' in place) {
        if (!isBrowser) return refuse(socket, place);
      } else if (socket.destroyed) return place.leave();
      else {
        socket.once('close', place.leave);
        sockets().exempt(socket);
      }
      server.handleUpgrade(req, socket, head, (line) => {
        if (!('status' in place)) return accept(line, place, isOwn);
        line.on('error', () => undefined);
        line.close(refusalCodes[place.status], place.text);
      });
    },
    terminate(): void {
      for (const socket of open) socket.terminate();
    },
  };
}

export type StreamRoute = ReturnType<typeof createStreamRoute>;

/** A header takes precedence. Browsers cannot send one: they name the key among the protocols, or use a ticket. */
function passOf(req: IncomingMessage): { pass: StreamPass; isBrowser: boolean; protocols: string[] } {
  const protocols = (req.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const header = headerKey(req);
  if (header !== undefined) return { pass: { key: header }, isBrowser: false, protocols };
  const at = protocols.indexOf('bearer');
  if (at >= 0) return { pass: { key: protocols[at + 1] }, isBrowser: true, protocols };
  const ticket = ticketOf(req);
  return { pass: { key: undefined, ticket }, isBrowser: ticket !== undefined, protocols };
}

/** The key of a header; empty if the header has no key. */
export function headerKey({ headers }: IncomingMessage): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined) return /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
  return Array.isArray(apiKey) ? apiKey.join(', ') : apiKey;
}

export function ticketOf({ url = '' }: IncomingMessage): string | undefined {
  const at = url.indexOf('?');
  return at === -1 ? undefined : (new URLSearchParams(url.slice(at + 1)).get('ticket') ?? undefined);
}

function refuse(socket: Socket, { status, text }: StreamRefusal): void {
  const body = `${text}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...(status === 401 ? ['WWW-Authenticate: Bearer'] : ['Retry-After: 5']),
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function lineTo(socket: WebSocket, onSend: () => void): StreamLine {
  let waiting: (() => void)[] = [];
  function wake(): void {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount > drainedBytes) return;
    const woken = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  }
  socket.once('close', wake);
  return {
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      onSend();
      socket.send(text, wake);
    },
    unsent: () => socket.bufferedAmount,
    close: (code, reason) => socket.close(code, reason),
    drained() {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount <= drainedBytes)
        return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
  };
}
