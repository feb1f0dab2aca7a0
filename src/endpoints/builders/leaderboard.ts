import { type Static, Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { double, int32, int64, list, text } from '../bodies/fields.ts';
import { rowFields } from '../bodies/row-fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { page } from '../params/pages.ts';
import { period } from '../params/periods.ts';
import { bodySchema } from '../schema.ts';
import { ascending, descending, pageOf, totalOrder } from '../total-order.ts';
import { wholeDayParams, wholeDays } from '../whole-days.ts';
import {
  addressOf,
  attributedRows,
  commonRateSql,
  periodBefore,
  periodWindow,
  rateWindow,
} from './builder-sql.ts';

const leaderboardRow = bodySchema('BuilderLeaderboardRow', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  revenueUsd: double('Builder fees of its fills in the period, USD.'),
  prevRevenueUsd: double('The same of the period before.'),
  attributedVolumeUsd: double('Sum of price × size over its market trades, USD.'),
  attributedUsers: int32('Distinct wallets with such a fill.'),
  attributedFills: int64('Fills that paid it.'),
  prevAttributedVolumeUsd: double('The same of the period before.'),
  prevAttributedUsers: int32('The same of the period before.'),
  prevAttributedFills: int64('The same of the period before.'),
  feeTenthsBp: int32(
    'Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill.',
  ),
});

const leaderboardBody = bodySchema('BuilderLeaderboardBody', {
  period: text('As asked.'),
  builders: list(leaderboardRow),
  ...builderAnswerFields,
});

/** What a builder's fills of one period come to. */
const { row: totalsRow, bodyOf: totalsOf } = rowFields(
  Type.Object({
    builder: Type.String(),
    revenueUsd: Type.Number(),
    volumeUsd: Type.Number(),
    users: Type.Integer(),
    fills: Type.Integer(),
  }),
);

const totalsOfBuilders = query({
  name: 'builder_totals',
  params: wholeDayParams,
  row: totalsRow,
  limits: { maxRows: 100_000 },
  sql: `
    SELECT
      ${addressOf('builder')} AS builder, sum(rows.builder_fees) AS revenue_usd, sum(rows.volume) AS volume_usd,
      uniqExact(wallet) AS users, sum(rows.fills) AS fills
    FROM (${attributedRows()}) AS rows
    GROUP BY rows.builder`,
});

const commonRates = query({
  name: 'builder_common_rates',
  params: { builders: 'Array(Wallet)', rateFrom: 'TimeMs', rateTo: 'TimeMs' },
  row: Type.Object({ address: Type.String(), fee_tenths_bp: Type.Integer() }),
  sql: `
    SELECT ${addressOf('builder')} AS address, fee_tenths_bp
    FROM (${commonRateSql('builder IN (SELECT arrayJoin({builders:Array(Wallet)}))')})`,
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
  cache: fillsFreshness,
  params: { period: period('week'), ...page(50, { maxRows: 100, maxOffset: 1_000 }) },
  response: leaderboardBody,
  example: {
    period: 'week',
    builders: [
      {
        builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        builderName: 'example',
        ...{ revenueUsd: 18420.75, prevRevenueUsd: 17200.5, attributedVolumeUsd: 41203000.5 },
        ...{ attributedUsers: 2214, attributedFills: 184020, prevAttributedVolumeUsd: 39100000.25 },
        ...{ prevAttributedUsers: 2104, prevAttributedFills: 171204, feeTenthsBp: 50 },
      },
    ],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
    verified: { ledger_block: 923950857, ledger_chain_time: '2026-03-14T23:59:59.991Z', coverage: null },
  },
  async run({ params, sources, clock, signal }) {
    const nowMs = clock.nowMs();
    const { analytics } = sources;
    const read = async (window: ReturnType<typeof periodWindow>) =>
      (await analytics.rows(totalsOfBuilders, wholeDays(window), { signal })).map(totalsOf);
    const window = periodWindow(params.period, nowMs);
    const [now, previous] = await Promise.all([read(window), read(periodBefore(params.period, nowMs))]);
    const before = new Map(previous.map((one) => [one.builder, one]));
    const ranked = now.sort(
      totalOrder(
        descending(({ revenueUsd }) => revenueUsd),
        ascending(({ builder }) => builder),
      ),
    );
    const shown = pageOf(ranked, params);
    const asked = { builders: shown.map(({ builder }) => builder), ...rateWindow(nowMs) };
    const rates = new Map(
      (shown.length === 0 ? [] : await analytics.rows(commonRates, asked, { signal })).map((row) => [
        row.address,
        row.fee_tenths_bp,
      ]),
    );
    const builders = shown.map(({ builder, revenueUsd, volumeUsd, users, fills }): Row => {
      const earlier = before.get(builder);
      return {
        builder,
        ...builderName(sources, builder),
        revenueUsd,
        prevRevenueUsd: earlier?.revenueUsd ?? 0,
        attributedVolumeUsd: volumeUsd,
        attributedUsers: users,
        attributedFills: fills,
        prevAttributedVolumeUsd: earlier?.volumeUsd ?? 0,
        prevAttributedUsers: earlier?.users ?? 0,
        prevAttributedFills: earlier?.fills ?? 0,
        feeTenthsBp: rates.get(builder) ?? 0,
      };
    });
    return {
      body: {
        period: params.period,
        builders,
        ...(await builderAnswer(sources, { nowMs: clock.nowMs(), signal })),
      },
      window,
    };
  },
});
