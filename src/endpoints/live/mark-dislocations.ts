import { bodyQuery } from '../../analytics/body-query.ts';
import { dataStartsMs, lookBack } from '../../domain/window.ts';
import { hourMs, rfc3339 } from '../../kernel/clock.ts';
import { list } from '../bodies/fields.ts';
import { markDislocation } from '../bodies/position-hours.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-names.ts';
import { coin } from '../params/names.ts';
import { riskHours } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

/** A week of minutes. */
export const dislocationsLimit = 10_080;
const leastPct = 0.1;

/** Minutes in which the mark deviated from the oracle, newest first. */
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

const markDislocationsBody = bodySchema('MarkDislocationsBody', {
  markDislocations: list(markDislocation),
  ...riskSourceFields,
  generatedAt,
});

export const markDislocations = endpoint({
  id: 'live.mark-dislocations',
  path: '/api/public/v1/live/risk/coins/{coin}/mark-dislocations',
  summary: 'Minutes in which a mark price was away from the oracle’s',
  description:
    'Minutes whose last context has a mark price at least 0.1 % away from the oracle’s, newest first, at most 10,080. Minutes are kept for as ' +
    'long as the operator keeps details of live data. Starts at 2026-01-01.',
  tags: ['Live'],
  tier: 'free',
  age: 'live',
  params: { coin: coin(), hours: riskHours() },
  response: markDislocationsBody,
  errors: [404],
  example: {
    markDislocations: [{ timestamp: 1768469400000, markPx: 96_250, oraclePx: 96_100, basisPct: 0.156 }],
    ...riskSourcesExample,
    generatedAt: '2026-01-15T09:30:12.486Z',
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const name = knownCoin(sources, params.coin);
    const window = lookBack(params.hours * hourMs, nowMs, dataStartsMs.risk);
    const request = { coin: name, from: window.fromMs, to: window.toMs };
    const body = {
      markDislocations: await dislocations.read(sources.analytics, request, { signal }),
      ...riskSources(sources.live, sources.tallies.ofCoin(name), nowMs),
      generatedAt: rfc3339(nowMs),
    };
    return { body, window };
  },
});
