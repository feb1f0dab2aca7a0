import { type ClientOptions, WebSocket } from 'ws';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';

declare module 'ws' {
  interface ClientOptions {
    /** Milliseconds; supported by the library, but missing from its types. */
    closeTimeout?: number | undefined;
  }
}

/** One connection; never reconnects. */
export interface FeedSocket {
  readonly isOpen: boolean;
  /** Why the connection ended or is ending; undefined before that. */
  readonly endReason: string | undefined;
  send(message: object): void;
  /** Terminates the connection; `onEnd` follows. */
  end(): void;
}

/** The WebSocket methods a feed uses; in-process replacements implement them, too. */
export type DialledSocket = Pick<WebSocket, 'readyState' | 'send' | 'terminate'> & {
  on(event: 'open', listener: () => void): unknown;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  on(event: 'close', listener: (code: number, reason: { length: number }) => void): unknown;
};

export type Dial = (url: string, options: ClientOptions) => DialledSocket;

export interface FeedSocketOptions {
  /** `wss://api.hyperliquid.xyz/ws`. */
  url: string;
  /** Ping interval; the exchange closes a connection on which it has sent nothing for 60 s. */
  pingMs: number;
  /** A connection without messages for this long is considered dead, whatever TCP reports. */
  silenceMs: number;
  messageBytesLimit: number;
  onOpen(): void;
  onMessage(text: string): void;
  /** Called once, whatever ended the connection. */
  onEnd(reason: string): void;
  dial?: Dial;
  timers?: Timers;
}

const handshakeTimeoutMs = 10_000;
/** Maximum wait for the exchange to close after its close frame. */
const closeTimeoutMs = 1_000;

const dialWebSocket: Dial = (url, options) => new WebSocket(url, options);

/** Opens a connection, sends pings, and ends it when the other side is silent. */
export function openFeedSocket(options: FeedSocketOptions): FeedSocket {
  const { url, pingMs, silenceMs, messageBytesLimit, onOpen, onMessage, onEnd } = options;
  const { timers = systemTimers, dial = dialWebSocket } = options;
  const socket = dial(url, {
    handshakeTimeout: handshakeTimeoutMs,
    closeTimeout: closeTimeoutMs,
    maxPayload: messageBytesLimit,
    perMessageDeflate: false,
  });
  let seenMs = timers.monotonicMs();
  let reason = '';
  let ended = false;
  const stopBeating = timers.every(pingMs, () => {
    if (timers.monotonicMs() - seenMs >= silenceMs) end(`no data for ${silenceMs} ms`);
    else send({ method: 'ping' });
  });

  function send(message: object): void {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function end(why: string): void {
    reason ||= why;
    socket.terminate();
  }

  socket.on('open', onOpen);
  socket.on('message', (data, isBinary) => {
    seenMs = timers.monotonicMs();
    if (!ended) onMessage(isBinary ? '' : String(data));
  });
  socket.on('error', (error: NodeJS.ErrnoException) => {
    reason ||= error.message || error.code || 'it could not be opened';
  });
  socket.on('close', (code, text) => {
    stopBeating();
    if (ended) return;
    ended = true;
    reason ||= `the exchange closed it (${code}${text.length > 0 ? ` ${text}` : ''})`;
    onEnd(reason);
  });

  return {
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    get endReason() {
      const isEnding = socket.readyState === WebSocket.CLOSING || socket.readyState === WebSocket.CLOSED;
      return isEnding ? reason || 'the exchange is closing it' : undefined;
    },
    send,
    end: () => end('it was closed here'),
  };
}
