import type { Log } from '../../../kernel/log.ts';
import { type Cancel, systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { WireFill } from '../../../wire/fill.ts';
import type { BatchStore } from '../../batch-store.ts';
import type { Journal } from '../../journal.ts';
import { openSink } from '../../sink.ts';
import { createChunkBuilder } from '../../sources/chunk-builder.ts';
import { oldestFirst } from '../../sources/user-fills.ts';

/** Fills of one wallet, whole milliseconds of them. */
export interface FillArrival {
  wallet: string;
  /** In the exchange's order, oldest or newest first. */
  fills: readonly WireFill[];
}

/** Takes the connector's fills into the same sink as an import's. */
export interface FillIntake {
  /** Resolves once all of them are stored, those that were there already included. @throws where they could not be */
  store(arrival: FillArrival): Promise<void>;
  /** Resolves once what has arrived by now is stored, or has failed. */
  settled(): Promise<void>;
  /** Stores what has gathered. */
  close(): Promise<void>;
}

export interface FillIntakeOptions {
  batches: BatchStore;
  journal: Journal;
  /** Fills wait this long at most before they are committed. */
  flushMs: number;
  log: Log;
  /** The machine's where absent. */
  timers?: Timers;
}

/** The feed, as stored beside each of its fills. */
const feed = 'hyperliquid';
/** Fills of one commit: what a minute's weight can bring. */
const batchFills = 20_000;
/** Fills handed to the sink at once, a page of the exchange. */
const stepFills = 2_000;

/**
 * Gathers arrivals and commits them together. A commit that fails fails them all: no cursor moves, and the sink is
 * new.
 */
export function createFillIntake(options: FillIntakeOptions): FillIntake {
  const { batches, journal, flushMs, log, timers = systemTimers } = options;
  const builder = createChunkBuilder(feed);
  const newSink = () => openSink({ store: batches, journal, batchFills, stored: { feed } });
  let sink = newSink();
  let gathering = Promise.withResolvers<void>();
  let gathered = 0;
  let cancelCommit: Cancel | undefined;
  /** Adding and committing, one after the other: the builder's rows are good until the next chunk. */
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
