import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { bodyQuery } from '../bodies/body-query.ts';
import { double, int64, list, walletAddress } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import { addressOf } from '../wallet-sql.ts';
import { atItsEnds, onWholeDays, wholeDayParams, wholeDays } from '../whole-days.ts';
import { outcomeWindow } from '../window.ts';

const tradersLimit = 100;

const topTrader = bodySchema('TopTraderItem', {
  address: walletAddress(),
  fills: int64('Market trades.'),
  distinctOutcomes: int64('Outcomes with a row of the wallet, settlements too.'),
  totalContracts: double('Contracts of its trades.'),
  totalNotionalUsdh: double('Sum of price × size of its trades, USDH.'),
  realizedPnlUsdh: double('Closed PnL of all its rows, settlements too, before fees, USDH.'),
});

const topTradersBody = bodySchema('TopTradersBody', {
  count: int64('Rows returned.'),
  traders: list(topTrader),
});

/** Rows of traders by day, and at the window's ends the fills themselves. @param where condition of both, by wallet */
const rowsOfTraders = (columns: string, ofFills: string, where = '1') => `
  SELECT wallet, ${columns} FROM outcome_wallet_day WHERE ${onWholeDays} AND ${where}
  UNION ALL
  SELECT wallet, ${ofFills} FROM outcome_fills WHERE ${atItsEnds} AND ${where}`;

/** The order alone: most wallets are in no answer, and all of their columns would be read and summed for it. */
const tradersByPnl = query({
  name: 'hip4_traders_by_pnl',
  params: { ...wholeDayParams, limit: 'UInt64' },
  row: Type.Object({ address: Type.String() }),
  limits: { maxRows: tradersLimit },
  sql: `
    SELECT ${addressOf('wallet')} AS address
    FROM (${rowsOfTraders('pnl', 'closed_pnl AS pnl')}) AS rows
    GROUP BY wallet
    ORDER BY sum(rows.pnl) DESC, wallet
    LIMIT {limit:UInt64}`,
});

const ofWallets = 'wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))';

const sumsOfTraders = bodyQuery({
  name: 'hip4_top_traders',
  params: { ...wholeDayParams, wallets: 'Array(Wallet)' },
  body: topTrader,
  fields: {
    distinctOutcomes: () => 0,
    totalContracts: 'traded_contracts',
    totalNotionalUsdh: 'traded_notional',
    realizedPnlUsdh: 'realized_pnl',
  },
  limits: { maxRows: tradersLimit },
  sql: `
    SELECT
      ${addressOf('wallet')} AS address, sum(rows.fills) AS fills, sum(rows.contracts) AS traded_contracts,
      sum(rows.notional) AS traded_notional, sum(rows.pnl) AS realized_pnl
    FROM (${rowsOfTraders(
      'fills, contracts, notional, pnl',
      `toUInt64(market = 1) AS fills, if(market = 1, sz, 0) AS contracts, if(market = 1, px * sz, 0) AS notional,
        closed_pnl AS pnl`,
      ofWallets,
    )}) AS rows
    GROUP BY wallet
    ORDER BY realized_pnl DESC, wallet`,
});

/** A wallet has a row in an outcome in a window that ends now where its last one is not before it. */
const outcomesOfWallets = query({
  name: 'hip4_outcomes_of_wallets',
  params: { wallets: 'Array(Wallet)', from: 'TimeMs' },
  row: Type.Object({ address: Type.String(), outcomes: Type.Integer() }),
  limits: { maxRows: tradersLimit },
  sql: `
    SELECT ${addressOf('wallet')} AS address, toUInt32(uniqExact(outcome)) AS outcomes
    FROM outcome_wallets
    WHERE last_time >= {from:TimeMs} AND ${ofWallets}
    GROUP BY wallet`,
});

export const topTraders = endpoint({
  id: 'hip4.top-traders',
  path: '/api/public/v1/hip4/top-traders',
  summary: 'The most profitable traders of outcomes',
  description:
    'Wallets by the closed PnL of all their rows of the window in outcomes, highest first; ties by address. Settlements, splits, ' +
    'merges and negations realize PnL and count neither fills nor contracts nor notional. Data begin at 2026-05-02: the window is ' +
    'cut there.',
  tags: ['HIP-4'],
  tier: 'starter',
  cache: fillsFreshness,
  params: {
    limit: rowLimit(25, { max: tradersLimit, bits: 64 }),
    days: days({ min: 1, max: 365, default: 7, bits: 64 }),
  },
  response: topTradersBody,
  example: {
    count: 1,
    traders: [
      {
        address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
        fills: 1214,
        distinctOutcomes: 41,
        totalContracts: 184020,
        totalNotionalUsdh: 91200.5,
        realizedPnlUsdh: 18420.75,
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    const window = outcomeWindow({ days: params.days }, clock.nowMs());
    const { analytics } = sources;
    const whole = wholeDays(window);
    const ranked = await analytics.rows(tradersByPnl, { ...whole, limit: params.limit }, { signal });
    const wallets = ranked.map(({ address }) => address);
    const [rows, counted] = await Promise.all([
      sumsOfTraders.read(analytics, { ...whole, wallets }, { signal }),
      analytics.rows(outcomesOfWallets, { wallets, from: window.fromMs }, { signal }),
    ]);
    const outcomes = new Map(counted.map((row) => [row.address, row.outcomes]));
    const traders = rows.map((row) => ({ ...row, distinctOutcomes: outcomes.get(row.address) ?? 0 }));
    return { body: { count: traders.length, traders }, window };
  },
});
