import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { isCommonFill } from '../../coverage/coverage-read.ts';
import { firstStandInTid } from '../../wire/fill-tid.ts';

/** The most extreme row of a day by one rule, with its identifiers. Texts that a rule does not use are empty. */
const row = Type.Object({
  day: Type.String(),
  top_value: Type.String(),
  top_wallet: Type.String(),
  top_coin: Type.String(),
  top_ms: Type.String(),
  top_id: Type.String(),
  top_detail: Type.String(),
});

const params = { from: 'TimeMs', to: 'TimeMs' } as const;
const limits = { deadlineMs: 300_000, maxRows: 100 } as const;
const days = 'time >= {from:TimeMs} AND time < {to:TimeMs}';
const hours = 'hour >= toDateTime({from:TimeMs}) AND hour < toDateTime({to:TimeMs})';
const address = (value: string) => `concat('0x', lower(hex(${value})))`;

/** Columns that every rule selects of the day's most extreme row. */
const extreme = (
  value: string,
  rank: string,
  reported: Partial<Record<'wallet' | 'coin' | 'time' | 'id' | 'detail', string>>,
) => {
  const best = (expression: string | undefined) =>
    expression === undefined ? "''" : `argMax(${expression}, ${rank})`;
  return `
    toString(${best(value)}) AS top_value, ${reported.wallet === undefined ? "''" : address(best(reported.wallet))} AS top_wallet,
    toString(${best(reported.coin)}) AS top_coin,
    ${reported.time === undefined ? "'0'" : `toString(toUnixTimestamp64Milli(toDateTime64(${best(reported.time)}, 3, 'UTC')))`} AS top_ms,
    toString(${best(reported.id)}) AS top_id, toString(${best(reported.detail)}) AS top_detail`;
};

// Placeholder trade ids are returned as 0, as in trades.
const fillStory = {
  wallet: 'wallet',
  coin: 'coin',
  time: 'time',
  id: `if(tid < ${firstStandInTid}, tid, 0)`,
};

/** The first day of the record of all wallets. */
const recordDay = `(
  SELECT toDate(time) FROM fills_by_time WHERE ${isCommonFill} ORDER BY time LIMIT 1)`;

/** The fill that won most. */
export const largestWins = query({
  name: 'daily_largest_wins',
  params,
  row,
  limits,
  sql: `
    SELECT toString(toDate(time)) AS day, ${extreme('closed_pnl', '(closed_pnl, time, wallet, tid)', fillStory)}
    FROM fills_by_time WHERE ${days} AND closed_pnl > 0 GROUP BY day`,
});

/** The fill that lost most. */
export const largestLosses = query({
  name: 'daily_largest_losses',
  params,
  row,
  limits,
  sql: `
    SELECT toString(toDate(time)) AS day, ${extreme('closed_pnl', '(-closed_pnl, time, wallet, tid)', fillStory)}
    FROM fills_by_time WHERE ${days} AND closed_pnl < 0 GROUP BY day`,
});

/** The order that liquidated the largest notional of a wallet in a coin. */
export const largestLiquidations = query({
  name: 'daily_largest_liquidations',
  params,
  row,
  limits,
  sql: `
    SELECT toString(toDate(begun)) AS day,
      ${extreme('notional', '(notional, begun, wallet, oid)', { wallet: 'wallet', coin: 'coin', time: 'begun', id: 'oid' })}
    FROM (
      SELECT wallet, coin, oid, min(time) AS begun, sum(px * sz) AS notional
      FROM liquidations WHERE ${days}
      GROUP BY wallet, coin, oid, toDate(time))
    GROUP BY day`,
});

/**
 * The largest fill of a wallet that was first seen on the day. The first day of the record of all wallets has none: every wallet of
 * that day is seen for the first time.
 */
export const newWhales = query({
  name: 'daily_new_whales',
  params,
  row,
  limits,
  sql: `
    SELECT toString(toDate(time)) AS day, ${extreme('px * sz', '(px * sz, time, wallet, tid)', fillStory)}
    FROM fills_by_time
    INNER JOIN (
      SELECT wallet, toDate(min(first_time)) AS first_day
      FROM wallet_alltime GROUP BY wallet
      HAVING first_day >= toDate({from:TimeMs}) AND first_day < toDate({to:TimeMs}) AND first_day > ${recordDay}) AS newcomers
    USING (wallet)
    WHERE ${days} AND ${isTrade} AND NOT startsWith(coin, '#') AND toDate(time) = first_day
    GROUP BY day`,
});

/** The hour with the funding rate farthest from 0. */
export const fundingExtremes = query({
  name: 'daily_funding_extremes',
  params,
  row,
  limits,
  sql: `
    SELECT toString(toDate(hour)) AS day,
      ${extreme('funding', '(abs(funding), hour, coin)', { coin: 'coin', time: 'hour' })}
    FROM asset_context_hours FINAL WHERE ${hours} AND funding != 0 GROUP BY day`,
});

/** The coin whose open interest changed most from the end of one day to that of the next. */
export const openInterestRotations = query({
  name: 'daily_open_interest_rotations',
  params,
  row,
  limits,
  sql: `
    WITH ends AS (
      SELECT coin, toDate(hour) AS day, max(asset_context_hours.hour) AS last_hour,
        argMax(open_interest * mark_px, asset_context_hours.hour) AS usd
      FROM asset_context_hours FINAL
      WHERE ${hours} AND open_interest > 0
      GROUP BY coin, day)
    SELECT toString(now.day) AS day,
      ${extreme('now.usd - before.usd', '(abs(now.usd - before.usd), now.coin)', { coin: 'now.coin', time: 'now.last_hour', detail: 'now.usd' })}
    FROM ends AS now INNER JOIN ends AS before ON before.coin = now.coin AND before.day = now.day - 1
    GROUP BY now.day`,
});

/** The winning side with the lowest last traded price. */
export const settlementUpsets = query({
  name: 'daily_settlement_upsets',
  params,
  row,
  limits,
  sql: `
    WITH won AS (
      SELECT coin, max(outcome_fills.time) AS settled
      FROM outcome_fills WHERE ${days} AND dir = 'Settlement' AND px = 1 GROUP BY coin)
    SELECT toString(toDate(settled)) AS day,
      ${extreme('1 - last_px', '(1 - last_px, coin)', { coin: 'coin', time: 'settled', detail: 'last_px' })}
    FROM (
      SELECT coin, any(won.settled) AS settled, argMax(px, (time, seq)) AS last_px
      FROM outcome_fills INNER JOIN won USING (coin)
      WHERE ${isTrade} AND time < won.settled
      GROUP BY coin)
    GROUP BY day`,
});

/** The hour with the widest gap in bias between winners and losers: cohorts 2 and 5 of realized PnL. */
export const cohortDivergences = query({
  name: 'daily_cohort_divergences',
  params,
  row,
  limits,
  sql: `
    SELECT toString(toDate(hour)) AS day,
      ${extreme('winners - losers', '(abs(winners - losers), hour)', { time: 'hour', detail: 'winners', id: 'losers' })}
    FROM (
      SELECT hour,
        round(sumIf(long_notional - short_notional, tier = 2) / sumIf(long_notional + short_notional, tier = 2), 4) AS winners,
        round(sumIf(long_notional - short_notional, tier = 5) / sumIf(long_notional + short_notional, tier = 5), 4) AS losers
      FROM cohort_bias_hours FINAL
      WHERE ${hours} AND coin = '_GLOBAL' AND kind = 'pnl'
      GROUP BY hour
      HAVING countIf(tier = 2) > 0 AND countIf(tier = 5) > 0)
    GROUP BY day`,
});

/** The lifecycle of a fill; for a fill that flips the position, the lifecycle that it closes. */
export const lifecycleOfFill = query({
  name: 'daily_lifecycle_of_fill',
  params: { wallet: 'Wallet', coin: 'String', time: 'TimeMs' },
  row: Type.Object({ id: Type.String() }),
  limits: { deadlineMs: 60_000, maxRows: 1 },
  sql: `
    SELECT toString(id) AS id FROM lifecycles FINAL
    WHERE wallet = {wallet:Wallet} AND coin = {coin:String} AND opened <= {time:TimeMs} AND last >= {time:TimeMs} AND NOT deleted
    ORDER BY opened, num LIMIT 1`,
});
