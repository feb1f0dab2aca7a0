import type { RunContext } from '../../endpoints/endpoint.ts';
import { createFooting } from '../../endpoints/footing.ts';
import { monotonicMs, rfc3339 } from '../../kernel/clock.ts';
import { type StateArguments, type StateTexts, type StateTopics, textsOf } from '../state-topic.ts';

export type FigureContext = Pick<RunContext, 'sources' | 'clock' | 'signal'>;

/** The figures of one moment, each text the inside of a JSON object. */
export interface FigureState {
  whole(): string;
  /** Difference to the previous reading. Undefined: none; null: too large, the whole state is sent. */
  readonly change: string | undefined | null;
}

/** Reads the figures and compares them with its previous reading. @throws Problem, AnalyticsError */
export type FigureReading = (context: FigureContext) => Promise<FigureState>;

/** Readings of the figures of one type: one at a time, for at most 1/5 of the time, so that no type delays another. */
interface Lane {
  readings: Set<Reading>;
  isReading: boolean;
  isLooked: boolean;
  /** Monotonic clock. */
  nextMs: number;
}

interface Reading {
  /** Monotonic clock: start of the last read, and earliest time of the next. */
  readMs: number;
  dueMs: number;
  /** Nothing was read yet, and subscribers wait for it. */
  isFirst(): boolean;
  hasMoved(): boolean;
  read(): Promise<void>;
}

const readShare = 5;
/** Each subject may be read for at most a tenth of the time. */
const subjectShare = 10;
const readTimeoutMs = 30_000;

/**
 * Topics of figures that are computed from the store: read when their sources change, once for all equal subscriptions.
 *
 * @param pauseMs Minimum pause between two readings of the same figures, milliseconds.
 * @param openReading Opens a reading that all equal subscriptions share.
 */
export function figureTopics(
  pauseMs: number,
  openReading: (params: StateArguments) => FigureReading,
): StateTopics {
  return {
    open(followed, { watched, clock, shared }, members) {
      const lane = shared(`figures ${followed.type}`, newLane);
      const leaving = new AbortController();
      const figures = openReading(followed.of);
      let footing = createFooting();
      let brought = { at: 0, state: noTexts, change: noTexts };

      async function read(): Promise<void> {
        const [seen, atMs] = [createFooting(), clock.nowMs()];
        const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(readTimeoutMs)]);
        const { whole, change } = await figures({ ...watched(seen), signal });
        footing = seen;
        if (brought.at > 0 && change === undefined) return;
        const textOf = (kind: string, fields: string) => {
          const json = `{"kind":"${kind}","asOf":"${rfc3339(atMs)}",${fields}}`;
          return textsOf(followed, { timeMs: atMs, json });
        };
        brought = {
          at: brought.at + 1,
          state: once(() => textOf('state', whole())),
          change: once(() => (typeof change === 'string' ? textOf('change', change) : undefined)),
        };
      }

      const reading: Reading = {
        readMs: 0,
        dueMs: 0,
        isFirst: () => brought.at === 0,
        hasMoved: () => footing.hasMoved(),
        async read() {
          const beganMs = monotonicMs();
          reading.readMs = beganMs;
          await members.read(read);
          const [endMs, tookMs] = [monotonicMs(), monotonicMs() - beganMs];
          lane.nextMs = endMs + tookMs * (readShare - 1);
          reading.dueMs = endMs + Math.max(pauseMs, tookMs * (subjectShare - 1));
        },
      };
      lane.readings.add(reading);
      return {
        refresh() {
          if (lane.isLooked) return;
          lane.isLooked = true;
          queueMicrotask(() => lookAt(lane));
        },
        begin(_, isFromNow) {
          if (brought.at === 0) return undefined;
          return isFromNow ? brought.at : 0;
        },
        /** The change for those with the previous reading, else the whole state. */
        next(_, had) {
          const { at, state, change } = brought;
          return had === at ? undefined : { at, texts: (had === at - 1 && change()) || state() };
        },
        end() {
          leaving.abort();
          lane.readings.delete(reading);
        },
      };
    },
  };
}

const newLane = (): Lane => ({ readings: new Set(), isReading: false, isLooked: false, nextMs: 0 });

/** Starts the reading that waits longest. First readings skip the pause, because subscribers wait for them. */
function lookAt(lane: Lane): void {
  lane.isLooked = false;
  if (lane.isReading) return;
  const nowMs = monotonicMs();
  const isRested = nowMs >= lane.nextMs;
  let next: Reading | undefined;
  for (const reading of lane.readings) {
    if (nowMs < reading.dueMs || (next !== undefined && next.readMs <= reading.readMs)) continue;
    if (reading.isFirst() || (isRested && reading.hasMoved())) next = reading;
  }
  if (next !== undefined) void readOne(lane, next);
}

async function readOne(lane: Lane, reading: Reading): Promise<void> {
  lane.isReading = true;
  await reading.read();
  lane.isReading = false;
  setImmediate(lookAt, lane);
}

const noTexts = (): StateTexts | undefined => undefined;

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
