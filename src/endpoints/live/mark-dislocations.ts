import { dataStartsMs, lookBack } from '../../domain/window.ts';
import { hourMs, rfc3339 } from '../../kernel/clock.ts';
import { list } from '../bodies/fields.ts';
import { generatedAt, riskSourceFields, riskSources, riskSourcesExample } from '../bodies/risk-sources.ts';
import { markDislocation } from '../bodies/time-series.ts';
import { liveFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin } from '../known-coin.ts';
import { coin } from '../params/coins.ts';
import { riskHours } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import { dislocations } from './dislocations.ts';

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
  cache: liveFreshness,
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
    const asked = { coin: name, from: window.fromMs, to: window.toMs };
    const body = {
      markDislocations: await dislocations.read(sources.analytics, asked, { signal }),
      ...riskSources(sources.live, sources.tallies.ofCoin(name), nowMs),
      generatedAt: rfc3339(nowMs),
    };
    return { body, window };
  },
});
