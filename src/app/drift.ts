import { type DriftRow, recordDrift } from '../ingest/drift-record.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { drift } from '../wire/drift.ts';

const recordEveryMs = 10_000;

/**
 * Stores drift while the process runs and when it ends, and logs each field or value when it is first seen.
 *
 * @param dir The directory of the journal.
 * @returns reads the rows, the last seen first
 */
export function keepDrift(dir: string, log: Log, shutdown: Shutdown): () => DriftRow[] {
  function record(): DriftRow[] {
    const { rows, fresh } = recordDrift(dir, drift, systemClock.nowMs());
    for (const { payload, field, value } of fresh) {
      const what = value === undefined ? 'field' : 'value';
      log.warn({ payload, field, value }, `the exchange sends a ${what} that this version does not know`);
    }
    return rows;
  }
  // A full disk must not end the process: the counts stay in memory until the next round.
  const tryRecord = () => {
    try {
      record();
    } catch (err) {
      log.warn({ err }, 'unknown fields of the exchange could not be recorded; trying again');
    }
  };
  const timer = setInterval(tryRecord, recordEveryMs).unref();
  shutdown.register('drift', () => {
    clearInterval(timer);
    tryRecord();
  });
  return record;
}
