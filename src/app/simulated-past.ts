import { rmSync } from 'node:fs';
import type { LiveExchangeOptions } from '../../packages/exchange-simulator/src/live/live-exchange.ts';
import { completeStretches } from '../../packages/exchange-simulator/src/live/stretches.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { pause } from '../kernel/pause.ts';
import type { ImportSummary } from '../operate/operations/import-paths.ts';
import type { Operations } from '../operate/operations.ts';
import type { SourceParts } from './live-source.ts';

interface Importing {
  importPaths(
    ...requests: Parameters<Operations['importPaths']>
  ): Promise<Pick<ImportSummary, 'fills' | 'duplicates' | 'interrupted'>>;
}

type Written = Parameters<LiveExchangeOptions['onWritten']>[0];

function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Pause between attempts: an upgrade may be filling tables, or the disk may be full. */
const retryMs = 5_000;

/**
 * Imports completed stretches of the simulated past, then deletes their files. Retries until all are stored.
 *
 * @param dir directory of the stretches
 * @param keep called before the files are deleted, with the time up to which everything is stored, unix milliseconds
 */
export function storeStretches(
  dir: string,
  { operations, log, onStep }: Pick<SourceParts, 'log' | 'onStep'> & { operations: Importing },
  keep: (untilMs: number) => void,
  { waitMs = retryMs } = {},
) {
  const stop = new AbortController();
  const stored = Promise.withResolvers<number>();
  stored.promise.catch(() => undefined); // reported at the source
  let pending: string | undefined = 'the simulated exchange makes its history';
  let storing = Promise.resolve();

  async function store({ untilMs, hasCaughtUp }: Written): Promise<void> {
    if (stop.signal.aborted) return;
    const paths = completeStretches(dir).flatMap((stretch) =>
      stretch.untilMs <= untilMs ? [stretch.path] : [],
    );
    if (pending !== undefined && hasCaughtUp) pending = 'the past of the simulated exchange is being stored';
    const { fills, duplicates, interrupted } = await operations.importPaths(
      { paths },
      {
        onProgress({ bytes, bytesDone }) {
          if (hasCaughtUp) onStep?.({ current: 'storing simulated fills', share: bytesDone / bytes });
        },
        signal: stop.signal,
      },
    );
    if (interrupted) return;
    // A partial history: after a kill, the exchange generates it again, and the import stores only missing fills.
    if (!hasCaughtUp) return removeAll(paths);
    keep(untilMs);
    removeAll(paths);
    pending = undefined;
    stored.resolve(untilMs);
    log.info({ fills, duplicates, until: rfc3339(untilMs) }, 'the past of the simulated exchange is stored');
  }

  async function untilStored(written: Written): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        return await store(written);
      } catch (err) {
        if (stop.signal.aborted) return;
        log.error({ err }, 'the past of the simulated exchange could not be stored; trying again');
        pending = `the past of the simulated exchange could not be stored: ${(err as Error).message}`;
      }
      await pause(waitMs, stop.signal);
    }
  }

  function fail(error: Error, reported: string): void {
    pending = reported;
    stored.reject(error);
  }
  return {
    /** Resolves when the exchange has caught up, with the time up to which everything is stored, unix milliseconds. */
    stored: stored.promise,
    /** The reason for waiting; undefined if ready. */
    pending: () => pending,
    wait(forWhat: string): void {
      pending = forWhat;
    },
    fail,
    /** Stores all stretches completed up to this one, after earlier calls. */
    store(written: Written): void {
      storing = storing.then(() => untilStored(written));
    },
    async close(): Promise<void> {
      stop.abort();
      await storing;
    },
  };
}
