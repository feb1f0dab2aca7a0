import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Authenticator, Caller } from '../../access/caller.ts';
import type { CoinSpellings } from '../../domain/coin-spelling.ts';
import type { Clock } from '../../kernel/clock.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Market } from '../../market/market.ts';
import type { StreamHub } from '../../streams/hub.ts';
import { createSession, type StreamLine, type StreamSession } from '../../streams/session.ts';
import { createStateHub } from '../../streams/states.ts';
import { type StreamLimits, usualStreamLimits } from '../../streams/stream-limits.ts';
import type { KeyGuard } from '../guards/key-guard.ts';
import type { RequestMetrics } from '../metrics/request-metrics.ts';

export interface StreamRouteOptions {
  hub: StreamHub;
  /** Whose newest states are followed. */
  market: Market;
  coins: Pick<CoinSpellings, 'resolve'>;
  authenticator: Authenticator;
  identify: KeyGuard;
  clock: Clock;
  metrics: Pick<RequestMetrics, 'showGauge'>;
  limits?: StreamLimits;
}

/** Paths of the protocol, and the one that has what this service adds. */
const plainPaths = new Set(['/', '/ws', '/stream']);
const ownPath = '/api/public/v1/stream';
const ownProtocol = 'tidemark.v1';
/** A message of a client: a subscription of a thousand wallets fits. */
const maxMessageBytes = 64 * 1024;
const recheckMs = 1_000;
const beatMs = 15_000;
/** Below this the log is read on for a client. */
const drainedBytes = 64 * 1024;
/** Messages that a client may send at once, and each second from then on. */
const messageBurst = 200;
const messagesPerSecond = 20;
const closeCodes = { 401: 4401, 429: 4429, 503: 4503 } as const;

interface Open {
  socket: WebSocket;
  session: StreamSession;
  key: string;
  caller: Caller;
  account: string;
  lastSentMs: number;
  /** Pings that were not answered. */
  unanswered: number;
  messages: number;
}

/** WebSocket connections: who may have one, and its bounds; what is said on it is the session's. */
export function createStreamRoute(options: StreamRouteOptions) {
  const { hub, market, coins, authenticator, identify, clock, metrics, limits = usualStreamLimits } = options;
  const server = new WebSocketServer({
    ...{ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false, clientTracking: false },
    handleProtocols: (protocols) =>
      protocols.has(ownProtocol) ? ownProtocol : protocols.has('bearer') && 'bearer',
  });
  const states = createStateHub(market);
  const open = new Set<Open>();
  const perAccount = new Map<string, number>();
  let isClosing = false;
  metrics.showGauge('tidemark_stream_connections', 'Open connections of streams.', () => open.size);

  async function admit(req: IncomingMessage, key: string | undefined): Promise<Caller | Refusal> {
    if (isClosing) return { status: 503, text: 'shutting down' };
    try {
      const caller = await identify(key, { req, limitHeaders: [] });
      const held = perAccount.get(accountOf(caller)) ?? 0;
      if (held >= limits.of(caller.tier).connections) return { status: 429, text: 'too many connections' };
      return caller;
    } catch (error) {
      const status = error instanceof Problem ? error.fields.status : 503;
      if (status === 401) return { status, text: 'invalid or missing bearer token' };
      if (status === 429) return { status, text: 'too many connections' };
      return { status: 503, text: 'authentication unavailable' };
    }
  }

  function accept(socket: WebSocket, caller: Caller, { key, isOwn }: { key: string; isOwn: boolean }): void {
    const account = accountOf(caller);
    perAccount.set(account, (perAccount.get(account) ?? 0) + 1);
    const line = lineTo(socket, () => {
      own.lastSentMs = clock.nowMs();
    });
    const session = createSession({
      ...{ hub, states, line, caller, limits, isOwn, nowMs: clock.nowMs },
      coinOf: (text) => coins.resolve(text),
    });
    const own: Open = {
      ...{ socket, session, key, caller, account, lastSentMs: clock.nowMs(), unanswered: 0, messages: 0 },
    };
    open.add(own);
    socket.on('message', (data, isBinary) => {
      own.messages += 1;
      if (own.messages > messageBurst) return socket.close(1008, 'too many messages');
      session.receive(isBinary ? '' : String(data));
    });
    socket.on('pong', () => {
      own.unanswered = 0;
    });
    // The library closes the connection with the code that the fault has.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      session.close();
      open.delete(own);
      const left = perAccount.get(account)! - 1;
      if (left === 0) perAccount.delete(account);
      else perAccount.set(account, left);
    });
    session.open();
  }

  /** Ends the streams of keys that are refused by now, or whose plan is another. */
  function recheck(): void {
    for (const own of open) {
      own.messages = Math.max(0, own.messages - messagesPerSecond);
      const known = authenticator.known(own.key);
      if (known !== undefined) check(own, known);
      else {
        authenticator.authenticate(own.key).then(
          (caller) => check(own, caller),
          (error) => {
            if (error instanceof Problem && error.fields.status === 401)
              own.socket.close(closeCodes[401], 'invalid or missing bearer token');
          },
        );
      }
    }
  }

  function check({ socket, caller }: Open, found: Caller): void {
    if (found.tier !== caller.tier) socket.close(1012, 'the plan has changed: connect again');
  }

  function beat(): void {
    for (const own of open) {
      if (own.unanswered >= 2) own.socket.terminate();
      own.unanswered += 1;
      own.socket.ping();
      if (clock.nowMs() - own.lastSentMs >= beatMs) own.session.beat();
    }
  }

  const timers = [setInterval(recheck, recheckMs), setInterval(beat, beatMs)];
  for (const timer of timers) timer.unref();

  return {
    takes(req: IncomingMessage): boolean {
      const path = pathOf(req);
      return (plainPaths.has(path) || path === ownPath) && /^websocket$/i.test(req.headers.upgrade ?? '');
    },
    async upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
      socket.on('error', () => socket.destroy());
      const { key, isBrowser, protocols } = keyOf(req);
      const caller = await admit(req, key);
      const isOwn = pathOf(req) === ownPath || protocols.includes(ownProtocol);
      if ('status' in caller && !isBrowser) return refuse(socket, caller);
      if (socket.destroyed) return;
      server.handleUpgrade(req, socket, head, (line) => {
        if (!('status' in caller)) return accept(line, caller, { key: key!, isOwn });
        line.on('error', () => undefined);
        line.close(closeCodes[caller.status], caller.text);
      });
    },
    /** Says to all that it ends; who does not answer is cut off by the server. */
    close(): void {
      isClosing = true;
      for (const timer of timers) clearInterval(timer);
      states.close();
      for (const { socket } of open) socket.close(1001, 'shutting down');
    },
    /** Cuts off who is left. */
    terminate(): void {
      for (const { socket } of open) socket.terminate();
    },
  };
}

export type StreamRoute = ReturnType<typeof createStreamRoute>;

interface Refusal {
  status: 401 | 429 | 503;
  text: string;
}

/** Visitors are counted by their address. */
const accountOf = ({ accountId, guest }: Caller) => guest?.scopes[0] ?? accountId;

function pathOf({ url = '' }: IncomingMessage): string {
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** A header decides alone where there is one; a browser cannot send any, and names its key among the protocols. */
function keyOf({ headers }: IncomingMessage) {
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined || apiKey !== undefined) {
    const bearer =
      authorization === undefined ? undefined : (/^bearer +(\S+)$/i.exec(authorization)?.[1] ?? '');
    const given = Array.isArray(apiKey) ? apiKey.join(', ') : apiKey;
    return { key: bearer ?? given, isBrowser: false, protocols };
  }
  const at = protocols.indexOf('bearer');
  const key = at < 0 ? undefined : protocols[at + 1];
  return { key, isBrowser: at >= 0, protocols };
}

function refuse(socket: Duplex, { status, text }: Refusal): void {
  const body = `${text}\n`;
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...['Content-Type: text/plain; charset=utf-8', `Content-Length: ${body.length}`, 'Connection: close'],
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
    drained() {
      if (socket.readyState !== socket.OPEN || socket.bufferedAmount <= drainedBytes)
        return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
  };
}
