import { type ClientOptions, WebSocket } from 'ws';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';

declare module 'ws' {
  interface ClientOptions {
    /** Milliseconds; the library has it, its types do not yet. */
    closeTimeout?: number | undefined;
  }
}

/** One connection, from its opening to its end; it never comes back. */
export interface FeedSocket {
  readonly isOpen: boolean;
  /** Why it has ended, or ends; undefined while it opens and while it is open. */
  readonly endReason: string | undefined;
  send(message: object): void;
  /** Ends it at once; `onEnd` follows. */
  end(): void;
}

/** What a feed needs of a WebSocket, or of what stands for one in the same process. */
export type DialledSocket = Pick<WebSocket, 'readyState' | 'send' | 'terminate'> & {
  on(event: 'open', listener: () => void): unknown;
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
  on(event: 'close', listener: (code: number, reason: { length: number }) => void): unknown;
};

/** Begins a connection. */
export type Dial = (url: string, options: ClientOptions) => DialledSocket;

export interface FeedSocketOptions {
  /** `wss://api.hyperliquid.xyz/ws`. */
  url: string;
  /** Between two pings; the exchange closes a connection on which it has sent nothing for 60 s. */
  pingMs: number;
  /** A connection on which nothing came for this long is dead, whatever TCP says. */
  silenceMs: number;
  messageBytesLimit: number;
  onOpen(): void;
  onMessage(text: string): void;
  /** Once, whatever ended it. */
  onEnd(reason: string): void;
  /** A WebSocket where absent. */
  dial?: Dial;
  /** The machine's where absent. */
  timers?: Timers;
}

const handshakeTimeoutMs = 10_000;
/** An exchange that says it closes, and then does not, is waited for no longer. */
const closeTimeoutMs = 1_000;

const dialWebSocket: Dial = (url, options) => new WebSocket(url, options);

/** Opens a connection, pings, and ends it where the other side has gone silent. */
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
    if (timers.monotonicMs() - seenMs >= silenceMs) end(`nothing came for ${silenceMs} ms`);
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
