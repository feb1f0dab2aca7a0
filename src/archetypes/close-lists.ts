import { styleNames } from '../analytics/holding-styles.ts';
import { nearestNumber } from '../kernel/nearest-number.ts';
import type { CloseSums } from './close-hours.ts';
import type { ClosersBoard } from './closers.ts';
import { type HeldList, rankedList } from './ranked-list.ts';
import { heldRows } from './ranked-rows.ts';

const sumColumns = {
  hour: 'number',
  style: 'number',
  lifecycles: 'number',
  wallets: 'number',
  wins: 'number',
  losses: 'number',
  winnersPool: 'decimal',
  losersPool: 'decimal',
  netPnl: 'decimal',
  totalFees: 'decimal',
  liquidations: 'number',
  totalPenalty: 'decimal',
  coin: 'text',
} as const;

/**
 * Sums by coin, by the UTC hour of the close (`hour`, from 0; its wallets are not counted) and by how long positions were held (`style`,
 * in the order of `styleNames`); what a row is not by is '' or -1.
 */
export const closeSums: HeldList<typeof sumColumns> = {
  name: 'close_sums',
  columns: sumColumns,
  from: ['closes', 'coinClosers', 'closers'],
  rows({ closes, coinClosers, closers }, window) {
    const { byCoin, byHour, byStyle } = closes;
    const none = { coin: '', hour: -1, style: -1, wallets: 0 };
    const held = walletsByStyle(closers);
    const rows = [
      ...[...byCoin].map(([coin, sums]) => ({
        ...none,
        coin,
        wallets: coinClosers.count(coin),
        ...numbersOf(sums),
      })),
      ...byHour.map((sums, hour) => ({ ...none, hour, ...numbersOf(sums) })),
      ...byStyle.map((sums, style) => ({ ...none, style, wallets: held[style]!, ...numbersOf(sums) })),
    ];
    return heldRows<typeof sumColumns>(rows, window);
  },
};

function numbersOf({ lifecycles, wins, losses, liquidations, won, lost, fees, penalty }: CloseSums) {
  return {
    ...{ lifecycles, wins, losses, liquidations },
    ...{ winnersPool: nearestNumber(won, 12), losersPool: nearestNumber(lost, 12) },
    netPnl: nearestNumber(won + lost, 12),
    ...{ totalFees: nearestNumber(fees, 22), totalPenalty: nearestNumber(penalty, 22) },
  };
}

function walletsByStyle({ count, columns: { styles } }: ClosersBoard): number[] {
  const wallets = styleNames.map(() => 0);
  for (let row = 0; row < count; row++) {
    for (let held = styles[row]!, style = 0; held > 0; held >>= 1, style++) wallets[style]! += held & 1;
  }
  return wallets;
}

const kingColumns = {
  coin: 'text',
  wallet: 'wallet',
  coinPnl: 'decimal',
  totalFees: 'decimal',
  lifecycles: 'number',
  rank: 'number',
} as const;

/** The best earners of each coin, by the coin's winners' pool. */
export const coinKingList: HeldList<typeof kingColumns> = {
  name: 'coin_kings',
  columns: kingColumns,
  from: ['closes', 'coinClosers', 'closers'],
  rows({ closes, coinClosers, closers }, window) {
    const pools = [...closes.byCoin].sort(
      ([coin, a], [other, b]) => Number(b.won > a.won) - Number(b.won < a.won) || (coin < other ? -1 : 1),
    );
    const rows = pools.flatMap(([coin]) =>
      coinClosers.best(coin).map(({ wallet, pnl, fees, lifecycles }, i) => {
        return {
          coin,
          wallet: closers.address(wallet),
          coinPnl: pnl,
          totalFees: fees,
          lifecycles,
          rank: i + 1,
        };
      }),
    );
    return heldRows<typeof kingColumns>(rows, window);
  },
};

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
