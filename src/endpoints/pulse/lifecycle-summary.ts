import { lookBack, wholeSecond } from '../../domain/window.ts';
import { dayMs } from '../../kernel/clock.ts';
import { lifecycleSummaryBody } from '../bodies/lifecycle-row.ts';
import { endpoint } from '../endpoint.ts';
import { lifecycleCoin } from '../known-names.ts';
import { includeCensored, includeSpot } from '../params/lifecycle-filters.ts';
import { address, coin } from '../params/names.ts';
import { optional } from '../params/param.ts';
import { lifecycleMeaning } from '../queries/lifecycle-columns.ts';
import { readSummary, summaryExample } from '../queries/lifecycle-sums.ts';

export const lifecycleSummary = endpoint({
  id: 'pulse.lifecycle-summary',
  path: '/api/public/v1/pulse/trader/{address}/lifecycle-summary',
  summary: "One trader's position lifecycles in sums",
  description: `Sums over the lifecycles that the wallet closed within the history window of the tier, and counts of the open ones; a PnL of 0 is neither win nor loss; zeros without lifecycles. ${lifecycleMeaning}`,
  tags: ['Pulse'],
  tier: 'starter',
  vary: 'tier',
  params: {
    address: address(),
    coin: optional(coin()),
    includeSpot: includeSpot(),
    includeCensored: includeCensored(),
  },
  response: lifecycleSummaryBody,
  errors: [404],
  example: summaryExample,
  async run({ params, sources, caller, clock, signal }) {
    const only = params.coin === undefined ? '' : lifecycleCoin(sources, params.coin);
    const window = lookBack(caller.limits.windowDays * dayMs, wholeSecond(clock.nowMs()));
    const [censored, spot] = [params.includeCensored ? 1 : 0, params.includeSpot ? 1 : 0];
    const request = {
      wallet: params.address,
      from: window.fromMs,
      to: window.toMs,
      coin: only,
      censored,
      spot,
    };
    return { body: await readSummary(sources.analytics, request, { signal }), window };
  },
});
