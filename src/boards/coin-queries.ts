import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import { batchParams, changedByBatches } from '../changes/batches.ts';

/** Limits of background queries; `maxRows` is above the number of coins ever listed and of months ever traded. */
const limits = { deadlineMs: 60_000, maxRows: 100_000 };
const oneThread = { max_threads: 1 };

const monthRow = Type.Object({
  coin: Type.String(),
  month: Type.Integer(),
  fills: Type.String(),
  pnl: Type.String(),
  last_ms: Type.String(),
  last_px: Type.String(),
});

/** Coins by month (`202603`) in a range of months; reads a row per coin and hour. */
export const coinMonths = query({
  name: 'coin_months',
  params: { from: 'UInt64', to: 'UInt64' },
  row: monthRow,
  limits: { ...limits, maxRows: 5_000_000 },
  settings: oneThread,
  sql: `
    SELECT coin, toUInt32(toYYYYMM(hour)) AS month, sum(coin_hour.fills) AS fills, sum(coin_hour.pnl) AS pnl,
      max(last_trade) AS last, toString(toUnixTimestamp64Milli(last.1)) AS last_ms, toString(last.3) AS last_px
    FROM coin_hour
    WHERE toYYYYMM(hour) >= {from:UInt64} AND toYYYYMM(hour) <= {to:UInt64}
    GROUP BY coin, month`,
});

/** All time as month 0, used while `coin_hour` is being filled; the newest trade is unknown then. */
export const coinAlltime = query({
  name: 'coin_alltime',
  params: {},
  row: monthRow,
  limits,
  settings: oneThread,
  sql: `
    SELECT coin, 0 AS month, sum(wallet_coin_alltime.fills) AS fills, sum(wallet_coin_alltime.pnl) AS pnl,
      '0' AS last_ms, '0' AS last_px
    FROM wallet_coin_alltime
    GROUP BY coin`,
});

/** Rows per coin; a wallet counts more than once until the engine merges its rows. */
export const coinRows = query({
  name: 'coin_rows',
  params: {},
  row: Type.Object({ coin: Type.String(), rows: Type.String() }),
  limits,
  settings: oneThread,
  sql: 'SELECT coin, count() AS rows FROM wallet_coin_alltime GROUP BY coin ORDER BY coin',
});

/** Row: a coin, then the 20 bytes of each of its wallets in the range, possibly repeated. */
export const coinTraders = query({
  name: 'coin_traders',
  params: { fromCoin: 'String', toCoin: 'String', from: 'Wallet', to: 'Wallet' },
  row: Type.Object({}),
  limits,
  settings: oneThread,
  sql: `
    SELECT CAST(coin, 'String'), groupArray(wallet)
    FROM wallet_coin_alltime
    WHERE coin >= {fromCoin:String} AND coin <= {toCoin:String} AND wallet >= {from:Wallet} AND wallet <= {to:Wallet}
    GROUP BY coin`,
});

/**
 * Row: a coin with fills in the batches, the 20 bytes of each wallet of these fills, and their first and last month as UInt32.
 */
export const changedCoins = query({
  name: 'changed_coins',
  params: batchParams,
  row: Type.Object({}),
  limits,
  settings: oneThread,
  sql: `
    SELECT CAST(coin, 'String'), groupUniqArray(wallet), toUInt32(min(toYYYYMM(day))), toUInt32(max(toYYYYMM(day)))
    FROM ${changedByBatches}
    GROUP BY coin`,
});
