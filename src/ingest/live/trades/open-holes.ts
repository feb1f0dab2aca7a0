import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';
import type { AnalyticsStore } from '../../../analytics/store.ts';
import type { CoverageLedger } from '../../../coverage/ledger.ts';
import type { TradeGap } from './stretch.ts';

/**
 * Holes that were open when an earlier run ended, and from when on their coins' trades are known to be stored up to their
 * ends: it may have been killed before it could note that. Rows of one month are stored together or not at all.
 */
const openHoles = query({
  name: 'open_trade_holes',
  params: {},
  row: Type.Object({ coin: Type.String(), from: Type.String(), to: Type.String(), complete: Type.String() }),
  sql: `
    WITH open AS (
      SELECT coin, from_time, to_time FROM coverage FINAL WHERE feed = 'trades' AND state = 'open'
    ), told AS (
      SELECT coin, time, complete_from FROM trades
      WHERE coin IN (SELECT coin FROM open) AND time >= (SELECT min(to_time) FROM open)
        AND toYYYYMM(complete_from) = toYYYYMM(time)
    )
    SELECT coin, toString(toUnixTimestamp64Milli(from_time)) AS from, toString(toUnixTimestamp64Milli(to_time)) AS to,
      toString(toUnixTimestamp64Milli(minIf(complete_from, time >= to_time))) AS complete
    FROM open LEFT JOIN told USING coin GROUP BY coin, from_time, to_time`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/** The holes that earlier runs left, after what was filled of them is noted to be. */
export async function openTradeHoles({
  analytics,
  ledger,
}: {
  analytics: AnalyticsStore;
  ledger: Pick<CoverageLedger, 'heal'>;
}): Promise<TradeGap[]> {
  const left: TradeGap[] = [];
  const notes: Promise<void>[] = [];
  for (const { coin, from, to, complete } of await analytics.rows(openHoles, {})) {
    const told = { coin, fromMs: Number(from), toMs: Number(to) };
    const completeMs = Number(complete);
    const isSmaller = completeMs > 0 && completeMs <= told.toMs;
    if (isSmaller) {
      const filled = { ...told, fromMs: Math.max(told.fromMs, completeMs) };
      notes.push(ledger.heal({ feed: 'trades', ...filled }, { isOpenOnly: true }));
    }
    if (!isSmaller) left.push(told);
    else if (completeMs > told.fromMs) left.push({ ...told, toMs: completeMs - 1 });
  }
  await Promise.all(notes);
  return left;
}
