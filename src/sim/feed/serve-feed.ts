import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { minuteMs, monotonicMs } from '../../kernel/clock.ts';
import type { FaultPlan } from '../faults/fault-plan.ts';
import type { ExchangeRecord } from '../record/exchange-record.ts';
import { type AddressLimits, createAddressUses, exchangeLimits } from './address-limits.ts';
import { openChannels } from './feed-channels.ts';
import { type FeedConnection, openFeedConnection } from './feed-connection.ts';
import { postResponse } from './feed-request.ts';

export interface FeedOptions {
  record: ExchangeRecord;
  faults?: FaultPlan | undefined;
  /** Answers what a client posts as it would to `POST /info`. */
  info(request: unknown, address: string): { status: number; body: string };
  /** What differs from the exchange's limits. */
  limits?: Partial<AddressLimits> | undefined;
  /** A connection to which nothing was sent for so long is closed; the exchange's is 60 s. */
  silenceMs?: number | undefined;
  unreadBytesLimit?: number | undefined;
}

/** The WebSocket of a simulated exchange (exchange notes §5), behind an HTTP server of its caller. */
export interface FeedServer {
  /** Takes over the upgrade of a request to `/ws`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  readonly connections: number;
  /** Ends every connection. */
  close(): void;
}

const messageBytesLimit = 64 << 10;
const defaultUnreadBytesLimit = 32 << 20;

export function serveFeed(options: FeedOptions): FeedServer {
  const { faults, silenceMs = minuteMs, unreadBytesLimit = defaultUnreadBytesLimit } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesLimit,
    perMessageDeflate: false,
  });
  const usesOf = createAddressUses({ ...exchangeLimits, ...options.limits });
  const channels = openChannels(options.record, faults?.skewMs ?? 0);
  const connections = new Set<FeedConnection>();
  const closingTheSilent = setInterval(
    () => {
      for (const connection of connections) if (connection.silentMs() >= silenceMs) connection.end();
    },
    Math.min(1_000, silenceMs / 4),
  ).unref();

  function endAll(): void {
    for (const connection of [...connections]) connection.end();
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = request.socket.remoteAddress ?? '';
    const use = usesOf(address);
    const refusal = use.connect(monotonicMs());
    if (refusal !== undefined) {
      refuse(socket, '429 Too Many Requests', refusal);
      return;
    }
    const frameFaults = faults?.connect();
    if (faults !== undefined && frameFaults === undefined) {
      use.disconnect();
      refuse(socket, '503 Service Unavailable', '');
      return;
    }
    let connection: FeedConnection | undefined;
    socket.on('close', () => {
      if (connection === undefined) use.disconnect();
    });
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      connection = openFeedConnection({
        socket: webSocket,
        use,
        faults: frameFaults,
        streams: channels.streams,
        post: (payload) => postResponse(payload, options.info(payload, address)),
        unreadBytesLimit,
        onStorm() {
          faults?.storm();
          endAll();
        },
        onEnd: (ended) => connections.delete(ended),
      });
      connections.add(connection);
    });
  }

  return {
    upgrade,
    get connections() {
      return connections.size;
    },
    close() {
      clearInterval(closingTheSilent);
      channels.close();
      endAll();
      sockets.close();
    },
  };
}

function refuse(socket: Duplex, status: string, reason: string): void {
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(reason)}\r\n\r\n${reason}`,
  );
}
