import type { StreamLine } from './followed.ts';
import { createSession, type SessionOptions } from './session.ts';
import { isCoverageType, isFigureType, isRecord } from './subscription.ts';

/** What one question to a stream was answered: messages as a stream has them, in their order. */
export interface PollAnswer {
  events: Record<string, unknown>[];
  /** What is missing of the record, or was filled, and concerns them. */
  gaps: unknown[];
  /** Goes on behind them; absent where the feed is of states, or has ended. */
  cursor?: string;
  /** Whether nothing more is stored. */
  caughtUp: boolean;
  /** The stretch of the past that was asked for is over. */
  ended?: true;
}

export interface PollOptions extends Omit<SessionOptions, 'line' | 'isOwn'> {
  /** A subscription as a client sends it. */
  asked: Readonly<Record<string, unknown>>;
  /** Of feeds of events: only these have a cursor. */
  isOfEvents: boolean;
  /** How long the next event is waited for, once all that is stored was read. */
  waitMs: number;
  /** Events of the answer; more where one message has more. */
  limit: number;
  /** Of who asks: aborted, it has gone. */
  signal: AbortSignal;
}

/** What is stored behind a cursor may take longer to be read than the next event is waited for. */
const readMs = 10_000;

/**
 * Waits for the next events of a stream: answers once there are some, with all that is stored by then up to the limit, or when the wait is
 * over.
 *
 * @returns why not, in the words of the protocol, where it is refused
 */
export async function pollStream(options: PollOptions): Promise<PollAnswer | string> {
  const { asked, isOfEvents, hub, waitMs, limit, signal } = options;
  const { type } = asked;
  const from = isOfEvents && isFromNow(asked) ? await cursorNow(hub, type) : undefined;
  const events: PollAnswer['events'] = [];
  const gaps: unknown[] = [];
  let [elements, isOver, hasEnded] = [0, false, false];
  let place: number | undefined;
  let cursor = from ?? (typeof asked.cursor === 'string' ? asked.cursor : undefined);
  const done = Promise.withResolvers<string | undefined>();

  function finish(refused?: string): void {
    isOver = true;
    done.resolve(refused);
  }

  function takeEvent(message: Record<string, unknown>): void {
    events.push(message);
    elements += Array.isArray(message.data) ? message.data.length : 1;
    if (typeof message.cursor === 'string') cursor = message.cursor;
    if (elements >= limit) finish();
    // What came with it is in the answer.
    else if (!isOfEvents || place !== undefined) setImmediate(finish);
  }

  function take(message: Record<string, unknown>): void {
    const { channel, data } = message;
    if (channel === type) takeEvent(message);
    else if (channel === 'error') finish(String(data));
    else if (channel === 'gap') gaps.push(data);
    else if (channel === 'caughtUp' && isRecord(data)) {
      place = Number(data.seq);
      hasEnded = data.ended === true;
      if (hasEnded || events.length > 0) finish();
      else if (isOfEvents) timer = restarted(timer, waitMs);
    }
  }

  function restarted(old: NodeJS.Timeout, ms: number): NodeJS.Timeout {
    clearTimeout(old);
    return setTimeout(finish, ms);
  }

  const line: StreamLine = {
    send(text) {
      if (!isOver) take(JSON.parse(text));
    },
    unsent: () => (isOver ? Number.POSITIVE_INFINITY : 0),
    drained: () => Promise.resolve(),
  };
  const gone = () => finish();
  signal.addEventListener('abort', gone);
  let timer = setTimeout(finish, isOfEvents || isFigureType(type) ? readMs : waitMs);
  const session = createSession({ ...options, line, isOwn: true });
  session.receive(
    JSON.stringify({ method: 'subscribe', subscription: { ...asked, ...(from && { cursor: from }) } }),
  );
  const refused = await done.promise;
  session.close();
  clearTimeout(timer);
  signal.removeEventListener('abort', gone);
  if (refused !== undefined) return refused;
  const isReplay = asked.from !== undefined;
  // Of gaps the cursor that was asked with still is the place of the last one.
  if (isOfEvents && !isReplay && events.length === 0 && place !== undefined && !isCoverageType(type))
    cursor = await hub.cursorAt(place);
  return {
    ...{ events, gaps, ...(isOfEvents && !hasEnded && cursor !== undefined && { cursor }) },
    ...{
      caughtUp: !isOfEvents || (place !== undefined && elements < limit),
      ...(hasEnded && { ended: true }),
    },
  };
}

async function cursorNow(hub: PollOptions['hub'], type: unknown): Promise<string | undefined> {
  if (isCoverageType(type)) return hub.quality.cursorNow();
  const newest = hub.newest();
  return newest === undefined ? undefined : hub.cursorAt(newest);
}

const isFromNow = ({ cursor, sequence, from }: Readonly<Record<string, unknown>>) =>
  [cursor, sequence, from].every((given) => given === undefined);
