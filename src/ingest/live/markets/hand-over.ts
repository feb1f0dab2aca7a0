import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { systemTimers, type Timers } from '../../../kernel/timers.ts';
import type { MarketMemory } from '../../../market/market-memory.ts';
import type { Observation } from '../../../market/observation.ts';
import { newestStates } from '../../facts/fact-tables.ts';
import type { FactWriter } from '../../facts/fact-writer.ts';
import { newestStateRow } from '../../facts/market-rows.ts';

const lastHandOver = query({
  name: 'last_hand_over',
  params: {},
  row: Type.Object({ last: Type.String() }),
  sql: 'SELECT toString(toUnixTimestamp64Milli(max(time))) AS last FROM newest_states',
  limits: { deadlineMs: 60_000 },
});

/** Stores the newest states of markets for processes that read no exchange, and for the next start. */
export interface MarketHandOver {
  /** Stores the remaining changes and stops. */
  close(): Promise<void>;
}

export interface MarketHandOverOptions {
  analytics: Pick<AnalyticsStore, 'rows'>;
  /** Separate writer, so that larger batches do not delay it. Its opener closes it, after this. */
  facts: Pick<FactWriter, 'write'>;
  memory: Pick<MarketMemory, 'changes'>;
  everyMs: number;
  /** Of this machine. */
  clock: Clock;
  log: Log;
  timers?: Timers;
}

/**
 * Each hand-over is one insert with one time, later than the previous one, so that readers can poll from the newest time they
 * have seen.
 */
export async function openMarketHandOver(options: MarketHandOverOptions): Promise<MarketHandOver> {
  const { analytics, facts, memory, everyMs, clock, log, timers = systemTimers } = options;
  const [row] = await analytics.rows(lastHandOver, {});
  let timeMs = Number(row!.last);
  /** Observations that the store refused, oldest first. */
  let left: Observation[] = [];
  const stop = new AbortController();

  async function handOver(): Promise<void> {
    const changed = [...left, ...memory.changes()];
    left = [];
    if (changed.length === 0) return;
    timeMs = Math.max(clock.nowMs(), timeMs + 1);
    try {
      await facts.write(
        newestStates,
        changed.map((observation) => newestStateRow(timeMs, observation)),
      );
    } catch (err) {
      left = changed;
      log.error({ err }, 'the newest market states could not be published; trying again');
    }
  }

  async function keepHandingOver(): Promise<void> {
    while (!stop.signal.aborted) {
      await timers.pause(everyMs, stop.signal).catch(() => undefined);
      await handOver();
    }
  }

  const handingOver = keepHandingOver();
  return {
    async close() {
      stop.abort();
      await handingOver;
    },
  };
}
