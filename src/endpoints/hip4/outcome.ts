import { sinceOutcomes } from '../../domain/window.ts';
import { outcomeListExample, outcomeListItem } from '../bodies/outcome-list.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { outcomeId } from '../params/identifiers.ts';
import { bodySchema } from '../schema.ts';
import { knownOutcome } from './known-outcome.ts';
import { activityOfOutcome, coinsOf } from './outcome-activity.ts';
import { outcomeItem } from './outcome-body.ts';

const outcomeDetailBody = bodySchema('HIP4OutcomeDetailBody', { outcome: outcomeListItem });

export const outcome = endpoint({
  id: 'hip4.outcome',
  path: '/api/public/v1/hip4/outcomes/{outcome_id}',
  summary: 'One outcome',
  description:
    'What the exchange says of an outcome, settled ones too, and what its trades come to since 2026-05-02. The figures are ' +
    'those of /hip4/outcomes.',
  tags: ['HIP-4'],
  tier: 'free',
  cache: fillsFreshness,
  params: { outcome_id: outcomeId() },
  response: outcomeDetailBody,
  errors: [404],
  example: { outcome: outcomeListExample.outcomes[0]! },
  async run({ params, sources, clock, signal }) {
    const id = params.outcome_id;
    const facts = await knownOutcome(sources, id, signal);
    const window = sinceOutcomes(clock.nowMs());
    const asked = { coins: coinsOf(id), from: window.fromMs, to: window.toMs };
    const [activity] = await activityOfOutcome.read(sources.analytics, asked, { signal });
    const none = { outcomeId: id, fills: 0, uniqueWallets: 0, notionalUsdh: 0 };
    return { body: { outcome: outcomeItem(activity ?? none, facts) }, window };
  },
});
