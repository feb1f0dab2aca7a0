import { bodyQuery } from '../bodies/body-query.ts';
import { double, int64, list, walletAddress } from '../bodies/fields.ts';
import { fillsFreshness } from '../cache-rules.ts';
import { endpoint } from '../endpoint.ts';
import { rowLimit } from '../params/pages.ts';
import { days } from '../params/windows.ts';
import { bodySchema } from '../schema.ts';
import { outcomeWindow } from '../window.ts';
import { inWindow, outcomeOfCoin } from './outcome-sql.ts';

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

const tradersByPnl = bodyQuery({
  name: 'hip4_top_traders',
  params: { from: 'TimeMs', to: 'TimeMs', limit: 'UInt64' },
  body: topTrader,
  limits: { maxRows: tradersLimit },
  sql: `
    SELECT
      concat('0x', lower(hex(wallet))) AS address, countIf(market = 1) AS fills,
      uniqExact(${outcomeOfCoin}) AS distinct_outcomes, sumIf(sz, market = 1) AS total_contracts,
      sumIf(px * sz, market = 1) AS total_notional_usdh, sum(closed_pnl) AS realized_pnl_usdh
    FROM outcome_fills
    WHERE ${inWindow}
    GROUP BY wallet
    ORDER BY realized_pnl_usdh DESC, wallet
    LIMIT {limit:UInt64}`,
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
    const asked = { from: window.fromMs, to: window.toMs, limit: params.limit };
    const rows = await tradersByPnl.read(sources.analytics, asked, { signal });
    return { body: { count: rows.length, traders: rows }, window };
  },
});
