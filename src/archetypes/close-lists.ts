import { isPerpCoin } from '../analytics/perp-coins.ts';
import { rankedList } from './ranked-list.ts';

/** Closed lifecycles of the window that are not censored. */
export const shownCloses = `
  lifecycles_by_close FINAL
  WHERE closed >= {from_ms:TimeMs} AND closed < {end_ms:TimeMs} AND NOT deleted AND NOT is_censored AND ${isPerpCoin}`;

const heldMs = 'toUnixTimestamp64Milli(closed) - toUnixTimestamp64Milli(opened)';

/**
 * Sums of one reading by coin, by the UTC hour of the close (`hour`, from 0) and by how long positions were held (`style`, in the
 * order of `styleNames`); what a row is not by is '' or -1.
 */
export const closeSums = rankedList({
  name: 'close_sums',
  columns: {
    ...{ hour: 'number', style: 'number', lifecycles: 'number', wallets: 'number' },
    ...{ wins: 'number', losses: 'number', winnersPool: 'decimal', losersPool: 'decimal', netPnl: 'decimal' },
    ...{ totalFees: 'decimal', liquidations: 'number', totalPenalty: 'decimal', coin: 'text' },
  },
  sql: `
    SELECT if(grouping(coin_name) = 0, coin_name, '') AS coin, if(grouping(hour_utc) = 0, toInt16(hour_utc), -1) AS hour,
      if(grouping(held) = 0, toInt16(held), -1) AS style, count() AS lifecycles, uniqExact(wallet) AS wallets,
      countIf(pnl > 0) AS wins, countIf(pnl < 0) AS losses, sumIf(pnl, pnl > 0) AS winners_pool, sumIf(pnl, pnl < 0) AS losers_pool,
      sum(pnl) AS net_pnl, sum(fees) AS total_fees, countIf(liquidated_fills > 0) AS liquidations, sum(penalty) AS total_penalty
    FROM (
      SELECT CAST(coin, 'String') AS coin_name, toHour(closed) AS hour_utc, ${heldMs} AS ms,
        multiIf(ms < 60000, 0, ms < 3600000, 1, ms < 86400000, 2, ms < 604800000, 3, 4) AS held,
        wallet, pnl, fees, liquidated_fills, penalty
      FROM ${shownCloses})
    GROUP BY GROUPING SETS ((coin_name), (hour_utc), (held))`,
  orderBy: 'coin, hour, style',
});

export const styleNames = ['hft', 'scalper', 'day', 'swing', 'holder'] as const;

/** The most that a coin's best earners can be asked for. */
export const kingsPerCoin = 10;

/** The best earners of each coin, by the coin's winners' pool. */
export const coinKingList = rankedList({
  name: 'coin_kings',
  columns: {
    ...{ coin: 'text', wallet: 'wallet', coinPnl: 'decimal', totalFees: 'decimal' },
    ...{ lifecycles: 'number', rank: 'number' },
  },
  sql: `
    SELECT coin_name AS coin, wallet, coin_pnl, total_fees, lifecycles, rank, pool
    FROM (
      SELECT *, row_number() OVER (PARTITION BY coin_name ORDER BY coin_pnl DESC, wallet) AS rank,
        sum(won) OVER (PARTITION BY coin_name) AS pool
      FROM (
        SELECT CAST(coin, 'String') AS coin_name, wallet, sum(pnl) AS coin_pnl, sumIf(pnl, pnl > 0) AS won,
          sum(fees) AS total_fees, count() AS lifecycles
        FROM ${shownCloses}
        GROUP BY coin_name, wallet))
    WHERE rank <= ${kingsPerCoin} AND coin_pnl > 0`,
  orderBy: 'pool DESC, coin, rank',
});

/**
 * Wallets that took over positions of others as these were liquidated. What the victim paid and lost is what its own fill says;
 * where that is not stored, the moment stands for the order, and nothing is added.
 */
export const liquidatorList = rankedList({
  name: 'liquidators',
  columns: {
    ...{
      wallet: 'wallet',
      liquidationsExecuted: 'number',
      distinctVictims: 'number',
      distinctCoins: 'number',
    },
    ...{ totalPenaltyCollected: 'decimal', victimClosedPnl: 'decimal' },
  },
  sql: `
    SELECT taker AS wallet, uniqExact((victim, coin, if(found, order_id, at_ms))) AS liquidations_executed,
      uniqExact(victim) AS distinct_victims, uniqExact(coin) AS distinct_coins, sum(paid) AS total_penalty_collected,
      sum(lost) AS victim_closed_pnl
    FROM (
      SELECT took.wallet AS taker, took.victim AS victim, took.coin AS coin, toUInt64(toUnixTimestamp64Milli(took.time)) AS at_ms,
        own.found AS found, own.oid AS order_id, own.closed_pnl AS lost, own.paid AS paid
      FROM (
        SELECT wallet, victim, CAST(coin, 'String') AS coin, time, tid FROM liquidation_counterparties
        WHERE time >= {from_ms:TimeMs} AND time < {end_ms:TimeMs}) AS took
      LEFT JOIN (
        SELECT wallet AS victim, CAST(coin, 'String') AS coin, time, tid, oid, closed_pnl, fee * fee_px AS paid, 1 AS found
        FROM liquidations
        WHERE time >= {from_ms:TimeMs} AND time < {end_ms:TimeMs}) AS own USING (victim, coin, time, tid))
    GROUP BY taker`,
  orderBy: 'total_penalty_collected DESC, wallet',
});
