import { descending, totalOrder } from '../../analytics/total-order.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { outcomeListBody, outcomeListExample } from '../bodies/outcome-list.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { hours } from '../params/windows.ts';
import { outcomesLimit } from './outcome-activity.ts';
import { outcomeItem } from './outcome-body.ts';

export const outcomes = endpoint({
  id: 'hip4.outcomes',
  path: '/api/public/v1/hip4/outcomes',
  summary: 'The outcomes of a window, newest first',
  description:
    'Outcomes that have a fill in the window, or were listed in it, also without a trade; the newest number first. fills counts ' +
    'market trades, each side of a match; uniqueWallets their wallets; notionalUsdh sums price × size of matches, each counted ' +
    'once. Settlements, splits, merges and negations are no trades. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'free',
  cache: fillsFreshness,
  params: { hours: hours({ min: 1, max: 8760, default: 24, bits: 64 }) },
  response: outcomeListBody,
  example: outcomeListExample,
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ hours: params.hours }, clock.nowMs());
    const [traded, known] = await Promise.all([
      sources.outcomeActivity(window, outcomesLimit, signal),
      sources.knownOutcomes(signal),
    ]);
    const active = new Set(traded.map(({ outcomeId }) => outcomeId));
    const idle = known
      .listedIn(window)
      .filter(({ outcomeId }) => !active.has(outcomeId))
      .map(({ outcomeId }) => ({ outcomeId, fills: 0, uniqueWallets: 0, notionalUsdh: 0 }));
    const rows = [...traded, ...idle]
      .sort(totalOrder(descending(({ outcomeId }) => outcomeId)))
      .slice(0, outcomesLimit)
      .map((one) => outcomeItem(one, known.get(one.outcomeId)));
    return { body: { count: rows.length, outcomes: rows }, window };
  },
});
