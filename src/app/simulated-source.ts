import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startLiveExchange } from '../../packages/exchange-simulator/src/live/live-exchange.ts';
import { extendedPlan } from '../../packages/exchange-simulator/src/live/live-plan.ts';
import { completeStretches } from '../../packages/exchange-simulator/src/live/stretches.ts';
import { minuteMs, monotonicMs, rfc3339, systemClock, utcDate } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { type SimulatedMark, writeDataMark } from '../operate/data-mark.ts';
import type { LiveSource, SourceParts } from './live-source.ts';
import { storeStretches } from './simulated-past.ts';

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
