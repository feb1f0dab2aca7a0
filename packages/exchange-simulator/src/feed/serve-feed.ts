import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { minuteMs } from '../../../../src/kernel/clock.ts';
import { systemTimers, type Timers } from '../../../../src/kernel/timers.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import { type AddressLimits, createAddressUses, exchangeLimits } from './address-limits.ts';
import { openChannels } from './feed-channels.ts';
import { type FeedConnection, openFeedConnection, type ServedSocket } from './feed-connection.ts';
import { postResponse } from './feed-request.ts';

export interface FeedOptions {
  record: ExchangeRecord;
  faults?: FaultPlan | undefined;
  /** Answers a posted request as `POST /info` would. */
  info(request: unknown, address: string): { status: number; body: string };
  /** Overrides of the exchange's limits. */
  limits?: Partial<AddressLimits> | undefined;
  /** A connection to which nothing was sent for this long is closed; the exchange's is 60 s. */
  silenceMs?: number | undefined;
  unreadBytesLimit?: number | undefined;
  /** Default: the system's timers. */
  timers?: Timers;
}

/**
 * The WebSocket of a simulated exchange (docs/exchange.md#websocket), behind an HTTP server of its
 * caller.
 */
export interface FeedServer {
  /** Takes over the upgrade of a request to `/ws`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Accepts a connection that came another way.
   * @param accept creates its socket, asynchronously
   * @returns the reason of a refusal, in HTTP's terms; undefined if accepted
   */
  connect(address: string, accept: Accept): Refusal | undefined;
  readonly connections: number;
  /** Ends every connection. */
  close(): void;
}

/** Passes the open socket; undefined if the client disconnected before. */
type Accept = (take: (socket: ServedSocket | undefined) => void) => void;

interface Refusal {
  status: string;
  reason: string;
}

const messageBytesLimit = 64 << 10;
const defaultUnreadBytesLimit = 32 << 20;

export function serveFeed(options: FeedOptions): FeedServer {
  const { faults, silenceMs = minuteMs, unreadBytesLimit = defaultUnreadBytesLimit } = options;
  const { timers = systemTimers } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesLimit,
    perMessageDeflate: false,
  });
  const usesOf = createAddressUses({ ...exchangeLimits, ...options.limits });
  const channels = openChannels(options.record, faults?.skewMs ?? 0);
  const connections = new Set<FeedConnection>();
  const stopClosingTheSilent = timers.every(Math.min(1_000, silenceMs / 4), () => {
    for (const connection of connections) if (connection.silentMs() >= silenceMs) connection.end();
  });

  function endAll(): void {
    for (const connection of [...connections]) connection.end();
  }

  function connect(address: string, accept: Accept): Refusal | undefined {
    const use = usesOf(address);
    const reason = use.connect(timers.monotonicMs());
    if (reason !== undefined) return { status: '429 Too Many Requests', reason };
    const frameFaults = faults?.connect();
    if (faults !== undefined && frameFaults === undefined) {
      use.disconnect();
      return { status: '503 Service Unavailable', reason: '' };
    }
    accept((socket) => {
      if (socket === undefined) {
        use.disconnect();
        return;
      }
      const connection = openFeedConnection({
        socket,
        use,
        faults: frameFaults,
        streams: channels.streams,
        post: (payload) => postResponse(payload, options.info(payload, address)),
        unreadBytesLimit,
        timers,
        onStorm() {
          faults?.storm();
          endAll();
        },
        onEnd: (ended) => connections.delete(ended),
      });
      connections.add(connection);
    });
    return undefined;
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refusal = connect(request.socket.remoteAddress ?? '', (take) => {
      let isTaken = false;
      socket.on('close', () => {
        if (!isTaken) take(undefined);
      });
      sockets.handleUpgrade(request, socket, head, (webSocket) => {
        isTaken = true;
        take(webSocket);
      });
    });
    if (refusal !== undefined) refuse(socket, refusal);
  }

  return {
    upgrade,
    connect,
    get connections() {
      return connections.size;
    },
    close() {
      stopClosingTheSilent();
      channels.close();
      endAll();
      sockets.close();
    },
  };
}

function refuse(socket: Duplex, { status, reason }: Refusal): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(reason)}\r\n\r\n${reason}`,
  );
}
