import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { outcomeWindow, wholeSecond } from '../../domain/window.ts';
import { firstAndLastTrade, inWindow, outcomeOfCoin, sideOfCoin } from '../../views/outcomes/outcome-sql.ts';
import { dateTime, double, int64, list, text, walletAddress } from '../bodies/fields.ts';
import { listedBy } from '../bodies/outcome-list.ts';
import { endpoint } from '../endpoint.ts';
import { address } from '../params/names.ts';
import { days } from '../params/windows.ts';
import { bodySchema, optional } from '../schema.ts';
import { outcomeNames, sideToken, venueOf } from './outcome-body.ts';

const traderOutcomeItem = bodySchema('TraderOutcomeItem', {
  outcomeId: int64('Id without a side.'),
  sideIndex: int64('0 or 1.'),
  sideToken: text('Token of the side: + and its encoding.'),
  fills: int64('Market trades of the wallet in the side.'),
  netShares: double('Shares bought less shares sold in these trades.'),
  grossBoughtUsdh: double('Sum of price × size over its purchases, USDH.'),
  grossSoldUsdh: double('Sum of price × size over its sales, USDH.'),
  realizedPnlUsdh: double('Closed PnL of all its rows in the side, settlements too, before fees, USDH.'),
  displayName: optional(text('A readable name.')),
  ...listedBy,
  name: optional(text('As the exchange names the outcome.')),
  firstTraded: optional(dateTime('First trade of the window.')),
  lastTraded: optional(dateTime('Last trade of the window.')),
});

const traderOutcomesBody = bodySchema('TraderOutcomesBody', {
  address: walletAddress(),
  count: int64('Rows returned.'),
  outcomes: list(traderOutcomeItem),
});

const sidesOfTrader = bodyQuery({
  name: 'hip4_trader_outcomes',
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs' },
  body: traderOutcomeItem,
  fields: {
    sideToken: ({ outcomeId, sideIndex }) => sideToken(outcomeId, sideIndex),
    firstTraded: 'first_traded',
    lastTraded: 'last_traded',
  },
  batchBy: 'wallet',
  sql: `
    SELECT
      ${batchKey('wallet')}, ${outcomeOfCoin} AS outcome_id, ${sideOfCoin} AS side_index, countIf(${isTrade}) AS fills,
      sumIf(if(side = 'B', sz, -sz), ${isTrade}) AS net_shares,
      sumIf(px * sz, ${isTrade} AND side = 'B') AS gross_bought_usdh,
      sumIf(px * sz, ${isTrade} AND side = 'A') AS gross_sold_usdh,
      sum(closed_pnl) AS realized_pnl_usdh, ${firstAndLastTrade}
    FROM fills
    WHERE ${inBatch('wallet')} AND startsWith(coin, '#') AND ${inWindow}
    GROUP BY wallet, coin
    ORDER BY batch_key, last_traded DESC NULLS LAST, outcome_id, side_index`,
});

export const traderOutcomes = endpoint({
  id: 'hip4.trader-outcomes',
  path: '/api/public/v1/hip4/trader/{address}/outcomes',
  summary: "One trader's outcome positions, last traded first",
  description:
    'One row per side of an outcome in which the wallet has a row in the window, by its last trade, newest first; sides ' +
    'without a trade come last. fills, netShares and both gross figures count market trades alone; realizedPnlUsdh adds the ' +
    "exchange's closed PnL of every row: settlements, splits, merges and negations are no trades, and realize PnL. Data " +
    'begin at 2026-05-02: the window is cut there.',
  tags: ['HIP-4'],
  tier: 'starter',
  age: 'fills',
  params: { address: address(), days: days({ min: 1, max: 90, default: 30, bits: 64 }) },
  response: traderOutcomesBody,
  example: {
    address: '0x1f8a3f2d4b6c7e9012345678abcdef0123456789',
    count: 1,
    outcomes: [
      {
        outcomeId: 173,
        sideIndex: 1,
        sideToken: '+1731',
        fills: 12,
        netShares: 250,
        grossBoughtUsdh: 310.5,
        grossSoldUsdh: 120.25,
        realizedPnlUsdh: 8.75,
        displayName: '2026 World Cup Champion: Argentina',
        name: 'Argentina',
        firstTraded: '2026-06-14T09:30:12.486Z',
        lastTraded: '2026-06-20T17:02:41.008Z',
      },
    ],
  },
  async run({ params, sources, clock, signal }) {
    // Rounded to a second, so that calls with the same window can share a statement.
    const window = outcomeWindow({ days: params.days }, wholeSecond(clock.nowMs()));
    const request = { wallet: params.address, from: window.fromMs, to: window.toMs };
    const [rows, known] = await Promise.all([
      sidesOfTrader.read(sources.analytics, request, { signal }),
      sources.knownOutcomes(signal),
    ]);
    const outcomes = rows.map((row) => ({
      ...row,
      ...outcomeNames(known.get(row.outcomeId)),
      ...venueOf(known.get(row.outcomeId)),
    }));
    return { body: { address: params.address, count: outcomes.length, outcomes }, window };
  },
});
