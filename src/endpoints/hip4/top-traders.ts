import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { query } from '../../analytics/query.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { addressOf } from '../../analytics/wallet-sql.ts';
import { atItsEnds, onWholeDays, wholeDayParams, wholeDays } from '../../analytics/whole-days.ts';
import { outcomeWindow } from '../../domain/window.ts';
import { filteredInWindow, filterParams, outcomeOfCoin } from '../../views/outcomes/outcome-sql.ts';
import { double, int64, list, walletAddress } from '../bodies/fields.ts';
import { endpoint } from '../endpoint.ts';
import { filterValues, outcomeFilters, passesAll } from '../params/outcome-filters.ts';
import { rowLimit } from '../params/pages.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';

const tradersLimit = 100;

const topTrader = bodySchema('TopTraderItem', {
  address: walletAddress(),
  fills: int64('Market trades.'),
  distinctOutcomes: int64('Outcomes with a row of the wallet, settlements too.'),
  totalContracts: double('Contracts traded.'),
  totalNotionalUsdh: double('Sum of price × size of its trades, USDH.'),
  realizedPnlUsdh: double('Closed PnL of all its rows, settlements too, before fees, USDH.'),
});

const topTradersBody = bodySchema('TopTradersBody', {
  count: int64('Rows returned.'),
  traders: list(topTrader),
});

/** @param rows wallet, outcome, fills, contracts, notional and pnl of each fill or sum of fills */
const rankSql = (rows: string) => `
  SELECT
    ${addressOf('wallet')} AS address, sum(rows.fills) AS fills, uniqExact(rows.outcome) AS distinct_outcomes,
    sum(rows.contracts) AS traded_contracts, sum(rows.notional) AS traded_notional, sum(rows.pnl) AS realized_pnl
  FROM (${rows}) AS rows
  GROUP BY wallet
  ORDER BY realized_pnl DESC, wallet
  LIMIT {limit:UInt64}`;

/** @param outcome expression of a fill's outcome */
const eachFill = (outcome: string) => `
  SELECT
    wallet, ${outcome} AS outcome, toUInt64(${isTrade}) AS fills, if(${isTrade}, sz, 0) AS contracts,
    if(${isTrade}, px * sz, 0) AS notional, closed_pnl AS pnl`;

const ranked = {
  body: topTrader,
  fields: {
    distinctOutcomes: 'distinct_outcomes',
    totalContracts: 'traded_contracts',
    totalNotionalUsdh: 'traded_notional',
    realizedPnlUsdh: 'realized_pnl',
  },
  limits: { maxRows: tradersLimit },
} as const;

/** Daily sums, which name no outcome, plus single fills at the window's ends. */
const tradersByPnl = bodyQuery({
  name: 'hip4_top_traders',
  params: { ...wholeDayParams, limit: 'UInt64' },
  ...ranked,
  // Daily rows of all wallets: three months take 78 ms with one thread, 47 ms with two, at the same CPU time.
  settings: { max_threads: 2 },
  sql: rankSql(`
    SELECT wallet, toUInt64(0) AS outcome, fills, contracts, notional, pnl FROM outcome_wallet_day WHERE ${onWholeDays}
    UNION ALL
    ${eachFill('toUInt64(0)')} FROM outcome_fills_by_time WHERE ${atItsEnds}`),
});

const filteredByPnl = bodyQuery({
  name: 'hip4_filtered_traders',
  params: { from: 'TimeMs', to: 'TimeMs', ...filterParams, limit: 'UInt64' },
  ...ranked,
  sql: rankSql(`${eachFill(outcomeOfCoin)} FROM outcome_fills WHERE ${filteredInWindow}`),
});

/** A wallet was active in a window that ends now if its last row of the outcome is not before the window. */
const outcomesOfWallets = query({
  name: 'hip4_outcomes_of_wallets',
  params: { wallets: 'Array(Wallet)', from: 'TimeMs' },
  row: Type.Object({ address: Type.String(), outcomes: Type.Integer() }),
  limits: { maxRows: tradersLimit },
  sql: `
    SELECT ${addressOf('wallet')} AS address, toUInt32(uniqExact(outcome)) AS outcomes
    FROM outcome_wallets
    WHERE last_time >= {from:TimeMs} AND wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))
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
  age: 'fills',
  params: {
    limit: rowLimit(25, { max: tradersLimit, bits: 64 }),
    days: days({ min: 1, max: 365, default: 7, bits: 64 }),
    ...outcomeFilters(),
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
    const { limit } = params;
    if (!passesAll(params)) {
      const request = { from: window.fromMs, to: window.toMs, ...filterValues(params), limit };
      const traders = await filteredByPnl.read(analytics, request, { signal });
      return { body: { count: traders.length, traders }, window };
    }
    const request = { ...wholeDays(window), limit };
    const rows = await tradersByPnl.read(analytics, request, { signal });
    const active = { wallets: rows.map(({ address }) => address), from: window.fromMs };
    const counted = await analytics.rows(outcomesOfWallets, active, { signal });
    const outcomes = new Map(counted.map((row) => [row.address, row.outcomes]));
    const traders = rows.map((row) => ({ ...row, distinctOutcomes: outcomes.get(row.address) ?? 0 }));
    return { body: { count: traders.length, traders }, window };
  },
});
