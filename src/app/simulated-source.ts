import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { minuteMs, monotonicMs, rfc3339, systemClock, utcDate } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type SimulatedMark, writeDataMark } from '../operate/data-mark.ts';
import { type LiveExchangeOptions, startLiveExchange } from '../sim/live/live-exchange.ts';
import { extendedPlan } from '../sim/live/live-plan.ts';
import { completeStretches } from '../sim/live/stretches.ts';
import type { LiveSource, SourceParts } from './live-source.ts';

/**
 * Real traders share the exchange's 1,200 among all they watch; here the wallets are few and shall be up to date
 * within seconds.
 */
const weightPerMinute = 60_000;
const logEveryMs = 10_000;

/**
 * Starts the simulated exchange of a data directory where it last stood, and stores what it has done since then as an archive
 * would be: now, and every few hours as it goes on.
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
  const storing = storeStretches(dir, parts, kept);
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
  addresses.catch(() => undefined); // told above
  return {
    // Only the first start has nothing to show before.
    history: storedUntilMs === undefined ? storing.stored.then(() => undefined) : undefined,
    addresses,
    pending: storing.pending,
  };
}

type Written = Parameters<LiveExchangeOptions['onWritten']>[0];

function removeAll(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true });
}

/** Imports stretches as they are complete, and removes them. */
function storeStretches(dir: string, { operations, log, onStep }: SourceParts, kept: KeptMark) {
  const stop = new AbortController();
  const stored = Promise.withResolvers<number>();
  stored.promise.catch(() => undefined); // told where it happens
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
      ({ bytes, bytesDone }) => {
        if (hasCaughtUp) onStep?.({ current: 'storing simulated fills', share: bytesDone / bytes });
      },
      stop.signal,
    );
    if (interrupted) return;
    // A part of it: whoever is killed now makes it again, and stores what is not there yet.
    if (!hasCaughtUp) return removeAll(paths);
    kept.change((mark) => ({ ...mark, storedUntilMs: Math.max(untilMs, mark.storedUntilMs ?? 0) }));
    removeAll(paths);
    pending = undefined;
    stored.resolve(untilMs);
    log.info({ fills, duplicates, until: rfc3339(untilMs) }, 'the past of the simulated exchange is stored');
  }
  function fail(error: Error, told: string): void {
    pending = told;
    stored.reject(error);
  }
  return {
    /** Resolves with the time until which everything is stored, unix milliseconds, once the exchange has caught up. */
    stored: stored.promise,
    /** What is still to be waited for. */
    pending: () => pending,
    wait(forWhat: string): void {
      pending = forWhat;
    },
    fail,
    /** One after the other: everything that is complete by then. */
    store(written: Written): void {
      storing = storing
        .then(() => store(written))
        .catch((err: Error) => {
          if (stop.signal.aborted) return;
          log.error({ err }, 'the past of the simulated exchange could not be stored');
          fail(err, `the past of the simulated exchange could not be stored: ${err.message}`);
        });
    },
    async close(): Promise<void> {
      stop.abort();
      await storing;
    },
  };
}

interface KeptMark {
  mark(): SimulatedMark;
  change(changed: (mark: SimulatedMark) => SimulatedMark): void;
  /** @returns whether the plan reaches further now; where that cannot be kept, the exchange goes quiet at its end */
  extend(fromMs: number): boolean;
}

/** The mark of the directory: on disk before anybody goes by it. */
function keepMark(dataDir: string, opened: SimulatedMark, log: Log): KeptMark {
  let mark = opened;
  function change(changed: (mark: SimulatedMark) => SimulatedMark): void {
    const next = changed(mark);
    writeDataMark(dataDir, next);
    mark = next;
  }
  // Written before the first datum: whatever kills this process, the directory says what is in it.
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

/** Tells how far a catch-up has come: whoever waits for the start, now and then the log, and readiness by its result. */
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

/** Data from the future are served as they are; more come when the clock has passed them. */
function warnOfClock(storedUntilMs: number | undefined, log: Log): void {
  if (storedUntilMs === undefined || storedUntilMs <= systemClock.nowMs() + minuteMs) return;
  log.warn(
    { storedUntil: rfc3339(storedUntilMs) },
    'the clock is behind the newest stored data; nothing new happens until it has passed them',
  );
}
