import { Type } from 'typebox';
import { chainListParams, fillsOfChains, inChainOrder } from '../analytics/chain-lists.ts';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query } from '../analytics/query.ts';
import { isTrade } from '../analytics/trade-sql.ts';
import { inRange, rangeParams } from '../analytics/wallet-ranges.ts';
import { batchParams, changedByBatches } from '../changes/batches.ts';
import { hourMs, minuteMs } from '../kernel/clock.ts';
import { columnsOfFills, fillColumns } from './fill-moments.ts';
import { storedRow } from './lifecycle-rows.ts';
import { chainCoin, sharesChain, tokenChainParams } from './token-chains.ts';

/** All queries use the lane of backfills: on the lane of rebuilds, boards would wait for each of them. */
export const lane = { lane: 'job' } as const;
const settings = { max_threads: 1 };
const limits = { deadlineMs: 120_000, maxRows: 10_000_000, maxMemoryBytes: 4 * 2 ** 30 };
const anyRow = Type.Object({});
const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;

export const progressRow = query({
  name: 'lifecycle_progress',
  params: {},
  row: Type.Object({
    rules: Type.Integer(),
    seq: Type.String(),
    ranges_done: Type.Integer(),
    ranges: Type.Integer(),
    ready: Type.Boolean(),
    version: Type.String(),
    pairs: Type.Array(Type.String()),
    chains: Type.Array(Type.String()),
  }),
  sql: 'SELECT rules, seq, ranges_done, ranges, ready, version, pairs, chains FROM lifecycle_progress FINAL',
});

/**
 * Chains changed by batches: those with new fills, and those of liquidated wallets whose counterparties have new fills. Columns: wallet,
 * coin, times of the first and last change.
 */
const changedChains = `
  SELECT wallet, chain AS coin, min(from_time) AS first, max(to_time) AS last FROM (
    SELECT wallet, ${chainCoin} AS chain, from_time, to_time FROM ${changedByBatches}
    UNION ALL
    SELECT victim AS wallet, CAST(coin, 'String') AS chain, time AS from_time, time AS to_time FROM liquidation_counterparties
    WHERE time >= (SELECT min(from_time) FROM ${changedByBatches}) AND time <= (SELECT max(to_time) FROM ${changedByBatches})
      AND (liquidation_counterparties.wallet, CAST(coin, 'String')) IN (SELECT wallet, CAST(coin, 'String') FROM ${changedByBatches}))
  GROUP BY wallet, chain`;
const changedParams = { ...batchParams, ...tokenChainParams } as const;

/** Row: wallet, coin, unix milliseconds of the first and the last new fill. */
export const chainsToFold = query({
  name: 'lifecycle_chains_to_fold',
  params: changedParams,
  row: anyRow,
  limits,
  settings,
  sql: `SELECT wallet, coin, ${ms('first')}, ${ms('last')} FROM (${changedChains})`,
});

/** Stored rows of the changed chains, from the row where the fold restarts; all rows if there is no such row. */
export const storedOfChanged = query({
  name: 'lifecycle_stored_of_changed',
  params: changedParams,
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT ${storedRow} FROM (
      SELECT *, maxIf(opened, starts_apart AND opened < first) OVER (PARTITION BY wallet, coin) AS since
      FROM (SELECT * FROM lifecycles FINAL WHERE NOT deleted AND wallet IN (SELECT wallet FROM (${changedChains}))) AS stored
      INNER JOIN (SELECT wallet, coin, first FROM (${changedChains})) AS changed
        ON changed.wallet = stored.wallet AND changed.coin = stored.coin)
    WHERE opened >= since
    ORDER BY wallet, coin, num`,
});

export const storedOfRange = query({
  name: 'lifecycle_stored_of_range',
  params: rangeParams,
  row: anyRow,
  limits,
  settings,
  sql: `SELECT ${storedRow} FROM lifecycles FINAL WHERE NOT deleted AND ${inRange} ORDER BY wallet, coin, num`,
});

/** Closed lifecycles of a wallet range in some coins that were open in a span. */
export const storedUnder = query({
  name: 'lifecycle_stored_under_marks',
  params: { ...rangeParams, coins: 'Array(String)', since: 'TimeMs', until: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT ${storedRow} FROM lifecycles FINAL
    WHERE NOT deleted AND is_closed AND ${inRange} AND coin IN (SELECT arrayJoin({coins:Array(String)}))
      AND opened <= {until:TimeMs} AND last >= {since:TimeMs}
    ORDER BY wallet, coin, num`,
});

/** First position of a page of fills (wallet, coin, millisecond; inclusive), and its size. */
const pageParams = { from: 'Wallet', coin: 'String', at: 'TimeMs', most: 'UInt64' } as const;
const behindPage = (coin: string) =>
  `(wallet > {from:Wallet} OR ${coin} > {coin:String} OR (${coin} = {coin:String} AND time >= {at:TimeMs}))`;
/** A page of fills whose chain is their own coin, in table order. */
const ownPage = (where: string) => `
    SELECT ${fillColumns} FROM fills
    WHERE ${where} AND NOT (${sharesChain}) AND ${behindPage('coin')}
    ${inChainOrder}
    LIMIT {most:UInt64}`;
/** A page of fills of pairs that share a chain, under the coin of the chain. */
const sharedPage = (where: string) => `
    SELECT ${columnsOfFills(chainCoin)} FROM fills
    WHERE ${where} AND ${sharesChain} AND ${behindPage('chain_coin')}
    ORDER BY wallet, chain_coin, time, seq
    LIMIT {most:UInt64}`;
const ofChanged = `time >= {since:TimeMs} AND wallet IN (SELECT wallet FROM (${changedChains})) AND wallet >= {from:Wallet}`;
const recentParams = { ...changedParams, ...pageParams, since: 'TimeMs' } as const;
const pageOptions = { row: anyRow, limits, settings } as const;

/** A page of fills since a time, of wallets that batches changed. */
export const recentFills = query({
  name: 'lifecycle_recent_fills',
  params: recentParams,
  ...pageOptions,
  sql: ownPage(ofChanged),
});
export const sharedRecentFills = query({
  name: 'lifecycle_shared_recent_fills',
  params: recentParams,
  ...pageOptions,
  sql: sharedPage(ofChanged),
});

/** At most `most` fills of listed chains, each from its own start; the lists have one entry per chain. */
export const lateFills = query({
  name: 'lifecycle_late_fills',
  params: chainListParams,
  ...pageOptions,
  sql: fillsOfChains(fillColumns),
});
/** As {@link lateFills}, for chains of tokens that are traded on several pairs. */
export const sharedLateFills = query({
  name: 'lifecycle_shared_late_fills',
  params: { ...chainListParams, ...tokenChainParams },
  ...pageOptions,
  sql: fillsOfChains(columnsOfFills(chainCoin), { coin: chainCoin, where: sharesChain }),
});

const rangePageParams = { ...rangeParams, ...pageParams, pairs: 'Array(String)' } as const;
export const fillsOfRange = query({
  name: 'lifecycle_fills_of_range',
  params: rangePageParams,
  ...pageOptions,
  sql: ownPage(inRange),
});
export const sharedFillsOfRange = query({
  name: 'lifecycle_shared_fills_of_range',
  params: { ...rangePageParams, ...tokenChainParams },
  ...pageOptions,
  sql: sharedPage(inRange),
});

/** Row: victim, coin, unix milliseconds, counterparty, size. */
export const liquidatorsOf = query({
  name: 'lifecycle_liquidators',
  params: { wallets: 'Array(Wallet)', since: 'TimeMs', until: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT victim, CAST(coin, 'String'), ${ms('time')}, wallet, sum(sz) FROM liquidation_counterparties
    WHERE time >= {since:TimeMs} AND time <= {until:TimeMs} AND victim IN (SELECT arrayJoin({wallets:Array(Wallet)}))
    GROUP BY victim, coin, time, wallet`,
});

/** Numbers of price rows by millisecond and by minute, number of marks, and the time span of all prices. */
export const priceCount = query({
  name: 'lifecycle_price_count',
  params: {},
  row: Type.Object({
    moments: Type.String(),
    minutes: Type.String(),
    marks: Type.String(),
    first_ms: Type.String(),
    last_ms: Type.String(),
  }),
  crossShard: 'each table is counted by itself',
  sql: `
    SELECT (SELECT uniqCombined(coin, time) FROM fills_by_time WHERE ${isTrade} AND ${isPerpCoin}) AS moments,
      (SELECT count() FROM coin_minutes WHERE ${isPerpCoin}) AS minutes, (SELECT count() FROM asset_contexts) AS marks,
      (SELECT toUnixTimestamp(min(minute)) * 1000 FROM coin_minutes) AS first_ms,
      (SELECT toUnixTimestamp(max(minute)) * 1000 + 59999 FROM coin_minutes) AS last_ms`,
});

/** Coins and time span of the prices; an empty list of coins means all coins. */
const priceParams = { coins: 'Array(String)', since: 'TimeMs', until: 'TimeMs' } as const;
const ofCoins = '(empty({coins:Array(String)}) OR coin IN (SELECT arrayJoin({coins:Array(String)})))';
const inSpan = `minute >= toStartOfMinute({since:TimeMs}) AND minute <= {until:TimeMs} AND ${ofCoins}`;
const ofTrades = `coin_minutes WHERE day >= toDate({since:TimeMs}) AND ${inSpan} AND ${isPerpCoin}`;
const ofMarks = `asset_contexts WHERE ${inSpan} AND mark_px > 0`;
const nobody = "toFixedString('', 20)";
/** Marks by the time of their arrival; rows as in {@link pricesByMinute}. */
const marks = `
    SELECT CAST(coin, 'String'), toUInt8(1), ${ms('time')}, toDecimal64(mark_px, 10), toDecimal64(mark_px, 10), ${nobody}
    FROM ${ofMarks} ORDER BY coin, minute, time`;
/** Trade prices by millisecond; several matches can share one. */
const moments = (where: string) => `
    SELECT CAST(coin, 'String'), toUInt8(0), ${ms('time')} AS at, min(px), max(px), if(min(wallet) = max(wallet), min(wallet), ${nobody})
    FROM fills_by_time WHERE time >= {since:TimeMs} AND time <= {until:TimeMs} AND ${isTrade} AND ${where}
    GROUP BY coin, time ORDER BY coin, time`;

/**
 * Mark and trade prices. Row: coin, whether the price is a mark, unix milliseconds of the moment or of the minute's start, lowest and
 * highest price, and the wallet if only one traded then (else zeros). The rows of a coin are ordered by time, as in the tables. A minute
 * may have several rows, because grouping millions of rows takes eight times as long as reading them.
 */
export const pricesByMinute = query({
  name: 'lifecycle_prices_by_minute',
  params: priceParams,
  row: anyRow,
  limits,
  settings,
  sql: `
    (SELECT CAST(coin, 'String'), toUInt8(0), toInt64(toUnixTimestamp(minute)) * 1000, low, high,
      if(least_wallet = most_wallet, least_wallet, ${nobody})
    FROM ${ofTrades} ORDER BY coin, day, minute)
    UNION ALL
    (${marks})`,
});

/** As {@link pricesByMinute}, but trade prices by millisecond. */
export const pricesByMoment = query({
  name: 'lifecycle_prices_by_moment',
  params: priceParams,
  row: anyRow,
  limits,
  settings,
  crossShard: 'the rows of both stand beside each other',
  sql: `(${moments(`${isPerpCoin} AND ${ofCoins}`)}) UNION ALL (${marks})`,
});

/** Trade prices by millisecond of pairs of coin and minute; the lists have equal length, minutes are counted since 1970. */
export const pricesOfEdges = query({
  name: 'lifecycle_prices_of_edges',
  params: { coins: 'Array(String)', minutes: 'Array(Int64)', since: 'TimeMs', until: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: moments(`
      toStartOfMinute(time) IN (SELECT toDateTime(arrayJoin({minutes:Array(Int64)}) * 60, 'UTC'))
      AND (CAST(coin, 'String'), intDiv(${ms('time')}, ${minuteMs})) IN (
        SELECT edge.1, edge.2 FROM (SELECT arrayJoin(arrayZip({coins:Array(String)}, {minutes:Array(Int64)})) AS edge))`),
});

const hour = `intDiv(toInt64(toUnixTimestamp(minute)) * 1000, ${hourMs}) * ${hourMs}`;

/** As {@link pricesByMinute}, by the hour. */
export const pricesByHour = query({
  name: 'lifecycle_prices_by_hour',
  params: priceParams,
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT * FROM (
      SELECT CAST(coin, 'String') AS name, toUInt8(0) AS is_mark, ${hour} AS bucket, min(low), max(high),
        if(min(least_wallet) = max(most_wallet), min(least_wallet), ${nobody})
      FROM ${ofTrades} GROUP BY coin, bucket
      UNION ALL
      SELECT CAST(coin, 'String') AS name, toUInt8(1) AS is_mark, ${hour} AS bucket, toDecimal64(min(mark_px), 10),
        toDecimal64(max(mark_px), 10), ${nobody}
      FROM ${ofMarks} GROUP BY coin, bucket)
    ORDER BY name, is_mark, bucket`,
});

/** Rows of a table of days that differ from the sums of `folded` closes. */
function differingDays(of: { table: string; key: string; sums: string; made: string }): string {
  const { table, key, sums, made } = of;
  const named = key === 'wallet' ? '' : ", ' coin=', coin";
  return `
    SELECT '${table}' AS name, concat('wallet=0x', lower(hex(wallet))${named}, ' day=', toString(day)) AS key,
      if(sum(origin = 1) = 0, 'absent', toString(anyIf(row, origin = 1))) AS stored,
      if(sum(origin = 2) = 0, 'absent', toString(anyIf(row, origin = 2))) AS recomputed
    FROM (
      SELECT 1 AS origin, ${key}, day, (toUInt64(lifecycles), ${sums}) AS row
      FROM ${table} FINAL WHERE lifecycles > 0 AND ${inRange}
      UNION ALL
      SELECT 2 AS origin, ${key}, toDate(closed) AS day, (count(), ${made}) AS row
      FROM folded WHERE NOT is_censored AND ${isPerpCoin} GROUP BY ${key}, day)
    GROUP BY ${key}, day HAVING stored != recomputed`;
}

/** Differences of the other tables from `lifecycles`: missing, surplus or other closes, and other day sums. */
export const tableDifferences = query({
  name: 'lifecycle_table_differences',
  params: rangeParams,
  row: Type.Object({
    name: Type.String(),
    key: Type.String(),
    stored: Type.String(),
    recomputed: Type.String(),
  }),
  limits: { ...limits, maxRows: 10_000 },
  settings: { do_not_merge_across_partitions_select_final: 1 },
  sql: `
    WITH
      closes AS (
        SELECT wallet, id, closed, pnl, fees, is_censored FROM lifecycles_by_close FINAL WHERE NOT deleted AND ${inRange}),
      folded AS (
        SELECT wallet, id, coin, last AS closed, pnl, fees, is_censored FROM lifecycles FINAL
        WHERE NOT deleted AND is_closed AND ${inRange})
    SELECT 'lifecycles_by_close' AS name, concat('wallet=0x', lower(hex(wallet)), ' id=', toString(id)) AS key,
      if(sum(origin = 1) = 0, 'absent', toString(anyIf(row, origin = 1))) AS stored,
      if(sum(origin = 2) = 0, 'absent', toString(anyIf(row, origin = 2))) AS recomputed
    FROM (
      SELECT 1 AS origin, wallet, id, (closed, pnl, fees) AS row FROM closes
      UNION ALL
      SELECT 2 AS origin, wallet, id, (closed, pnl, fees) AS row FROM folded)
    GROUP BY wallet, id HAVING stored != recomputed
    UNION ALL
    ${differingDays({ table: 'lifecycle_days', key: 'wallet', sums: 'pnl, fees, best, worst', made: 'sum(pnl), sum(fees), max(pnl), min(pnl)' })}
    UNION ALL
    ${differingDays({ table: 'lifecycle_coin_days', key: 'wallet, coin', sums: 'pnl, fees', made: 'sum(pnl), sum(fees)' })}
    LIMIT 10000`,
});
