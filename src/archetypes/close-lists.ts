import { styleNames } from '../analytics/holding-styles.ts';
import { nearestNumber } from '../kernel/nearest-number.ts';
import type { CloseSums } from './close-hours.ts';
import type { ClosersBoard } from './closers.ts';
import { liquidatorColumns } from './liquidators.ts';
import type { HeldList } from './ranked-list.ts';
import { heldRows, type RankedRows } from './ranked-rows.ts';

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
 * Sums by coin, by UTC hour of the close (`hour`, 0 to 23, without a wallet count) and by holding style (`style`, index in `styleNames`).
 * Each row has one of these keys; the other two are '' or -1.
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
    lifecycles,
    wins,
    losses,
    liquidations,
    winnersPool: nearestNumber(won, 12),
    losersPool: nearestNumber(lost, 12),
    netPnl: nearestNumber(won + lost, 12),
    totalFees: nearestNumber(fees, 22),
    totalPenalty: nearestNumber(penalty, 22),
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

/** The best earners of each coin; coins are ordered by their winners' pool. */
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

/** Wallets that took over liquidated positions of others. */
export const liquidatorList: HeldList<typeof liquidatorColumns, RankedRows<typeof liquidatorColumns>> = {
  name: 'liquidators',
  columns: liquidatorColumns,
  from: ['liquidators'],
  rows: ({ liquidators }, window) => ({ ...liquidators, window }),
};
