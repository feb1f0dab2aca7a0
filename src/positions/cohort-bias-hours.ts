import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type Cohort, type CohortKind, cohortKinds, cohortsOf } from '../domain/cohort.ts';
import { biasOf } from '../domain/exposure.ts';
import type { Window } from '../domain/window.ts';

/** A year at up to 16 rows an hour. */
const rowsLimit = 366 * 24 * 16;

const biasHours = query({
  name: 'cohort_bias_hours_of_coin',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs', kinds: 'Array(String)' },
  row: Type.Object({
    at: Type.Integer(),
    cohort_kind: Type.String(),
    tier: Type.Integer(),
    longs: Type.Integer(),
    shorts: Type.Integer(),
    long_usd: Type.Number(),
    short_usd: Type.Number(),
  }),
  sql: `
    SELECT toUnixTimestamp(hour) AS at, toString(kind) AS cohort_kind, tier, longs, shorts, long_notional AS long_usd,
      short_notional AS short_usd
    FROM cohort_bias_hours FINAL
    WHERE coin = {coin:String} AND hour >= {from:TimeMs} AND hour <= {to:TimeMs} AND has({kinds:Array(String)}, toString(kind))
    ORDER BY hour, kind, tier
    LIMIT ${rowsLimit}`,
  limits: { maxRows: rowsLimit },
});

export interface CohortBiasHour {
  /** Unix milliseconds. */
  timestamp: number;
  kind: CohortKind;
  cohort: Cohort;
  longs: number;
  shorts: number;
  /** USD at mark. */
  longNotional: number;
  shortNotional: number;
  /** By notional. */
  netBias: number;
}

/**
 * Hourly bias of cohorts, oldest first; PnL cohorts before size cohorts, best first. Omits cohorts without a position.
 *
 * @param coin in the exchange's spelling, or `_GLOBAL`
 * @param kinds default: both
 */
export async function readCohortBiasHours(
  analytics: AnalyticsStore,
  { coin, window, kinds = cohortKinds }: { coin: string; window: Window; kinds?: readonly CohortKind[] },
  signal: AbortSignal,
): Promise<CohortBiasHour[]> {
  const requests = { coin, from: window.fromMs, to: window.toMs, kinds };
  const rows = await analytics.rows(biasHours, requests, { signal });
  return rows.map(({ at, cohort_kind, tier, longs, shorts, long_usd, short_usd }) => {
    const kind = cohort_kind as CohortKind;
    return {
      timestamp: at * 1_000,
      kind,
      cohort: cohortsOf[kind][tier - 1]!,
      longs,
      shorts,
      longNotional: long_usd,
      shortNotional: short_usd,
      netBias: biasOf(long_usd, short_usd),
    };
  });
}

/** An hour as the histories by tier return it. */
export function cohortBiasPoint(hour: CohortBiasHour) {
  const { timestamp, kind, cohort, longs, shorts, longNotional, shortNotional, netBias } = hour;
  return {
    timestamp,
    tier: cohort,
    tierType: kind,
    longNotional,
    shortNotional,
    longCount: longs,
    shortCount: shorts,
    netBias,
  };
}
