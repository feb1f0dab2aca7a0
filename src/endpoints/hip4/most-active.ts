import { outcomeWindow } from '../../domain/window.ts';
import { outcomeListBody, outcomeListExample } from '../bodies/outcome-list.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { hours } from '../params/windows.ts';
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
  cache: fillsFreshness,
  params: {
    hours: hours({ min: 1, max: 8760, default: 24, bits: 64 }),
    limit: rowLimit(10, { max: 50, bits: 64 }),
  },
  response: outcomeListBody,
  example: outcomeListExample,
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ hours: params.hours }, clock.nowMs());
    const [found, known] = await Promise.all([
      sources.outcomeActivity(window, params.limit, signal),
      sources.knownOutcomes(signal),
    ]);
    const traded = found.filter(({ fills }) => fills > 0);
    const rows = traded.map((one) => outcomeItem(one, known.get(one.outcomeId)));
    return { body: { count: rows.length, outcomes: rows }, window };
  },
});
