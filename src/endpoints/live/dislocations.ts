import { bodyQuery } from '../../analytics/body-query.ts';
import { markDislocation } from '../bodies/time-series.ts';

/** A week of minutes. */
export const dislocationsLimit = 10_080;
const leastPct = 0.1;

/** Minutes in which the mark was away from the oracle, newest first. */
export const dislocations = bodyQuery({
  name: 'mark_dislocations',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs' },
  body: markDislocation,
  fields: {
    timestamp: 'at',
    markPx: 'mark',
    oraclePx: 'oracle',
    basisPct: { column: 'basis_pct', as: 'float' },
  },
  limits: { maxRows: dislocationsLimit },
  sql: `
    SELECT toUnixTimestamp(minute) * 1000 AS at, argMax(mark_px, time) AS mark, argMax(oracle_px, time) AS oracle,
      (toFloat64(mark) - toFloat64(oracle)) / toFloat64(oracle) * 100 AS basis_pct
    FROM asset_contexts
    WHERE coin = {coin:String} AND minute >= {from:TimeMs} AND minute <= {to:TimeMs}
    GROUP BY minute
    HAVING oracle > 0 AND abs(mark - oracle) * 100 >= oracle * toDecimal128(${leastPct}, 12)
    ORDER BY minute DESC
    LIMIT ${dislocationsLimit}`,
});
