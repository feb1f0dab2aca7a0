import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type LiveExchangeOptions,
  startLiveExchange,
} from '../../packages/exchange-simulator/src/live/live-exchange.ts';
import { extendedPlan } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import { completeStretches } from '../../packages/exchange-simulator/src/live/stretches.ts';
import { minuteMs, monotonicMs, rfc3339, systemClock, utcDate } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import { type SimulatedMark, writeDataMark } from '../operate/data-mark.ts';
import type { ImportSummary } from '../operate/operations/import-paths.ts';
import type { Operations } from '../operate/operations.ts';
import type { LiveSource, SourceParts } from './live-source.ts';

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

/**
 * Real traders share the exchange's limit of 1,200 among all wallets they watch. The few simulated wallets must be current
 * within seconds.
 */
const weightPerMinute = 60_000;
const logEveryMs = 10_000;

/**
 * Resumes the simulated exchange of a data directory at its stored state. Imports its output like an archive: at start, and then every few
 * hours.
 */
export function openSimulated(parts: SourceParts, opened: SimulatedMark): LiveSource {
  const { config, log, shutdown } = parts;
  const dir = join(config.dataDir, 'simulated');
  mkdirSync(dir, { recursive: true });
  const kept = keepMark(config.dataDir, opened, log);
  const { seed, startMs, storedUntilMs } = opened;
  warnOfClock(storedUntilMs, log);
  log.info({ seed, from: rfc3339(startMs) }, 'SIMULATED data: the exchange catches up with the clock');
  const catchUp = catchUpReport(parts);
  let wholeToMs: number | undefined;
  const storing = storeStretches(dir, parts, (untilMs) => {
    wholeToMs = untilMs;
    kept.change((mark) => ({ ...mark, storedUntilMs: Math.max(untilMs, mark.storedUntilMs ?? 0) }));
  });
  const exchange = startLiveExchange({
    plan: kept.mark(),
    dir,
    filesFromMs: Math.max(storedUntilMs ?? 0, completeStretches(dir).at(-1)?.untilMs ?? 0),
    weightPerMinute,
    onProgress: (made) => storing.wait(catchUp(made)),
    onWritten: storing.store,
    onTrouble: (message) => log.warn(message),
    onFailure(err) {
      storing.fail(err, `the simulated exchange has failed: ${err.message}`);
      log.error({ err }, 'the simulated exchange has failed; data stay as they are until the next start');
    },
  });
  const extending = setInterval(() => {
    if (kept.extend(systemClock.nowMs() + minuteMs)) exchange.extend(kept.mark());
  }, minuteMs);
  shutdown.register('simulated exchange', async () => {
    clearInterval(extending);
    await Promise.all([exchange.close(), storing.close()]);
  });
  const addresses = Promise.all([exchange.serving, storing.stored]).then(([found, completeToMs]) => ({
    ...found,
    limits: { weightPerMinute },
    completeToMs,
  }));
  addresses.catch(() => undefined); // reported above
  return {
    // Data are stored already, except on the first start.
    history: storedUntilMs === undefined ? storing.stored.then(() => undefined) : undefined,
    addresses,
    pending: storing.pending,
    wholeToMs: () => wholeToMs,
  };
}

interface KeptMark {
  mark(): SimulatedMark;
  change(changed: (mark: SimulatedMark) => SimulatedMark): void;
  /** @returns true if the plan was extended; false also if saving failed: without an extension the exchange goes quiet at the plan's end */
  extend(fromMs: number): boolean;
}

/** The mark of the directory. Changes are on disk before they take effect. */
function keepMark(dataDir: string, opened: SimulatedMark, log: Log): KeptMark {
  let mark = opened;
  function change(changed: (mark: SimulatedMark) => SimulatedMark): void {
    const next = changed(mark);
    writeDataMark(dataDir, next);
    mark = next;
  }
  // Written before the first fill, so that a killed process leaves a directory with a correct mark.
  change((first) => extendedPlan(first, systemClock.nowMs()) ?? first);
  return {
    mark: () => mark,
    change,
    extend(fromMs) {
      const extended = extendedPlan(mark, fromMs);
      if (extended === undefined) return false;
      try {
        change(() => extended);
        return true;
      } catch (err) {
        log.error({ err }, 'the plan of the simulated exchange cannot be kept; trying again');
        return false;
      }
    },
  };
}

/** Reports catch-up progress to the start, periodically to the log, and through its result to readiness. */
function catchUpReport({ log, onStep }: Pick<SourceParts, 'log' | 'onStep'>) {
  let loggedMs = monotonicMs();
  return ({ fills, fromMs, timeMs }: { fills: number; fromMs: number; timeMs: number }): string => {
    const share = (timeMs - fromMs) / Math.max(1, systemClock.nowMs() - fromMs);
    onStep?.({ current: `simulated history, until ${utcDate(timeMs)}`, share, count: fills, unit: 'fills' });
    const until = rfc3339(timeMs);
    if (monotonicMs() - loggedMs >= logEveryMs) {
      loggedMs = monotonicMs();
      log.info(
        { until, percent: Math.floor(share * 100) },
        'the simulated exchange catches up with the clock',
      );
    }
    return `the simulated exchange makes its history: ${fills} fills, until ${until}`;
  };
}

/** Future data are served unchanged; new data appear once the clock has passed them. */
function warnOfClock(storedUntilMs: number | undefined, log: Log): void {
  if (storedUntilMs === undefined || storedUntilMs <= systemClock.nowMs() + minuteMs) return;
  log.warn(
    { storedUntil: rfc3339(storedUntilMs) },
    'the clock is behind the newest stored data; nothing new happens until it has passed them',
  );
}
