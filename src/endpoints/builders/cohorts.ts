import type { Static } from 'typebox';
import { ascending, descending, totalOrder } from '../../analytics/total-order.ts';
import { periodWindow } from '../../views/builders/builder-sql.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { double, int32, int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { builder } from '../params/names.ts';
import { period } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import { type BuilderUsers, readBuilderUsers } from './builder-users.ts';

const cohortRow = bodySchema('BuilderCohortRow', {
  tier: text('All-time cohort, a legacy slug; untracked for wallets of none.'),
  users: int32('Distinct wallets of the cohort with a fill in the period.'),
  share: double('users / totalUsers, 0 to 1.'),
  builderFeesUsd: double('Builder fees that they paid in the period, USD.'),
  volumeUsd: double('Sum of price × size over their market trades, USD.'),
  pnl: double('Closed PnL of their attributed fills of the period, before fees, USD.'),
  fills: int64('Their attributed fills of the period.'),
});

const cohortsBody = bodySchema('BuilderCohortsBody', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  period: text('The requested value.'),
  totalUsers: int32('Distinct wallets with a fill in the period.'),
  pnlTiers: list(cohortRow),
  sizeTiers: list(cohortRow),
  ...builderAnswerFields,
});

export const builderCohorts = endpoint({
  id: 'builders.cohorts',
  path: '/api/public/v1/builders/{builder}/cohorts',
  summary: "A builder's users by cohort",
  description:
    'Wallets with an attributed fill in the period, by the all-time cohorts that they are in now: those of realized PnL and those of ' +
    'traded notional, each with the most users first; ties by slug. Users of each list sum to totalUsers. A builder without a fill ' +
    'has empty lists.',
  tags: ['Builders'],
  tier: 'pro',
  age: 'fills',
  params: { builder: builder(), period: period('week') },
  response: cohortsBody,
  example: {
    builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    builderName: 'example',
    period: 'week',
    totalUsers: 2214,
    pnlTiers: [
      {
        tier: 'humble_earner',
        users: 1107,
        share: 0.5,
        builderFeesUsd: 9210.25,
        volumeUsd: 18420300.5,
        pnl: 12400.75,
        fills: 84210,
      },
    ],
    sizeTiers: [],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
  },
  async run({ params, sources, clock, signal }) {
    const window = periodWindow(params.period, clock.nowMs());
    const [users, answer] = await Promise.all([
      readBuilderUsers(sources, params.builder, window, signal),
      builderAnswer(sources, { builder: params.builder, signal }),
    ]);
    const body = {
      builder: params.builder,
      ...builderName(sources, params.builder),
      period: params.period,
      totalUsers: users.total.users,
      pnlTiers: tierRows(users, 'pnl'),
      sizeTiers: tierRows(users, 'size'),
      ...answer,
    };
    return { body, window };
  },
});

function tierRows({ total, byTier }: BuilderUsers, kind: 'pnl' | 'size'): Static<typeof cohortRow>[] {
  return [...byTier[kind]]
    .map(([tier, sums]) => ({ tier, share: sums.users / total.users, ...sums }))
    .sort(
      totalOrder(
        descending(({ users }) => users),
        ascending(({ tier }) => tier),
      ),
    );
}
