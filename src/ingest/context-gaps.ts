import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { createCoverageLedger } from '../coverage/ledger.ts';
import { minuteMs, systemClock } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';

/** A process that is started and stopped every minute of a week leaves fewer. */
const gapsLimit = 10_000;
const feed = 'contexts';

/** Unbroken runs of minutes. Those of perps: others come by REST, minutes apart. */
const storedRuns = query({
  name: 'context_minute_runs',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ first: Type.Integer(), last: Type.Integer() }),
  limits: { deadlineMs: 120_000, maxRows: 1_000_000 },
  sql: `
    SELECT toUInt32(min(at)) AS first, toUInt32(max(at)) AS last
    FROM (
      SELECT at, at - row_number() OVER (ORDER BY at) AS run
      FROM (
        SELECT DISTINCT intDiv(toUnixTimestamp(minute), 60) AS at FROM asset_contexts
        WHERE minute >= {from:TimeMs} AND minute <= {to:TimeMs}
          AND coin NOT LIKE '@%' AND coin NOT LIKE '#%' AND coin NOT LIKE '%/%'))
    GROUP BY run ORDER BY first`,
});

/**
 * Says which minutes of recorded gaps of markets' states an archive has filled, and which are gaps again because its states were taken
 * out. A repeat changes nothing.
 *
 * @param span in which states came or went
 */
export async function settleContextGaps(analytics: AnalyticsStore, span: Span): Promise<void> {
  const ledger = createCoverageLedger({ analytics, clock: systemClock, attempts: 1 });
  const states = ['open', 'healed', 'lost'] as const;
  const gaps = (await ledger.read({ feed, ...span, states, limit: gapsLimit })).filter(({ coin }) => !coin);
  if (gaps.length === 0) return;
  const ends = {
    from: Math.min(...gaps.map(({ fromMs }) => fromMs)),
    to: Math.max(...gaps.map(({ toMs }) => toMs)),
  };
  const runs = (await analytics.rows(storedRuns, ends, { lane: 'write' })).map(({ first, last }) => ({
    fromMs: first * minuteMs,
    toMs: (last + 1) * minuteMs - 1,
  }));
  for (const { state, reason, fromMs, toMs } of gaps) {
    let missingMs = fromMs;
    for (const run of [...runs, { fromMs: toMs + 1, toMs }]) {
      if (run.toMs < fromMs || run.fromMs > toMs + 1) continue;
      const missing = { feed, fromMs: missingMs, toMs: Math.min(run.fromMs, toMs + 1) - 1 };
      if (state === 'healed' && missing.toMs >= missing.fromMs) await ledger.lose(missing, reason);
      missingMs = Math.max(missingMs, run.toMs + 1);
      const filled = { feed, fromMs: Math.max(run.fromMs, fromMs), toMs: Math.min(run.toMs, toMs) };
      if (state !== 'healed' && filled.toMs >= filled.fromMs) await ledger.heal(filled);
    }
  }
}
