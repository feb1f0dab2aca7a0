import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { query } from '../../analytics/query.ts';
import { tradedUsd } from '../../analytics/trade-sql.ts';
import { wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import type { Window } from '../../domain/window.ts';
import { hourMs, rfc3339 } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/problem.ts';
import { attributedRows, ofBuilder, periodWindow } from '../../views/builders/builder-sql.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
  marketType,
  marketTypes,
} from '../bodies/builder-parts.ts';
import { coinName, dateTime, double, int32, int64, list, oneOf, text, utcDay } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { builder } from '../params/names.ts';
import { int } from '../params/scalars.ts';
import { period } from '../params/windows.ts';
import { bodySchema, optional } from '../schema.ts';
import { readBuilderUsers } from './builder-users.ts';

const builderDay = bodySchema('BuilderDay', {
  date: utcDay('Day of the fills'),
  attributedFeesUsd: double('Builder fees of the day, USD.'),
  volumeUsd: double('Sum of price × size over market trades, USD.'),
  users: int32('Distinct wallets with a fill.'),
  fills: int64('Fills that name the builder.'),
});

const builderCoin = bodySchema('BuilderCoin', {
  coin: coinName(),
  marketType: oneOf(marketTypes, 'spot for @N, hip4 for #N, else perp.'),
  volumeUsd: double('Sum of price × size over market trades, USD.'),
  attributedFeesUsd: double('Builder fees in the coin, USD.'),
  fills: int64('Fills that name the builder.'),
});

const profileBody = bodySchema('BuilderProfileBody', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  period: text('The requested value.'),
  firstSeen: dateTime('First fill that names it, of all time.'),
  lastSeen: dateTime('Newest fill that names it.'),
  feeTokens: int32('Distinct tokens of its fees, all time.'),
  feeTenthsBp: int32(
    'Most frequent builder fee / notional of the last 7 days, tenths of a basis point; 0 without a fill.',
  ),
  revenueUsd: double('Builder fees of the period, USD.'),
  totalUsers: int32('Distinct wallets with a fill in the period.'),
  profitableUsers: int32('Of these with a closed PnL above 0 over all time.'),
  daily: list(builderDay),
  biggestDay: optional(builderDay),
  coins: list(builderCoin),
  ...builderAnswerFields,
});

const lifetime = query({
  name: 'builder_lifetime',
  params: { builder: 'Wallet' },
  row: Type.Object({
    fills: Type.String(),
    first_ms: Type.String(),
    last_ms: Type.String(),
    fee_tokens: Type.Integer(),
  }),
  sql: `
    SELECT
      count() AS fills, toUnixTimestamp64Milli(min(time)) AS first_ms, toUnixTimestamp64Milli(max(time)) AS last_ms,
      toInt32(uniqExact(fee_token)) AS fee_tokens
    FROM builder_fills
    WHERE ${ofBuilder}`,
});

const days = bodyQuery({
  name: 'builder_days',
  params: { builder: 'Wallet', ...wholeDayParams },
  body: builderDay,
  fields: { date: 'day', attributedFeesUsd: 'fees_usd' },
  sql: `
    SELECT
      rows.day AS day, sum(rows.builder_fees) AS fees_usd, sum(rows.volume) AS volume_usd, uniqExact(wallet) AS users,
      sum(rows.fills) AS fills
    FROM (${attributedRows(ofBuilder)}) AS rows
    GROUP BY rows.day
    ORDER BY rows.day`,
});

/** Coins of a period: its complete hours, and single fills at its ends. */
const coins = bodyQuery({
  name: 'builder_coins',
  params: {
    builder: 'Wallet',
    from: 'TimeMs',
    to: 'TimeMs',
    wholeFrom: 'TimeMs',
    wholeTo: 'TimeMs',
    limit: 'UInt64',
  },
  body: builderCoin,
  fields: { marketType: ({ coin }) => marketType(coin), attributedFeesUsd: 'fees_usd' },
  sql: `
    SELECT rows.coin AS coin, sum(rows.volume) AS volume_usd, sum(rows.builder_fees) AS fees_usd, sum(rows.fills) AS fills
    FROM (
      SELECT coin, fills, volume, builder_fees
      FROM builder_coin_hour
      WHERE ${ofBuilder} AND hour >= toDateTime({wholeFrom:TimeMs}) AND hour < toDateTime({wholeTo:TimeMs})
      UNION ALL
      SELECT coin, toUInt64(1) AS fills, ${tradedUsd} AS volume, builder_fee * fee_px AS builder_fees
      FROM builder_fills
      WHERE
        ${ofBuilder} AND time >= {from:TimeMs} AND time <= {to:TimeMs}
        AND (time < {wholeFrom:TimeMs} OR time >= {wholeTo:TimeMs})) AS rows
    GROUP BY rows.coin
    ORDER BY volume_usd DESC, coin
    LIMIT {limit:UInt64}`,
  crossShard: 'sums of one builder, added up wherever they lie',
});

function wholeHours({ fromMs, toMs }: Window) {
  const wholeFrom = Math.ceil(fromMs / hourMs) * hourMs;
  const wholeTo = Math.max(wholeFrom, Math.floor(toMs / hourMs) * hourMs);
  return { from: fromMs, to: toMs, wholeFrom, wholeTo };
}

export const builderProfile = endpoint({
  id: 'builders.profile',
  path: '/api/public/v1/builders/{builder}/profile',
  summary: 'One builder',
  description:
    'What a builder took in the last 24 hours, 7 or 30 days, by UTC day and by coin (by volume, largest first; ties by coin), from ' +
    'whom, and since when it is seen at all. biggestDay is the day with the most fees. A builder that no fill names is a 404.',
  tags: ['Builders'],
  tier: 'starter',
  age: 'fills',
  params: {
    builder: builder(),
    period: period('month'),
    topCoins: int({ min: 1, max: 50, default: 10, description: 'The most coins to return.' }),
  },
  response: profileBody,
  errors: [404],
  example: {
    builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    builderName: 'example',
    period: 'month',
    firstSeen: '2025-01-25T00:00:04.120Z',
    lastSeen: '2026-03-14T23:59:59.991Z',
    feeTokens: 3,
    feeTenthsBp: 50,
    revenueUsd: 18420.75,
    totalUsers: 2214,
    profitableUsers: 803,
    daily: [{ date: '2026-03-14', attributedFeesUsd: 620.5, volumeUsd: 1240300.5, users: 214, fills: 6120 }],
    biggestDay: {
      date: '2026-03-14',
      attributedFeesUsd: 620.5,
      volumeUsd: 1240300.5,
      users: 214,
      fills: 6120,
    },
    coins: [{ coin: 'BTC', marketType: 'perp', volumeUsd: 840300.5, attributedFeesUsd: 420.25, fills: 3120 }],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
    verified: { ledger_block: 923950857, ledger_chain_time: '2026-03-14T23:59:59.991Z', coverage: null },
  },
  async run({ params, sources, clock, signal }) {
    const { analytics } = sources;
    const nowMs = clock.nowMs();
    const of = { builder: params.builder };
    const window = periodWindow(params.period, nowMs);
    const [[known], latest, daily, topCoins, users, answer] = await Promise.all([
      analytics.rows(lifetime, of, { signal }),
      // A trader with a fill in the week also has one in the month.
      sources.builderPeriod('month', signal),
      days.read(analytics, { ...of, ...wholeDays(window) }, { signal }),
      coins.read(analytics, { ...of, ...wholeHours(window), limit: params.topCoins }, { signal }),
      readBuilderUsers(sources, params.builder, window, signal),
      builderAnswer(sources, { builder: params.builder, signal }),
    ]);
    if (known === undefined || known.fills === '0')
      throw notFound(`No indexed fill names a builder ${params.builder}.`);
    const biggestDay = daily.toSorted((a, b) => b.attributedFeesUsd - a.attributedFeesUsd)[0];
    const body = {
      ...of,
      ...builderName(sources, params.builder),
      period: params.period,
      firstSeen: rfc3339(Number(known.first_ms)),
      lastSeen: rfc3339(Number(known.last_ms)),
      feeTokens: known.fee_tokens,
      feeTenthsBp: latest.ranked.find((one) => one.builder === params.builder)?.feeTenthsBp ?? 0,
      revenueUsd: users.total.builderFeesUsd,
      totalUsers: users.total.users,
      profitableUsers: users.profitable,
      daily,
      ...(biggestDay !== undefined && { biggestDay }),
      coins: topCoins,
      ...answer,
    };
    return { body, window };
  },
});
