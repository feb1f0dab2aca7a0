import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import { dayMs, hourMs } from '../../../kernel/clock.ts';
import { builderRewards } from '../../facts/fact-tables.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';
import type { Pace } from '../work/pace.ts';
import type { ReaderParts } from '../work/reader.ts';
import { every, type RecurringJob } from '../work/recurring-job.ts';

/** How often a builder's total is read, and how often the builders are looked up. */
const everyMs = hourMs;
/** Builders without a fill for this long are skipped. */
const knownMs = 30 * dayMs;
/** Maximum builders; those paid the most come first. */
const buildersLimit = 200;

const knownBuilders = query({
  name: 'known_builders',
  params: { since: 'TimeMs', limit: 'UInt64' },
  row: Type.Object({ address: Type.String(), last_ms: Type.String() }),
  sql: `
    SELECT concat('0x', lower(hex(paid.builder))) AS address, toString(toUnixTimestamp64Milli(max(read.last))) AS last_ms
    FROM (
      SELECT builder, sum(builder_fees) AS fees FROM builder_coin_hour
      WHERE hour >= {since:TimeMs} GROUP BY builder ORDER BY fees DESC, builder LIMIT {limit:UInt64}) AS paid
    LEFT JOIN (SELECT builder, max(time) AS last FROM builder_rewards GROUP BY builder) AS read USING builder
    GROUP BY paid.builder`,
});

/**
 * Creates the reader of builders' totals (`referral` → builderRewards). Each run reads the builder whose last read is the
 * oldest, if that was an hour or more ago. Builders are those that archives named.
 *
 * @returns a function that rejects with InfoError or an error of the store
 */
export function createBuilderRewards(
  parts: Pick<ReaderParts, 'info' | 'facts' | 'watch' | 'clock' | 'signal'> & { analytics: AnalyticsStore },
): (staleness: Staleness) => Promise<void> {
  const { analytics, info, facts, watch, clock, signal } = parts;
  /** Last read of each builder, unix milliseconds. */
  let readMs = new Map<string, number>();
  let lookedMs = Number.NEGATIVE_INFINITY;

  return async (staleness) => {
    const nowMs = clock.nowMs();
    if (nowMs - lookedMs >= everyMs) {
      const params = { since: nowMs - knownMs, limit: buildersLimit };
      const rows = await analytics.rows(knownBuilders, params);
      const lastOf = (address: string, last_ms: string) =>
        Math.max(readMs.get(address) ?? 0, Number(last_ms));
      readMs = new Map(rows.map(({ address, last_ms }) => [address, lastOf(address, last_ms)]));
      lookedMs = nowMs;
    }
    const [next] = [...readMs].sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1));
    if (next === undefined || nowMs - next[1] < everyMs) return;
    const [builder] = next;
    const { data } = await info.ask({ type: 'referral', user: builder }, { staleness, signal });
    const time = clock.nowMs();
    await facts.write(builderRewards, [{ builder, time, rewards: data.builderRewards }]);
    watch.seen('builderRewards', { atMs: time, received: 1 });
    readMs.set(builder, time);
  };
}

/** The job that reads one builder a minute. */
export function builderRewardsJob(
  parts: Parameters<typeof createBuilderRewards>[0] & Pick<ReaderParts, 'timers'> & { pace: Pace },
): RecurringJob {
  const { pace, timers } = parts;
  const options = { targetMs: pace.spotContextsMs, group: () => 'roles' as const };
  return every({ ...options, ...(timers && { timers }) }, createBuilderRewards(parts));
}
