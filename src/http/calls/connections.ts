import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressScopes, scopeFactors } from '../../access/address-scope.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { Networks } from '../../kernel/networks.ts';
import { firstUnanswered } from '../../kernel/unanswered-socket.ts';

/** Why a connection was closed from this side. */
export type Dropped = 'total' | 'address' | 'unfinished' | 'slow_reader' | 'unsent_bytes';

export interface ConnectionsOptions {
  maxConnections: number;
  /** Of one address (IPv6: one /64; its /56 four times, its /48 sixteen times as many). Trusted proxies may have any number. */
  maxConnectionsPerAddress: number;
  trusted: Networks | undefined;
  /** What lies ready for a client must have been taken by it after this long. */
  takeAnswerMs: number;
  /** Bytes of answers that wait for their clients, over all connections. */
  maxUnsentBytes: number;
  dropped: (reason: Dropped) => void;
  /** Answers a connection over the bound of its address with the reason, and closes it. */
  refuse: (socket: Socket) => void;
}

/** What was waiting for a client at one moment. */
interface Waiting {
  sinceMs: number;
  /** Bytes of the connection's life that have to leave for it to be gone. */
  untilBytes: number;
}

interface Connection {
  waiting: Waiting | undefined;
  /** Of its address, where it counts. */
  scopes: readonly string[];
}

const sweepMaxMs = 1_000;
/** From this share of all connections on, idle ones are closed. */
const crowdedShare = 0.95;

/**
 * Bounds the connections of a server: how many there are, in all and of one address, and what waits for clients
 * that do not read. Node itself drops those that do not finish a request, and those on which nothing moves; a client
 * that takes a byte now and then keeps its answer in memory for hours without that.
 */
export function createConnections(options: ConnectionsOptions) {
  const { maxConnections, maxConnectionsPerAddress, trusted, takeAnswerMs, maxUnsentBytes, dropped } =
    options;
  const open = new Map<Socket, Connection>();
  const perScope = new Map<string, number>();
  const exempted = new WeakSet<Socket>();
  let timer: NodeJS.Timeout | undefined;
  let emptiedMs = Number.NEGATIVE_INFINITY;

  /** Idle connections make room before new ones are turned away: who holds thousands of them cannot lock others out. */
  function makeRoom(server: Server): void {
    if (open.size < crowdedShare * maxConnections) return;
    const nowMs = monotonicMs();
    if (nowMs - emptiedMs >= sweepMaxMs) {
      emptiedMs = nowMs;
      server.closeIdleConnections();
    }
    // A head is sent within moments: the oldest that is not there yet goes.
    const unfinished = firstUnanswered(open.keys());
    if (unfinished !== undefined) drop(unfinished, 'unfinished');
  }

  function add(socket: Socket): void {
    // Node keeps the address once it was read; after the client has gone it could not be read any more.
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

  /** Drops who does not read; where too much waits over all, first who has kept it waiting longest. */
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
    /** Watches the connections of a server from their beginning. */
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
     * The stream of a key that was checked has bounds of its own: it may be idle, what waits for it waits in the store, and it is counted
     * by its account. An office behind one address may have thousands.
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

/** What waits now: the same as before as long as some of that is left, else what came after it. */
function waitingOf(socket: Socket, before: Waiting | undefined, nowMs: number): Waiting | undefined {
  const unsent = socket.writableLength;
  if (unsent === 0) return undefined;
  const written = socket.bytesWritten;
  if (before !== undefined && written - unsent < before.untilBytes) return before;
  return { sinceMs: nowMs, untilBytes: written };
}
