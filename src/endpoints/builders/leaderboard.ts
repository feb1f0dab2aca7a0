import type { Static } from 'typebox';
import { pageOf } from '../../analytics/total-order.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { double, int32, int64, list, text } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { period } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

const leaderboardRow = bodySchema('BuilderLeaderboardRow', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  revenueUsd: double('Builder fees of its fills in the period, USD.'),
  prevRevenueUsd: double('The same of the period before.'),
  attributedVolumeUsd: double('Sum of price × size over its market trades, USD.'),
  attributedUsers: int32('Distinct wallets with an attributed fill.'),
  attributedFills: int64('Fills that name it.'),
  prevAttributedVolumeUsd: double('The same of the period before.'),
  prevAttributedUsers: int32('The same of the period before.'),
  prevAttributedFills: int64('The same of the period before.'),
  feeTenthsBp: int32(
    'Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill.',
  ),
});

const leaderboardBody = bodySchema('BuilderLeaderboardBody', {
  period: text('The requested value.'),
  builders: list(leaderboardRow),
  ...builderAnswerFields,
});

type Row = Static<typeof leaderboardRow>;

export const builderLeaderboard = endpoint({
  id: 'builders.leaderboard',
  path: '/api/public/v1/builders/leaderboard',
  summary: 'Builders by what they took in a period',
  description:
    'Builders with a fill in the period, by revenueUsd, highest first; ties by address. The period is the last 24 hours, 7 or 30 ' +
    'days, and prev… the one before it, of the same length.',
  tags: ['Builders'],
  tier: 'starter',
  age: 'fills',
  params: { period: period('week'), ...page(50, { maxRows: 100, maxOffset: 1_000 }) },
  response: leaderboardBody,
  example: {
    period: 'week',
    builders: [
      {
        builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        builderName: 'example',
        revenueUsd: 18420.75,
        prevRevenueUsd: 17200.5,
        attributedVolumeUsd: 41203000.5,
        attributedUsers: 2214,
        attributedFills: 184020,
        prevAttributedVolumeUsd: 39100000.25,
        prevAttributedUsers: 2104,
        prevAttributedFills: 171204,
        feeTenthsBp: 50,
      },
    ],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
    verified: { ledger_block: 923950857, ledger_chain_time: '2026-03-14T23:59:59.991Z', coverage: null },
  },
  async run({ params, sources, signal }) {
    const { window, ranked } = await sources.builderPeriod(params.period, signal);
    const builders = pageOf(ranked, params).map(
      ({ builder, now, previous, feeTenthsBp }): Row => ({
        builder,
        ...builderName(sources, builder),
        revenueUsd: now.revenueUsd,
        prevRevenueUsd: previous?.revenueUsd ?? 0,
        attributedVolumeUsd: now.volumeUsd,
        attributedUsers: now.users,
        attributedFills: now.fills,
        prevAttributedVolumeUsd: previous?.volumeUsd ?? 0,
        prevAttributedUsers: previous?.users ?? 0,
        prevAttributedFills: previous?.fills ?? 0,
        feeTenthsBp,
      }),
    );
    return {
      body: { period: params.period, builders, ...(await builderAnswer(sources, { signal })) },
      window,
    };
  },
});
