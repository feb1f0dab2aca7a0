import { triedKey } from './own-key.tsx';

/** A message as it came. */
export interface Frame {
  number: number;
  atMs: number;
  channel: string;
  text: string;
}

/** State of a followed stream. */
export interface StreamState {
  phase: 'connecting' | 'open' | 'ended';
  /** Refusal, or why the stream ended; '' if there is nothing to report. */
  why: string;
  /** Most recent frames, newest first. */
  frames: readonly Frame[];
  messages: number;
  bytes: number;
}

const shownFrames = 50;
const shownChars = 4_000;
/** The stream ends by itself: a forgotten page would occupy a connection of the account. */
const longestMs = 5 * 60_000;
/** Frames that come faster are drawn together. */
const drawMs = 200;

const closeReasons: Readonly<Record<number, string>> = {
  4401: 'The key was refused: it is missing, mistyped or revoked.',
  4429: 'The account has as many connections open as its plan allows. Close another one, or wait a few seconds.',
  4503: 'The service is full at the moment. Try again in a minute.',
};

interface Message {
  channel?: string;
  data?: unknown;
}

function readable(data: string): { message: Message; text: string } {
  try {
    const message = JSON.parse(data) as Message;
    const text = JSON.stringify(message, null, 1);
    return { message, text: text.length <= shownChars ? text : `${text.slice(0, shownChars)}\n…` };
  } catch {
    return { message: {}, text: data.slice(0, shownChars) };
  }
}

/**
 * Follows a subscription on its own connection, for at most five minutes.
 *
 * @param path of the streams
 * @param onChange called with each state, at most five times a second
 * @returns a function that ends the stream
 */
export function followStream(
  path: string,
  subscription: Readonly<Record<string, unknown>>,
  onChange: (state: StreamState) => void,
): () => void {
  let state: StreamState = { phase: 'connecting', why: '', frames: [], messages: 0, bytes: 0 };
  let socket: WebSocket | undefined;
  let drawing: ReturnType<typeof setTimeout> | undefined;
  const isEnded = () => state.phase === 'ended';

  function change(part: Partial<StreamState>): void {
    state = { ...state, ...part };
    if (drawing !== undefined) return;
    drawing = setTimeout(() => {
      drawing = undefined;
      onChange(state);
    }, drawMs);
  }

  function end(why: string): void {
    if (isEnded()) return;
    clearTimeout(limit);
    change({ phase: 'ended', why });
    socket?.close();
  }

  function take(data: string): void {
    const { message, text } = readable(data);
    const { channel = '' } = message;
    if (channel === 'connected')
      socket?.send(JSON.stringify({ method: 'subscribe', subscription, req_id: 'console' }));
    const number = state.messages + 1;
    const frames = [{ number, atMs: Date.now(), channel, text }, ...state.frames].slice(0, shownFrames);
    change({ phase: 'open', frames, messages: number, bytes: state.bytes + data.length });
    if (channel === 'error') end(`Refused: ${String(message.data)}.`);
  }

  async function open(): Promise<void> {
    const key = await triedKey();
    if (isEnded()) return;
    if (key === undefined) return end('Streams need a key: type one in, or sign in.');
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${path}`, ['bearer', key]);
    socket.addEventListener('message', ({ data }) => isEnded() || take(String(data)));
    socket.addEventListener('close', ({ code }) => end(closeReasons[code] ?? 'The connection was closed.'));
  }

  const limit = setTimeout(() => end(`Ended after ${longestMs / 60_000} minutes.`), longestMs);
  onChange(state);
  void open();
  return () => end('Stopped.');
}
