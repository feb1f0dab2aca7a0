import { Type } from 'typebox';
import { query, type RowOf } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';

/** A process that is started and stopped every minute of a week leaves fewer. */
const gapsLimit = 10_000;

const contextGaps = query({
  name: 'context_gaps',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ from_ms: Type.String(), to_ms: Type.String(), is_filled: Type.Boolean() }),
  limits: { maxRows: gapsLimit },
  sql: `
    SELECT
      toString(toUnixTimestamp64Milli(from_time)) AS from_ms, toString(toUnixTimestamp64Milli(to_time)) AS to_ms,
      filled AS is_filled
    FROM feed_gaps FINAL
    WHERE feed = 'contexts' AND coin = '' AND from_time <= {to:TimeMs} AND to_time >= {from:TimeMs}
    ORDER BY from_time, to_time LIMIT ${gapsLimit}`,
});

/** Those of perps: others come by REST, minutes apart. */
const minutesOfGap = query({
  name: 'context_minutes_of_gap',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ minutes: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT toString(uniqExact(minute)) AS minutes FROM asset_contexts
    WHERE minute >= {from:TimeMs} AND minute <= {to:TimeMs}
      AND coin NOT LIKE '@%' AND coin NOT LIKE '#%' AND coin NOT LIKE '%/%'`,
});

/**
 * Tells of the gaps of markets' states that lie in a span, in whole or in part, whether an archive has filled them: each of their
 * minutes has a state by now. One whose states were taken out again is open again. A repeat changes nothing.
 *
 */
export async function tellContextGaps(store: AnalyticsStore, span: Span): Promise<void> {
  const asked = { from: span.fromMs, to: span.toMs };
  for (const gap of await store.rows(contextGaps, asked, { lane: 'write' })) {
    const isWhole = await isStored(store, gap);
    if (isWhole === gap.is_filled) continue;
    const timeOf = (ms: string) => `fromUnixTimestamp64Milli(${Number(ms)}, 'UTC')`;
    await store.command(`
      INSERT INTO feed_gaps
      SELECT feed, wallet, coin, from_time, to_time, reason, ${isWhole}, greatest(time + INTERVAL 1 MILLISECOND, now64(3, 'UTC'))
      FROM feed_gaps FINAL
      WHERE feed = 'contexts' AND coin = '' AND from_time = ${timeOf(gap.from_ms)} AND to_time = ${timeOf(gap.to_ms)}
      SETTINGS insert_deduplicate = 0`);
  }
}

async function isStored(
  store: AnalyticsStore,
  { from_ms, to_ms }: RowOf<typeof contextGaps>,
): Promise<boolean> {
  const [first, last] = [from_ms, to_ms].map((ms) => Math.floor(Number(ms) / minuteMs)) as [number, number];
  const asked = { from: first * minuteMs, to: last * minuteMs };
  const [found] = await store.rows(minutesOfGap, asked, { lane: 'write' });
  return Number(found!.minutes) === last - first + 1;
}
