import { Type } from 'typebox';
import { query } from '../../../analytics/query.ts';

const walletText = (column: string) => `concat('0x', lower(hex(${column})))`;
const timeText = (column: string) => `toString(toUnixTimestamp64Milli(${column}))`;
const startLimits = { deadlineMs: 120_000, maxRows: 1_000_000 };

const timeMs = (column: string) => `toUnixTimestamp64Milli(${column})`;
const bytesOnly = Type.Object({});

/** Wallets tracked by earlier runs: wallet, then six Int64 of unix milliseconds, the stored cursors. */
export const trackedBefore = query({
  name: 'tracked_wallets',
  params: { limit: 'UInt64' },
  row: bytesOnly,
  sql: `
    SELECT wallet, ${timeMs('time')}, ${timeMs('discovered')}, ${timeMs('fills_to')}, ${timeMs('funding_to')},
      ${timeMs('role_checked')}, ${timeMs('ledger_to')}
    FROM tracked_wallets FINAL ORDER BY tracked_wallets.fills_to DESC LIMIT {limit:UInt64}`,
  limits: startLimits,
});

/** Wallets with stored fills, the latest traders first: wallet, and the time of its last fill (Int64). */
export const walletsOfFills = query({
  name: 'wallets_of_fills',
  params: { limit: 'UInt64' },
  row: bytesOnly,
  sql: `
    SELECT w, ${timeMs('last')}
    FROM (SELECT wallet AS w, max(last_time) AS last FROM wallet_alltime GROUP BY w)
    ORDER BY last DESC LIMIT {limit:UInt64}`,
  limits: startLimits,
});

/** The last trade of every wallet of the last week: wallet, coin, time (Int64), tid. */
export const walletsOfTrades = query({
  name: 'wallets_of_trades',
  params: { now: 'TimeMs', limit: 'UInt64' },
  row: bytesOnly,
  sql: `
    SELECT w, toString(argMax(coin, time)), ${timeMs('max(time)')}, argMax(tid, time)
    FROM (SELECT arrayJoin([buyer, seller]) AS w, coin, time, tid FROM trades WHERE time > {now:TimeMs} - INTERVAL 7 DAY)
    GROUP BY w ORDER BY max(time) DESC LIMIT {limit:UInt64}`,
  limits: startLimits,
});

/** Wallets with an open TWAP order of the last eight days. */
export const walletsOfTwaps = query({
  name: 'wallets_of_twaps',
  params: { now: 'TimeMs', limit: 'UInt64' },
  row: bytesOnly,
  sql: `
    SELECT DISTINCT wallet
    FROM (SELECT wallet, coin, twap_id, groupUniqArray(CAST(status, 'String')) AS statuses FROM twap_statuses
      WHERE started > {now:TimeMs} - INTERVAL 8 DAY GROUP BY wallet, started, coin, twap_id)
    WHERE hasAny(['waitingForTrigger', 'activated'], statuses) AND NOT hasAny(['finished', 'terminated', 'stopped', 'error'], statuses)
    LIMIT {limit:UInt64}`,
  limits: startLimits,
});

/**
 * Accounts, the latest states first: wallet, dex, the coins with open positions, their value (Float64), and the time of the
 * state (Int64). The time is 0 if the stored state is incomplete: positions have their own table, and a kill may come between.
 */
export const storedStates = query({
  name: 'stored_states',
  params: { limit: 'UInt64' },
  row: bytesOnly,
  sql: `
    WITH open AS (
      SELECT wallet, dex, groupArray(toString(coin)) AS coins, min(time) AS since, sum(position_value) AS value
      FROM positions FINAL WHERE szi != 0 GROUP BY wallet, dex
    )
    SELECT wallet, toString(dex), coins, ifNull(toFloat64(value), 0),
      if(if(empty(coins), ifNull(total_ntl_pos, 0) = 0, since = time), ${timeMs('time')}, 0)
    FROM (SELECT wallet, dex, time, total_ntl_pos FROM accounts FINAL) AS states
    FULL JOIN open USING (wallet, dex)
    ORDER BY time DESC LIMIT {limit:UInt64}`,
  limits: startLimits,
});

/**
 * Holdings of wallets other than perps: wallet, 1 if its collateral is in spot (UInt8), when its lending was read, which is the last
 * holding to be read (Int64, 0 if never), how many tokens it has, and when they were read (Int64, 0 if never).
 */
export const storedHoldings = query({
  name: 'stored_holdings',
  params: { limit: 'UInt64' },
  row: bytesOnly,
  sql: `
    SELECT wallet, max(pooled), max(lent_ms), toInt64(max(tokens)), max(spot_ms)
    FROM (
      SELECT wallet, toUInt8(mode IN ('unifiedAccount', 'portfolioMargin')) AS pooled, toInt64(0) AS lent_ms,
        toInt64(0) AS tokens, toInt64(0) AS spot_ms
      FROM account_modes FINAL
      UNION ALL
      SELECT wallet, 0, if(kind = 'lent', ${timeMs('time')}, 0), if(kind = 'spot', toInt64(amount), 0), if(kind = 'spot', ${timeMs('time')}, 0)
      FROM balances FINAL WHERE kind IN ('spot', 'lent') AND asset = '')
    GROUP BY wallet LIMIT {limit:UInt64}`,
  limits: startLimits,
});

/** A wallet's positions by coin after its stored fills up to a time, and the time of the last of those fills. */
export const positionEnds = query({
  name: 'position_ends',
  params: { wallet: 'Wallet', to: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), position: Type.Number(), last_time: Type.String() }),
  sql: `
    SELECT coin, toFloat64(argMax(start_position + if(side = 'B', sz, -sz), (time, seq))) AS position,
      ${timeText('max(time)')} AS last_time
    FROM fills WHERE wallet = {wallet:Wallet} AND time <= {to:TimeMs} GROUP BY coin`,
  limits: { deadlineMs: 60_000 },
});

/** Keys of a wallet's fills of one millisecond. */
export const fillKeysAt = query({
  name: 'fill_keys_at',
  params: { wallet: 'Wallet', at: 'TimeMs' },
  row: Type.Object({ coin: Type.String(), tid: Type.String(), oid: Type.String() }),
  sql: `
    SELECT coin, toString(tid) AS tid, toString(oid) AS oid
    FROM fills WHERE wallet = {wallet:Wallet} AND time = {at:TimeMs}`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/** Number of out-of-reach gaps of a wallet that cover more than one coin. */
export const wideGaps = query({
  name: 'wide_gaps',
  params: { wallet: 'Wallet' },
  row: Type.Object({ gaps: Type.Integer() }),
  sql: `
    SELECT toInt32(count()) AS gaps
    FROM coverage FINAL
    WHERE feed = 'fills' AND wallet = unhex(hex({wallet:Wallet})) AND coin = '' AND reason = 'out-of-reach' AND state = 'lost'`,
});

/** A wallet's stored fills of an inclusive range, in their order. */
export const fillsBetween = query({
  name: 'fills_between',
  params: { wallet: 'Wallet', from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({
    coin: Type.String(),
    at: Type.String(),
    side: Type.Union([Type.Literal('B'), Type.Literal('A')]),
    size: Type.String(),
    start: Type.String(),
    tid: Type.String(),
    oid: Type.String(),
  }),
  sql: `
    SELECT coin, ${timeText('time')} AS at, side, toString(sz) AS size, toString(start_position) AS start,
      toString(tid) AS tid, toString(oid) AS oid
    FROM fills WHERE wallet = {wallet:Wallet} AND time >= {from:TimeMs} AND time <= {to:TimeMs}
    ORDER BY time, seq LIMIT 100000`,
  limits: { deadlineMs: 60_000, maxRows: 100_000 },
});

/** Wallets that held some of these coins after their last stored fill of the coin. */
export const holders = query({
  name: 'holders',
  params: { coins: 'Array(String)' },
  row: Type.Object({ holder: Type.String() }),
  sql: `
    SELECT DISTINCT ${walletText('wallet')} AS holder
    FROM fills
    WHERE coin IN (SELECT arrayJoin({coins:Array(String)}))
      AND wallet IN (SELECT wallet FROM wallet_coin_alltime WHERE coin IN (SELECT arrayJoin({coins:Array(String)})))
    GROUP BY wallet, coin
    HAVING argMax(start_position + if(side = 'B', sz, -sz), (time, seq)) != 0`,
  limits: { deadlineMs: 60_000, maxRows: 1_000_000 },
});
