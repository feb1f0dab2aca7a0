import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch, query } from '../../analytics/query.ts';
import { traders } from '../../boards/traders.ts';
import { accountValueExample, accountValueOf } from '../bodies/account-value.ts';
import { coinTotalFields, coinTotals } from '../bodies/coin-totals.ts';
import { leaderboardTrader, leaderboardTraderExample, untradedRow } from '../bodies/leaderboard-trader.ts';
import { endpoint } from '../endpoint.ts';
import { unknownTrader } from '../known-names.ts';
import { address } from '../params/names.ts';
import { readAccountValues } from '../queries/account-value.ts';
import { readTraderRows } from '../queries/trader-rows.ts';
import { bodySchema, nullable, optional } from '../schema.ts';

const traderTokenStat = bodySchema('TraderTokenStat', {
  coin: Type.String({ description: "The exchange's own spelling." }),
  ...coinTotals,
  displayName: optional(Type.String({ description: 'Readable name of the coin, if it has one.' })),
});

// By wallet: a wallet's coins are one range of the key. A table by coin would need a search for every coin.
const traderCoins = bodyQuery({
  name: 'pulse_trader_tokens',
  params: { wallet: 'Wallet' },
  body: traderTokenStat,
  fields: coinTotalFields,
  batchBy: 'wallet',
  sql: `
    SELECT
      ${batchKey('wallet')}, coin, sum(pnl) AS pnl_usd, sum(fills) AS trades, sum(wins) AS winning_trades,
      sum(volume) AS volume_usd
    FROM wallet_coin_day
    WHERE ${inBatch('wallet')}
    GROUP BY wallet, coin
    ORDER BY batch_key, pnl_usd DESC, coin`,
});

export const traderTokens = endpoint({
  id: 'pulse.trader-tokens',
  path: '/api/public/v1/pulse/trader/{address}/tokens',
  summary: "One trader's coins, most profitable first",
  description:
    'One row per coin in which the wallet has an indexed fill, spot and outcomes included, by pnl, highest first; ' +
    'ties by coin. pnl is the sum of the closed PnL of its fills in the coin, before fees; volume the sum of ' +
    'price × size over market trades; winRate winning fills / fills × 100.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: { address: address() },
  response: nullable(Type.Array(traderTokenStat)),
  errors: [404],
  example: [{ coin: 'BTC', pnl: 18420.75, trades: 214, winningTrades: 107, winRate: 50, volume: 4120300.5 }],
  async run({ params, sources, signal }) {
    const body = await traderCoins.read(sources.analytics, { wallet: params.address }, { signal });
    if (body.length === 0) throw unknownTrader(params.address);
    return { body };
  },
});

export const trader = endpoint({
  id: 'pulse.trader',
  path: '/api/public/v1/pulse/trader/{address}',
  summary: "One trader's all-time totals",
  description:
    'The same row as in the allTime leaderboard, over every indexed fill of the wallet. totalPnl is the sum of the ' +
    "exchange's closed PnL, before fees; totalVolume the sum of price × size over market trades; totalFees the fees " +
    'in USD, rebates subtracted; winRate winning fills / fills × 100. accountValue is the current value of the whole account: ' +
    'perps of every dex, spot, vaults and staked HYPE, each once and with its time; absent if the account was never read. ' +
    'A wallet with transfers or funding payments but without fills has 0 fills and no firstTradeAt. netPnl is totalPnl − fees + funding; /pnl has it over time. Net figures are absent if incomplete.',
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: { address: address() },
  response: leaderboardTrader,
  errors: [404],
  example: {
    ...leaderboardTraderExample,
    funding: -12_020.4,
    netPnl: 1625111.95,
    accountValue: accountValueExample,
  },
  async run({ params, sources, clock, signal }) {
    const { address: wallet } = params;
    const board = await sources.boards.board(traders);
    const row = board.find(wallet);
    // The board also has wallets without fills, for their account alone.
    if (row !== undefined && board.columns.allTimeTrades[row]! > 0) {
      const [body] = await readTraderRows(board, [row], { sources, clock, signal });
      return { body: body! };
    }
    const [moved] = await sources.analytics.rows(movedMoney, { wallet }, { signal });
    if (moved === undefined) throw unknownTrader(wallet);
    const [value] = await readAccountValues(sources, [wallet], signal);
    return { body: { ...untradedRow(wallet), ...(value && { accountValue: accountValueOf(value) }) } };
  },
});

/** Selects a row if the wallet ever had funding payments, or moved money without a fill. */
const movedMoney = query({
  name: 'pulse_moved_money',
  params: { wallet: 'Wallet' },
  row: Type.Object({ moved: Type.Integer() }),
  sql: `
    SELECT toUInt8(1) AS moved FROM (
      SELECT 1 FROM ledger_updates WHERE wallet = {wallet:Wallet} LIMIT 1
      UNION ALL SELECT 1 FROM wallet_funding WHERE wallet = {wallet:Wallet} LIMIT 1)
    LIMIT 1`,
});
