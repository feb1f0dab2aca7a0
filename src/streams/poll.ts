import type { StreamLine } from './followed.ts';
import { createSession, type SessionOptions } from './session.ts';
import { isCoverageType, isFigureType, isRecord } from './subscription.ts';

/** What one question to a stream was answered: messages as a stream has them, in their order. */
export interface PollAnswer {
  events: Record<string, unknown>[];
  /** What is missing of the record, or was filled, and concerns them. */
  gaps: unknown[];
  /** Cursor before the first of them; absent where the feed is of states, or began at a time or a sequence. */
  from?: string;
  /** Cursor behind the last of them; absent where the feed is of states, or has ended. */
  cursor?: string;
  /** Whether nothing more is stored. */
  caughtUp: boolean;
  /** The stretch of the past that was asked for is over. */
  ended?: true;
}

export interface PollOptions extends Omit<SessionOptions, 'line' | 'isOwn'> {
  /** A subscription as a client sends it. */
  params: Readonly<Record<string, unknown>>;
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
/** A page may take as long as its statement. */
const slowPage = { everyMs: 1_000, tries: 30 };

/**
 * Waits for the next events of a stream: answers once there are some, with all that is stored by then up to the limit, or when the wait is
 * over.
 *
 * @returns why not, in the words of the protocol, where it is refused
 */
export async function pollStream(options: PollOptions): Promise<PollAnswer | string> {
  const { params, isOfEvents, hub, waitMs, limit, signal } = options;
  const { type } = params;
  const events: PollAnswer['events'] = [];
  const gaps: unknown[] = [];
  let [elements, isOver, hasEnded] = [0, false, false];
  let isCaughtUp = false;
  let behind: string | undefined;
  const done = Promise.withResolvers<string | undefined>();

  function finish(refused?: string): void {
    isOver = true;
    done.resolve(refused);
  }

  function takeEvent(message: Record<string, unknown>): void {
    events.push(message);
    elements += Array.isArray(message.data) ? message.data.length : 1;
    if (elements >= limit) finish();
    // What came with it is in the answer.
    else if (!isOfEvents || isCaughtUp) setImmediate(finish);
  }

  function take(message: Record<string, unknown>): void {
    const { channel, data } = message;
    if (channel === type) takeEvent(message);
    else if (channel === 'error') finish(String(data));
    else if (channel === 'gap') gaps.push(data);
    else if (channel === 'behind' && isRecord(data)) {
      behind = String(data.cursor);
      finish();
    } else if (channel === 'caughtUp' && isRecord(data)) {
      isCaughtUp = true;
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
      const message = JSON.parse(text) as Record<string, unknown>;
      // A gap is said of what the cursor of the answer is behind.
      if (!isOver || message.channel === 'gap') take(message);
    },
    unsent: () => (isOver ? Number.POSITIVE_INFINITY : 0),
    drained: () => Promise.resolve(),
  };
  const session = createSession({ ...options, line, isOwn: true });
  const first = () => session.reached().catch(() => undefined);

  /** Answers with the events so far. Waits for the first page, as without it the next poll would begin at the same cursor. */
  async function endReading(begun: string | undefined, tries: number): Promise<void> {
    const isMoved = !isOfEvents || tries === 0 || (await first()) !== begun;
    if (isCaughtUp || isOver) return;
    if (isMoved) finish();
    else timer = setTimeout(endReading, slowPage.everyMs, begun, tries - 1);
  }

  const gone = () => finish();
  signal.addEventListener('abort', gone);
  const now = isOfEvents && isFromNow(params) ? await cursorNow(hub, type) : undefined;
  const subscription = { ...params, ...(now && { cursor: now }) };
  session.receive(JSON.stringify({ method: 'subscribe', subscription }));
  const begun = isOfEvents ? first() : undefined;
  let timer = setTimeout(
    async () => endReading(await begun, slowPage.tries),
    isOfEvents || isFigureType(type) ? readMs : waitMs,
  );
  try {
    const refused = await done.promise;
    if (refused !== undefined) return refused;
    const cursor = behind ?? (isOfEvents && !hasEnded ? await session.reached() : undefined);
    const from = now ?? params.cursor;
    return {
      events,
      gaps,
      ...(typeof from === 'string' && { from }),
      ...(cursor !== undefined && { cursor }),
      caughtUp: !isOfEvents || (isCaughtUp && elements < limit),
      ...(hasEnded && { ended: true }),
    };
  } finally {
    session.close();
    clearTimeout(timer);
    signal.removeEventListener('abort', gone);
  }
}

async function cursorNow(hub: PollOptions['hub'], type: unknown): Promise<string | undefined> {
  if (isCoverageType(type)) return hub.quality.cursorNow();
  const newest = hub.newest();
  return newest === undefined ? undefined : hub.cursorAt(newest);
}

const isFromNow = ({ cursor, sequence, from }: Readonly<Record<string, unknown>>) =>
  [cursor, sequence, from].every((given) => given === undefined);
