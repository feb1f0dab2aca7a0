import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressScopes, scopeFactors } from '../../access/address-scope.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Networks } from '../../kernel/networks.ts';
import { firstUnanswered } from '../../kernel/unanswered-socket.ts';

export type Dropped = 'total' | 'address' | 'unfinished' | 'slow_reader' | 'unsent_bytes';

export interface ConnectionsOptions {
  maxConnections: number;
  /** Per address (IPv6: per /64; a /56 has four times, a /48 sixteen times as many). Trusted proxies have no bound. */
  maxConnectionsPerAddress: number;
  trusted: Networks | undefined;
  /** A client must read pending output within this time. */
  takeAnswerMs: number;
  /** Unsent bytes of answers over all connections. */
  maxUnsentBytes: number;
  dropped: (reason: Dropped) => void;
  /** Answers a connection over its address's bound with the reason, and closes it. */
  refuse: (socket: Socket) => void;
}

interface Waiting {
  sinceMs: number;
  /** The output is sent once the connection has sent this many bytes in total. */
  untilBytes: number;
}

interface Connection {
  waiting: Waiting | undefined;
  /** Scopes of its address that count it. */
  scopes: readonly string[];
}

const sweepMaxMs = 1_000;
/** Share of the maximum from which idle connections are closed. */
const crowdedShare = 0.95;

/**
 * Bounds the connections of a server, in total and per address, and the output pending for clients that do not read.
 * Node itself times out unfinished requests and connections without traffic. That is not enough: a client
 * that reads a byte now and then would keep its answer in memory for hours.
 */
export function createConnections(options: ConnectionsOptions) {
  const { maxConnections, maxConnectionsPerAddress, trusted, takeAnswerMs, maxUnsentBytes, dropped } =
    options;
  const open = new Map<Socket, Connection>();
  const perScope = new Map<string, number>();
  const exempted = new WeakSet<Socket>();
  let timer: NodeJS.Timeout | undefined;
  let emptiedMs = Number.NEGATIVE_INFINITY;

  /** Closes idle connections before refusing new ones, so that a client with thousands of them cannot lock out others. */
  function makeRoom(server: Server): void {
    if (open.size < crowdedShare * maxConnections) return;
    const nowMs = monotonicMs();
    if (nowMs - emptiedMs >= sweepMaxMs) {
      emptiedMs = nowMs;
      server.closeIdleConnections();
    }
    // A request head arrives within moments, so the oldest connection without one is dropped.
    const unfinished = firstUnanswered(open.keys());
    if (unfinished !== undefined) drop(unfinished, 'unfinished');
  }

  function add(socket: Socket): void {
    // Node caches the address at the first read. It is unavailable after the client has left.
    const address = socket.remoteAddress ?? '';
    const scopes = trusted?.has(address) ? [] : addressScopes(address);
    const count = (scope: string) => perScope.get(scope) ?? 0;
    if (scopes.some((scope, i) => count(scope) >= maxConnectionsPerAddress * scopeFactors[i]!)) {
      dropped('address');
      options.refuse(socket);
      return;
    }
    for (const scope of scopes) perScope.set(scope, count(scope) + 1);
    const connection: Connection = { waiting: undefined, scopes };
    open.set(socket, connection);
    socket.once('close', () => {
      open.delete(socket);
      uncount(connection);
    });
  }

  function uncount(connection: Connection): void {
    for (const scope of connection.scopes) {
      const count = perScope.get(scope)! - 1;
      if (count === 0) perScope.delete(scope);
      else perScope.set(scope, count);
    }
    connection.scopes = [];
  }

  function drop(socket: Socket, reason: Dropped): void {
    dropped(reason);
    socket.destroy();
  }

  function unsentBytes(): number {
    let bytes = 0;
    for (const socket of open.keys()) if (!socket.destroyed) bytes += socket.writableLength;
    return bytes;
  }

  /** Drops slow readers. Above the bound on unsent bytes, drops those with the longest pending output first. */
  function sweep(): void {
    const nowMs = monotonicMs();
    const slow: [Socket, Waiting][] = [];
    for (const [socket, connection] of open) {
      if (exempted.has(socket)) continue;
      const waiting = waitingOf(socket, connection.waiting, nowMs);
      connection.waiting = waiting;
      if (waiting === undefined) continue;
      if (nowMs - waiting.sinceMs >= takeAnswerMs) drop(socket, 'slow_reader');
      else slow.push([socket, waiting]);
    }
    let bytes = unsentBytes();
    if (bytes <= maxUnsentBytes) return;
    for (const [socket] of slow.sort(([, a], [, b]) => a.sinceMs - b.sinceMs)) {
      if (bytes <= maxUnsentBytes) return;
      bytes -= socket.writableLength;
      drop(socket, 'unsent_bytes');
    }
  }

  return {
    watch(server: Server): void {
      server.maxConnections = maxConnections;
      server.on('connection', (socket: Socket) => {
        makeRoom(server);
        add(socket);
      });
      server.on('drop', () => {
        makeRoom(server);
        dropped('total');
      });
      timer = setInterval(sweep, Math.min(sweepMaxMs, takeAnswerMs / 2)).unref();
    },
    /**
     * Exempts the stream of an authenticated caller, which has bounds of its own: it may be idle, its backlog stays in the store,
     * and it counts for its account. An office behind one address may have thousands.
     */
    exempt(socket: Socket): void {
      socket.setTimeout(0);
      exempted.add(socket);
      const connection = open.get(socket);
      if (connection !== undefined) uncount(connection);
    },
    count: () => open.size,
    unsentBytes,
    close: () => clearInterval(timer),
  };
}

export type Connections = ReturnType<typeof createConnections>;

/** The pending output: the earlier record until all of it is sent, then a new one. */
function waitingOf(socket: Socket, before: Waiting | undefined, nowMs: number): Waiting | undefined {
  const unsent = socket.writableLength;
  if (unsent === 0) return undefined;
  const written = socket.bytesWritten;
  if (before !== undefined && written - unsent < before.untilBytes) return before;
  return { sinceMs: nowMs, untilBytes: written };
}
