import type { Clock } from './clock.ts';
import { ConnectionError, TidemarkError } from './problem.ts';

/** A subscription: a type of docs/guides/streams.md with its arguments and filters. */
export interface Subscription {
  type: string;
  [argument: string]: unknown;
}

/** A message of a feed. */
export interface StreamMessage {
  /** The type that was subscribed to. */
  channel: string;
  /** Place in the order of storing, or of a state its time. */
  seq: number;
  /** Cursor to resume after this message (`StreamOptions.cursor`). State messages have none. */
  cursor?: string;
  /** Block of its fills; undefined if the source does not report blocks. */
  block?: number;
  time?: string;
  asOf?: string;
  /** States that were left out before it. */
  skipped?: number;
  data: unknown;
}

/** A span without fills in the record (`open`, `lost`), or a backfilled one (`healed`). Without a state: stored but not sent. */
export interface StreamGap {
  from: string;
  to: string;
  state?: string;
  reason: string;
  [more: string]: unknown;
}

/** The part of WebSocket that the client uses: the platform's, or that of the package `ws`. */
export interface StreamSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'message' | 'close' | 'error', listener: (event: never) => void): void;
}

export type StreamSocketConstructor = new (address: string, protocols: string[]) => StreamSocket;

export interface StreamOptions {
  /** Resumes after a message of an earlier stream. */
  cursor?: string | undefined;
  /** Ends the stream: it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Called for each gap in the record of the subscription. */
  onGap?: ((gap: StreamGap) => void) | undefined;
  /** Called when a connection was lost, before the next attempt. */
  onReconnect?: ((why: string) => void) | undefined;
  /** Replaces the platform's WebSocket, which Node has from version 22 on. */
  WebSocket?: StreamSocketConstructor | undefined;
}

/** The service rejected the subscription; a retry would fail the same way. */
export class StreamRefusedError extends TidemarkError {
  override name = 'StreamRefusedError';
  /** Reason in the words of the protocol: `feed not in tier`. */
  readonly refusal: string;

  constructor(refusal: string, url: string) {
    super(`the stream is refused: ${refusal}`, { url });
    this.refusal = refusal;
  }
}

export interface StreamWay {
  /** Address of the service, without a slash at its end. */
  root: string;
  apiKey: string | undefined;
  clock: Clock;
}

const streamPath = '/api/public/v1/stream';
/** Waits between attempts: the first, and the longest. */
const backOff = { baseMs: 250, maxMs: 30_000 };
/** The service says something each 15 s. */
const silenceMs = 45_000;
/** Read-ahead buffer, messages: pauses the socket at `most`, resumes at `least`. The service keeps the rest. */
const waiting = { most: 1_000, least: 100 };
/** Refusals that may pass; the client retries them. */
const passing = new Set([
  ...['snapshot failed', 'cohorts are being read', 'coins are being read', 'quote book warming up'],
  ...['server at subscription capacity', 'too many subscriptions'],
]);
const keyRefused = 4401;

type Frame = { channel: string; data?: unknown } & Record<string, unknown>;

/**
 * Yields the messages of a subscription. Reconnects as needed and resumes after the last message, without loss or duplicates.
 *
 * @throws StreamRefusedError; the signal's reason; TypeError if there is no WebSocket
 */
export async function* streamOf(
  { root, apiKey, clock }: StreamWay,
  subscription: Subscription,
  options: StreamOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  const { signal, onGap, onReconnect } = options;
  const Socket = options.WebSocket ?? (globalThis as { WebSocket?: StreamSocketConstructor }).WebSocket;
  if (Socket === undefined)
    throw new TypeError(
      'there is no WebSocket here: Node has one from version 22 on; else give that of `ws`',
    );
  if (apiKey === undefined) throw new TypeError('a stream needs an apiKey');
  const url = root + streamPath;
  let { cursor } = options;
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted();
    const asked = cursor === undefined ? subscription : goingOn(subscription, cursor);
    const line = openLine(new Socket(url.replace(/^http/, 'ws'), ['bearer', apiKey]), asked, signal);
    try {
      for (let frame = await line.next(); frame !== undefined; frame = await line.next()) {
        const { channel, data } = frame;
        if (channel === 'error') {
          if (!passing.has(String(data))) throw new StreamRefusedError(String(data), url);
          break;
        }
        if (channel === 'subscriptionResponse') cursor ??= textOf(frame.cursor);
        // The stream fell behind the limit of its plan; the service reports the skipped span as a gap.
        else if (channel === 'behind') cursor = textOf((data as { cursor?: unknown }).cursor) ?? cursor;
        else if (channel === 'gap') onGap?.(data as StreamGap);
        else if (channel === 'caughtUp' && (data as { ended?: boolean }).ended === true) return;
        else if (channel === subscription.type) {
          failures = 0;
          const isAgain = cursor !== undefined && frame.cursor === cursor;
          cursor = textOf(frame.cursor) ?? cursor;
          if (!isAgain) yield frame as unknown as StreamMessage;
        }
      }
    } finally {
      line.close();
    }
    signal?.throwIfAborted();
    const { code, reason } = line.ended() ?? { code: 0, reason: 'refused for now' };
    if (code === keyRefused) throw new StreamRefusedError(reason, url);
    onReconnect?.(new ConnectionError(`the stream was cut: ${code} ${reason}`, { url }).message);
    const waitMs = Math.min(backOff.maxMs, backOff.baseMs * 2 ** Math.min(failures, 10));
    await clock.wait(waitMs * (0.5 + clock.random() / 2), signal);
  }
}

/** The subscription to resume with: the cursor replaces its start. A replay keeps its span. */
function goingOn({ sequence: _, snapshot: __, ...subscription }: Subscription, cursor: string): Subscription {
  return { ...(subscription as Subscription), cursor };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** A connection with one subscription, and its received frames. */
function openLine(socket: StreamSocket, subscription: Subscription, signal: AbortSignal | undefined) {
  const frames: Frame[] = [];
  let wake = () => {};
  let [isOpen, isPaused] = [false, false];
  let end: { code: number; reason: string } | undefined;
  let timer = silence();

  function silence(): ReturnType<typeof setTimeout> {
    return setTimeout(() => finish(0, 'no frame arrived for 45 s'), silenceMs);
  }

  function finish(code: number, reason: string): void {
    end ??= { code, reason };
    clearTimeout(timer);
    signal?.removeEventListener('abort', aborted);
    socket.close();
    wake();
  }

  const send = (method: string) => socket.send(JSON.stringify({ method, subscription }));
  const aborted = () => finish(0, 'aborted');
  signal?.addEventListener('abort', aborted, { once: true });
  socket.addEventListener('open', () => {
    isOpen = true;
    if (end === undefined) send('subscribe');
  });
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    if (end !== undefined) return;
    clearTimeout(timer);
    timer = silence();
    frames.push(JSON.parse(String(data)) as Frame);
    if (frames.length > waiting.most && !isPaused) {
      isPaused = true;
      send('pause');
    }
    wake();
  });
  socket.addEventListener('close', ({ code, reason }: { code: number; reason: string }) =>
    finish(code, reason),
  );
  socket.addEventListener('error', () => {
    if (!isOpen) finish(0, 'no connection');
  });
  return {
    /** The next frame; undefined once the connection has ended and all that came on it was taken. */
    async next(): Promise<Frame | undefined> {
      while (frames.length === 0 && end === undefined)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const frame = signal?.aborted === true ? undefined : frames.shift();
      if (isPaused && frames.length < waiting.least && end === undefined) {
        isPaused = false;
        send('resume');
      }
      return frame;
    },
    ended: () => end,
    close: () => finish(0, 'closed'),
  };
}
