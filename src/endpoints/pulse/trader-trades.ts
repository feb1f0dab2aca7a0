import { Type } from 'typebox';
import { bodyQuery } from '../../analytics/body-query.ts';
import { batchKey, inBatch } from '../../analytics/query.ts';
import { type TradersBoard, traders } from '../../boards/traders.ts';
import { lookBack, wholeSecond } from '../../domain/window.ts';
import { tradeBody, tradeColumns, tradeExample, tradeFields, tradeMeaning } from '../bodies/trade.ts';
import { endpoint } from '../endpoint.ts';
import { knownCoin, requireTrader } from '../known-names.ts';
import { address, coin } from '../params/names.ts';
import { rowLimit, rowsLimit } from '../params/pages.ts';
import { optional } from '../params/param.ts';
import { since } from '../params/windows.ts';
import { newestTrades } from '../queries/recent-trades.ts';
import { nullable } from '../schema.ts';

// Empty text: every coin.
const ofCoin = "({coin:String} = '' OR coin = {coin:String})";
const inWindow = `${inBatch('wallet')} AND time >= {from:TimeMs} AND time <= {to:TimeMs} AND ${ofCoin}`;
const newestFirst = `
  ORDER BY wallet, time DESC, seq DESC
  LIMIT {limit:UInt64} BY wallet`;
const shared = {
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs', coin: 'String', limit: 'UInt64' },
  body: tradeBody,
  fields: tradeFields,
  limits: { maxRows: rowsLimit },
  batchBy: 'wallet',
} as const;

// Finds the newest fills by the key's columns, and reads only those in full. For a wallet with a million fills, reading the rest
// would cost a thousand times as much.
const tradesOfMany = bodyQuery({
  name: 'pulse_trader_trades',
  ...shared,
  sql: `
    SELECT ${batchKey('wallet')}, ${tradeColumns}
    FROM fills
    WHERE (wallet, time, seq) IN (SELECT wallet, time, seq FROM fills WHERE ${inWindow} ${newestFirst}) AND ${ofCoin}
    ${newestFirst}`,
});

// With few fills, reading all of them is faster than finding the newest first.
const tradesOfFew = bodyQuery({
  name: 'pulse_trader_trades_of_few',
  ...shared,
  sql: `SELECT ${batchKey('wallet')}, ${tradeColumns} FROM fills WHERE ${inWindow} ${newestFirst}`,
});
const fewFills = 2_000;

/** Whether a wallet has so few fills that a one-step statement is cheaper. */
function hasFew(board: TradersBoard, wallet: string): boolean {
  const row = board.find(wallet);
  return row !== undefined && row < board.count && board.columns.allTimeTrades[row]! <= fewFills;
}

export const traderTrades = endpoint({
  id: 'pulse.trader-trades',
  path: '/api/public/v1/pulse/trader/{address}/trades',
  summary: "One trader's latest trades, newest first",
  description: `The wallet's trades of the window, newest first; an empty list without trades in the window. ${tradeMeaning}`,
  tags: ['Pulse'],
  tier: 'free',
  age: 'fills',
  params: {
    address: address(),
    since: since('1h'),
    limit: rowLimit(50),
    coin: optional(coin()),
  },
  response: nullable(Type.Array(tradeBody)),
  errors: [404],
  example: [tradeExample],
  async run({ params, sources, clock, signal }) {
    const only = params.coin === undefined ? '' : knownCoin(sources, params.coin);
    // Rounded to a second, so that calls with the same window can share a statement.
    const window = lookBack(params.since.windowMs, wholeSecond(clock.nowMs()));
    const { address: wallet, limit } = params;
    const number = sources.recentFills.find(wallet);
    const wanted = { window, limit, coin: only || undefined, accept: (one: number) => one === number };
    const request = { wallet, from: window.fromMs, to: window.toMs, coin: only, limit };
    const known = newestTrades(sources.recentFills, wanted);
    const query = hasFew(await sources.boards.board(traders), wallet) ? tradesOfFew : tradesOfMany;
    const body = known ?? (await query.read(sources.analytics, request, { signal }));
    if (body.length === 0) await requireTrader(sources.boards, params.address);
    return { body, window };
  },
});
