import { descending, totalOrder } from '../../analytics/total-order.ts';
import { rulesOf } from '../../domain/outcome-template.ts';
import { outcomeWindow, sinceOutcomes } from '../../domain/window.ts';
import { outcomeListBody, outcomeListExample, outcomeListItem } from '../bodies/outcome-list.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeId } from '../params/names.ts';
import { outcomeFilters, passes, passesAll } from '../params/outcome-filters.ts';
import { rowLimit } from '../params/pages.ts';
import { hours } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import { knownOutcome } from './known-outcome.ts';
import { activityOfOutcome, coinsOf, outcomesLimit } from './outcome-activity.ts';
import { outcomeItem } from './outcome-body.ts';

export const mostActive = endpoint({
  id: 'hip4.most-active',
  path: '/api/public/v1/hip4/most-active',
  summary: 'The outcomes with the most trades of a window',
  description:
    'Outcomes with a market trade in the window, by fills, most first; ties by outcomeId. The figures are those of ' +
    '/hip4/outcomes. Data begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'free',
  age: 'fills',
  params: {
    hours: hours({ min: 1, max: 8760, default: 24, bits: 64 }),
    limit: rowLimit(10, { max: 50, bits: 64 }),
    ...outcomeFilters(),
  },
  response: outcomeListBody,
  example: outcomeListExample,
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ hours: params.hours }, clock.nowMs());
    const [found, known] = await Promise.all([
      sources.outcomeActivity(window, passesAll(params) ? params.limit : outcomesLimit, signal),
      sources.knownOutcomes(signal),
    ]);
    const rows = found
      .filter(({ fills, outcomeId }) => fills > 0 && passes(known.get(outcomeId), params))
      .slice(0, params.limit)
      .map((one) => outcomeItem(one, known.get(one.outcomeId)));
    return { body: { count: rows.length, outcomes: rows }, window };
  },
});

const outcomeDetailBody = bodySchema('HIP4OutcomeDetailBody', { outcome: outcomeListItem });

export const outcome = endpoint({
  id: 'hip4.outcome',
  path: '/api/public/v1/hip4/outcomes/{outcome_id}',
  summary: 'One outcome',
  description:
    'The listing of an outcome, open or settled, and the totals of its trades since 2026-05-02. The figures are ' +
    'those of /hip4/outcomes.',
  tags: ['HIP-4'],
  tier: 'free',
  age: 'fills',
  params: { outcome_id: outcomeId() },
  response: outcomeDetailBody,
  errors: [404],
  example: { outcome: outcomeListExample.outcomes[0]! },
  async run({ params, sources, clock, signal }) {
    const id = params.outcome_id;
    const facts = await knownOutcome(sources, id, signal);
    const window = sinceOutcomes(clock.nowMs());
    const requests = { coins: coinsOf(id), from: window.fromMs, to: window.toMs };
    const [activity] = await activityOfOutcome.read(sources.analytics, requests, { signal });
    const none = { outcomeId: id, fills: 0, uniqueWallets: 0, notionalUsdh: 0 };
    const rules = facts && rulesOf(facts);
    const item = outcomeItem(activity ?? none, facts);
    return { body: { outcome: { ...item, ...(rules !== undefined && { rules }) } }, window };
  },
});

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
  age: 'fills',
  params: { hours: hours({ min: 1, max: 8760, default: 24, bits: 64 }), ...outcomeFilters() },
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
      .filter(({ outcomeId }) => passes(known.get(outcomeId), params))
      .sort(totalOrder(descending(({ outcomeId }) => outcomeId)))
      .slice(0, outcomesLimit)
      .map((one) => outcomeItem(one, known.get(one.outcomeId)));
    return { body: { count: rows.length, outcomes: rows }, window };
  },
});
