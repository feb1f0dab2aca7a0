import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { query } from '../../analytics/query.ts';
import { pageParams, pageSql } from '../../analytics/total-order.ts';
import { addressOf } from '../../analytics/wallet-sql.ts';
import { wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import { cohortOf } from '../../boards/trader-cohorts.ts';
import { traders } from '../../boards/traders.ts';
import { dayMs } from '../../kernel/clock.ts';
import { attributedRows, ofBuilder, periodWindow } from '../../views/builders/builder-sql.ts';
import {
  builderAnswer,
  builderAnswerFields,
  builderName,
  builderNameField,
} from '../bodies/builder-parts.ts';
import { double, int64, list, text, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { builder } from '../params/names.ts';
import { page, rowsLimit } from '../params/pages.ts';
import { enumeration } from '../params/scalars.ts';
import { period } from '../params/windows.ts';
import { bodySchema, nullable } from '../schema.ts';

/** Older states do not count as equity. */
const stateMs = dayMs;

const traderRow = bodySchema('BuilderTraderRow', {
  wallet: walletAddress(),
  pnl: double('Closed PnL of its attributed fills of the period, before fees, USD.'),
  builderFeesUsd: double('Builder fees that it paid in the period, USD.'),
  volumeUsd: double('Sum of price × size over its market trades, USD.'),
  fills: int64('Its attributed fills of the period.'),
  equity: double('Account value on all dexes, of states read within 24 hours, USD; 0 if none is known.'),
  pnlTier: nullable(text('All-time cohort by realized PnL, a legacy slug.')),
  sizeTier: nullable(text('All-time cohort by traded notional, a legacy slug.')),
});

const tradersBody = bodySchema('BuilderTradersBody', {
  builder: text('Address of the builder, lower case.'),
  builderName: builderNameField,
  period: text('The requested value.'),
  sort: text('The requested value.'),
  traders: list(traderRow),
  ...builderAnswerFields,
});

const sorts = { builderFee: 'builder_fees_usd', volume: 'volume_usd', pnl: 'pnl_usd' } as const;
type Sort = keyof typeof sorts;

const tradersBy = (sort: Sort) =>
  bodyQuery({
    name: `builder_traders_by_${sorts[sort]}`,
    params: { builder: 'Wallet', ...wholeDayParams, ...pageParams },
    body: traderRow,
    fields: {
      wallet: 'address',
      pnl: 'pnl_usd',
      equity: () => 0,
      pnlTier: () => null,
      sizeTier: () => null,
    },
    limits: { maxRows: rowsLimit },
    sql: `
      SELECT
        ${addressOf('wallet')} AS address, sum(rows.pnl) AS pnl_usd, sum(rows.builder_fees) AS builder_fees_usd,
        sum(rows.volume) AS volume_usd, sum(rows.fills) AS fills
      FROM (${attributedRows(ofBuilder)}) AS rows
      GROUP BY wallet
      ${pageSql(`${sorts[sort]} DESC`, 'wallet')}`,
  });

const queries = {
  builderFee: tradersBy('builderFee'),
  volume: tradersBy('volume'),
  pnl: tradersBy('pnl'),
};

const equities = query({
  name: 'wallet_equities',
  params: { wallets: 'Array(Wallet)', since: 'TimeMs' },
  row: Type.Object({ address: Type.String(), equity: Type.String() }),
  limits: { maxRows: rowsLimit },
  sql: `
    SELECT ${addressOf('wallet')} AS address, toString(sum(value)) AS equity
    FROM (
      SELECT wallet, argMax(tuple(account_value), time).1 AS value, max(time) AS newest
      FROM accounts
      WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))
      GROUP BY wallet, dex)
    WHERE newest >= {since:TimeMs}
    GROUP BY wallet`,
});

export const builderTraders = endpoint({
  id: 'builders.traders',
  path: '/api/public/v1/builders/{builder}/traders',
  summary: "A builder's users",
  description:
    'Wallets with an attributed fill in the period, by the builder fees that they paid, by volume or by PnL, highest first; ties by ' +
    'address. Tiers are the all-time cohorts that they are in now.',
  tags: ['Builders'],
  tier: 'pro',
  age: 'fills',
  params: {
    builder: builder(),
    period: period('week'),
    sort: enumeration(Object.keys(sorts) as Sort[], {
      default: 'builderFee',
      description: 'What ranks them.',
    }),
    ...page(50, { maxRows: rowsLimit }),
  },
  response: tradersBody,
  example: {
    builder: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    builderName: 'example',
    period: 'week',
    sort: 'builderFee',
    traders: [
      {
        wallet: '0x2f8a3f2d4b6c7e9012345678abcdef0123456789',
        pnl: 1240.75,
        builderFeesUsd: 420.5,
        volumeUsd: 841000.25,
        fills: 1214,
        equity: 18420.5,
        pnlTier: 'smart_money',
        sizeTier: 'whale',
      },
    ],
    dataNotes: 'Attributed means: a fill whose record names the builder and what it took.',
  },
  async run({ params, sources, clock, signal }) {
    const { analytics, boards } = sources;
    const nowMs = clock.nowMs();
    const window = periodWindow(params.period, nowMs);
    const { builder, period: request, sort, limit, offset } = params;
    const found = await queries[sort].read(
      analytics,
      { builder, ...wholeDays(window), limit, offset },
      { signal },
    );
    const wallets = found.map(({ wallet }) => wallet);
    const states =
      wallets.length === 0
        ? []
        : await analytics.rows(equities, { wallets, since: nowMs - stateMs }, { signal });
    const equityOf = new Map(states.map(({ address, equity }) => [address, Number(equity)]));
    const board = await boards.board(traders);
    const rows = found.map((row) => {
      const place = board.find(row.wallet);
      const tier = (kind: 'pnl' | 'size') =>
        (place === undefined ? undefined : cohortOf(board, place, kind, 'alltime')) ?? null;
      return { ...row, equity: equityOf.get(row.wallet) ?? 0, pnlTier: tier('pnl'), sizeTier: tier('size') };
    });
    const head = { builder, ...builderName(sources, builder), period: request, sort };
    return {
      body: {
        ...head,
        traders: rows,
        ...(await builderAnswer(sources, { builder: params.builder, signal })),
      },
      window,
    };
  },
});
