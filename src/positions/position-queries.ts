import { Type } from 'typebox';
import { chainListParams, fillsOfChains, inChainOrder, inWalletList } from '../analytics/chain-lists.ts';
import { nearestOf } from '../analytics/nearest-sql.ts';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query } from '../analytics/query.ts';
import { inRange, rangeParams } from '../analytics/wallet-ranges.ts';
import { batchParams, changedByBatches } from '../changes/batches.ts';

/** Queries run on the lane of rebuilds, one thread each: they look up little and leave the other threads to requests. */
export const lane = { lane: 'heavy' } as const;
const settings = { max_threads: 1 };
const limits = { deadlineMs: 60_000, maxRows: 5_000_000, maxMemoryBytes: 2 ** 31 };
const anyRow = Type.Object({});

const endPosition = "if(side = 'B', start_position + sz, start_position - sz)";

const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;

/** Row counts that size a full reading. */
export const positionSizes = query({
  name: 'position_sizes',
  params: {},
  row: Type.Object({ fills: Type.String(), positions: Type.String() }),
  sql: `SELECT (SELECT count() FROM fills) AS fills, (SELECT count() FROM positions) AS positions`,
});

/** The columns of a fill as `fill-rows.ts` reads them. */
const fillColumns = `wallet, CAST(coin, 'String'), ${ms('time')}, CAST(side, 'Int8'), px, sz, start_position, closed_pnl`;

/** Fills since a time of the wallets that batches changed; new fills are one range of time. */
export const newestFills = query({
  name: 'position_newest_fills',
  params: { ...batchParams, from: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT ${fillColumns}
    FROM fills_by_time
    WHERE time >= {from:TimeMs} AND ${isPerpCoin} AND wallet IN (SELECT wallet FROM ${changedByBatches})
    ${inChainOrder}`,
});

export const fillsOfSpan = query({
  name: 'position_fills_of_span',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT ${fillColumns}
    FROM fills_by_time
    WHERE time >= {from:TimeMs} AND time < {to:TimeMs} AND ${isPerpCoin}
    ${inChainOrder}`,
});

/**
 * Where reading of each chain must start: its newest fill that opens from flat, closes to flat or flips the position. Compares times
 * only, because the reader resolves the order within a millisecond.
 */
function chainStarts(wallets: string, having: string): string {
  return `
    SELECT wallet, CAST(coin, 'String'), ${ms('max(time)')}, ${ms('maxIf(time, is_start)')},
      toUInt8(maxIf(time, NOT is_flat) = max(time)) AS is_open
    FROM (
      SELECT wallet, coin, time,
        abs(${endPosition}) < 0.0000005 AS is_flat,
        is_flat OR sign(start_position) != sign(${endPosition}) AS is_start
      FROM fills WHERE ${wallets} AND ${isPerpCoin})
    GROUP BY wallet, coin
    HAVING ${having}
    ORDER BY wallet, coin`;
}

/**
 * Chains of a wallet range that are open by their fills or by a state. Row: wallet, coin, unix milliseconds of the newest fill and of
 * the start of reading (0 = first fill), 1 if the chain may be open.
 */
export const openChains = query({
  name: 'position_open_chains',
  params: rangeParams,
  row: anyRow,
  limits,
  settings,
  sql: chainStarts(
    inRange,
    `is_open = 1 OR (wallet, coin) IN (SELECT wallet, CAST(coin, 'String') FROM positions WHERE szi != 0 AND ${inRange})`,
  ),
});

/** As {@link openChains}, for all chains of the listed wallets. */
export const chainsOfWallets = query({
  name: 'position_chains_of_wallets',
  params: { wallets: 'Array(Wallet)' },
  row: anyRow,
  limits,
  settings,
  sql: chainStarts(inWalletList, '1'),
});

/** Fills of chains, each since its own time, at most `most` rows; the list parameters have one item per chain. */
export const chainFills = query({
  name: 'position_chain_fills',
  params: chainListParams,
  row: anyRow,
  limits,
  settings,
  sql: fillsOfChains(fillColumns),
});

/** NaN if the state omits the value. */
const knownOf = (decimal: string) => `ifNull(${nearestOf(decimal)}, nan)`;

/** The columns of a state as `state-rows.ts` reads them; `a` is the account of the same state. */
const stateColumns = `
  p.wallet, CAST(p.coin, 'String'), ${ms('p.time')}, ${nearestOf('p.szi')}, ${knownOf('p.entry_px')}, ${knownOf('p.position_value')},
  ${knownOf('p.liquidation_px')}, ${knownOf('p.margin_used')}, toUInt8(p.leverage_type = 'isolated'), p.leverage, p.max_leverage,
  ${knownOf('p.raw_usd')}, ${knownOf('p.funding_since_open')},
  toUInt8(a.time = p.time), ${knownOf('a.cross_account_value')}, ${knownOf('a.cross_maintenance_margin')}`;
const ofSameState = 'ON a.wallet = p.wallet AND a.dex = p.dex AND a.time = p.time';

export const statesOfRange = query({
  name: 'position_states_of_range',
  params: rangeParams,
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT ${stateColumns}
    FROM (SELECT * FROM positions FINAL WHERE szi != 0 AND ${inRange}) AS p
    ANY LEFT JOIN (SELECT * FROM accounts FINAL WHERE ${inRange}) AS a ${ofSameState}`,
});

/** Row: wallet, dex, unix milliseconds of the newest state of the account. */
export const accountsOfRange = query({
  name: 'position_accounts_of_range',
  params: rangeParams,
  row: anyRow,
  limits,
  settings,
  sql: `SELECT wallet, CAST(dex, 'String'), ${ms('max(time)')} FROM accounts WHERE ${inRange} GROUP BY wallet, dex`,
});

/**
 * Mark that changes whenever states are stored, from the newest block number of each partition; empty if the engine reports none.
 * `stored_ms`: when the newest recent state was stored; `now_ms`: the engine's time. Both are unix milliseconds.
 */
export const stateMark = query({
  name: 'position_state_mark',
  params: {},
  row: Type.Object({ mark: Type.String(), stored_ms: Type.String(), now_ms: Type.String() }),
  limits,
  settings,
  sql: `
    SELECT
      if((SELECT count() FROM positions) + (SELECT count() FROM accounts) = 0, 'none', (
        SELECT if(count() = 0, '', toString(sum(block))) FROM (
          SELECT max(max_block_number) AS block FROM system.parts
          WHERE active AND database = currentDatabase() AND table IN ('positions', 'accounts') GROUP BY table, partition_id))) AS mark,
      toString(greatest((SELECT ${ms('max(stored)')} FROM stored_positions), (SELECT ${ms('max(stored)')} FROM stored_accounts))) AS stored_ms,
      toString(${ms("now64(3, 'UTC')")}) AS now_ms`,
});

/** Oldest first. */
export const storedStates = query({
  name: 'position_stored_states',
  params: { since: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT ${stateColumns}
    FROM (SELECT * FROM stored_positions WHERE stored >= {since:TimeMs}) AS p
    ANY LEFT JOIN (SELECT * FROM stored_accounts WHERE stored >= {since:TimeMs} - INTERVAL 1 MINUTE) AS a ${ofSameState}
    ORDER BY p.time`,
});

export const storedAccounts = query({
  name: 'position_stored_accounts',
  params: { since: 'TimeMs' },
  row: anyRow,
  limits,
  settings,
  sql: `
    SELECT wallet, CAST(dex, 'String'), ${ms('max(time)')} FROM stored_accounts
    WHERE stored >= {since:TimeMs} GROUP BY wallet, dex`,
});
