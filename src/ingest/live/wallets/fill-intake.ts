import type { Log } from '../../../kernel/log.ts';
import { type Cancel, systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { BatchStore } from '../../batch-store.ts';
import type { Journal } from '../../journal.ts';
import { openSink } from '../../sink.ts';
import { createChunkBuilder } from '../../sources/chunk-builder.ts';
import { oldestFirst } from '../../sources/user-fills.ts';

/** Fills of one wallet, complete for each millisecond. */
export interface FillArrival {
  wallet: string;
  /** In the exchange's order, oldest or newest first. */
  fills: readonly WireFill[];
}

/** Writes the connector's fills to the same sink as imports. */
export interface FillIntake {
  /** Resolves once all fills are stored, including those stored before. @throws if they could not be stored */
  store(arrival: FillArrival): Promise<void>;
  /** Resolves once all fills received so far are stored, or have failed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface FillIntakeOptions {
  batches: BatchStore;
  journal: Journal;
  /** Maximum time before fills are committed, milliseconds. */
  flushMs: number;
  log: Log;
  timers?: Timers;
}

/** Feed name stored with each fill. */
const feed = 'hyperliquid';
/** Maximum fills per commit: as many as a minute's weight can bring. */
const batchFills = 20_000;
/** Fills handed to the sink at once, a page of the exchange. */
const stepFills = 2_000;

/** Gathers arrivals and commits them together. A failed commit rejects all of them, so no cursor moves, and opens a new sink. */
export function createFillIntake(options: FillIntakeOptions): FillIntake {
  const { batches, journal, flushMs, log, timers = systemTimers } = options;
  const builder = createChunkBuilder(feed);
  const newSink = () => openSink({ store: batches, journal, batchFills, stored: { feed } });
  let sink = newSink();
  let gathering = Promise.withResolvers<void>();
  let gathered = 0;
  let cancelCommit: Cancel | undefined;
  /** Serializes adds and commits, because the builder's rows are valid only until the next chunk. */
  let turn: Promise<void> = Promise.resolve();

  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  }

  async function add({ wallet, fills }: FillArrival): Promise<void> {
    const ordered = oldestFirst([...fills]);
    for (let from = 0; from < ordered.length; from += stepFills) {
      for (const fill of ordered.slice(from, from + stepFills)) {
        builder.rows.append({ wallet, fill, block: 0, seq: 0 });
      }
      builder.unordered();
      if (from + stepFills >= ordered.length) builder.finish();
      await sink.add(builder.take(0));
    }
  }

  async function commit(): Promise<void> {
    cancelCommit?.();
    cancelCommit = undefined;
    if (gathered === 0) return;
    const stored = gathering;
    gathering = Promise.withResolvers();
    gathered = 0;
    try {
      const { conflicts } = sink.counts;
      await sink.flush();
      warnOf(sink.counts.conflicts - conflicts);
      stored.resolve();
    } catch (error) {
      fail(stored, error);
    }
  }

  function warnOf(conflicts: number): void {
    if (conflicts === 0) return;
    const words = 'the fills of the exchange differ from the files that they are stored from: see quarantine';
    log.warn({ conflicts }, words);
  }

  function fail(stored: PromiseWithResolvers<void>, error: unknown): void {
    log.warn({ err: error }, 'fills could not be stored; they are read again');
    sink = newSink();
    builder.finish();
    builder.take(0);
    stored.promise.catch(() => undefined);
    stored.reject(error);
  }

  return {
    async store(arrival) {
      let stored = gathering.promise;
      await inTurn(async () => {
        stored = gathering.promise;
        gathered += 1;
        try {
          await add(arrival);
        } catch (error) {
          const failed = gathering;
          gathering = Promise.withResolvers();
          gathered = 0;
          fail(failed, error);
        }
        cancelCommit ??= timers.after(flushMs, () => void inTurn(commit));
      });
      await stored;
    },
    settled: () => inTurn(commit),
    close: () => inTurn(commit),
  };
}
