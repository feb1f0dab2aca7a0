import { nearestNumber } from '../kernel/nearest-number.ts';
import type { CloserColumn, ClosersBoard } from './closers.ts';
import type { HeldList, ListColumns, ListRow } from './ranked-list.ts';
import { heldRows, type RankedRows } from './ranked-rows.ts';

export interface WalletRows<C extends ListColumns> extends RankedRows<C> {
  /** Number of the wallet in the registry shared by all boards. */
  wallet(place: number): number;
}

type WalletColumns<F> = { readonly wallet: 'wallet' } & { readonly [K in keyof F]: 'decimal' };

/** @param from board column of each list column; `wallet` is the address */
function walletList<const F extends Readonly<Record<string, CloserColumn>>>(
  name: string,
  order: keyof ClosersBoard['orders'],
  from: F,
): HeldList<WalletColumns<F>, WalletRows<WalletColumns<F>>> {
  const columns = {
    wallet: 'wallet',
    ...Object.fromEntries(Object.keys(from).map((key) => [key, 'decimal'])),
  };
  const named = Object.entries(from);
  return {
    name,
    columns: columns as WalletColumns<F>,
    from: ['closers'],
    rows({ closers: board }, window) {
      const rows = board.orders[order];
      return {
        count: rows.length,
        window,
        wallet: (place) => rows[place]!,
        number(column) {
          const values = board.columns[from[column]!];
          return (place) => values[rows[place]!]!;
        },
        row(place) {
          const at = rows[place]!;
          const figures = named.map(([key, column]) => [key, board.columns[column][at]!]);
          return { wallet: board.address(at), ...Object.fromEntries(figures) } as ListRow<WalletColumns<F>>;
        },
      };
    },
  };
}

export const survivorList = walletList('survivors', 'recovery', {
  trough: 'trough',
  currentCumPnl: 'pnl',
  recoveryAmount: 'recovery',
});

export const antiSurvivorList = walletList('anti_survivors', 'losses', {
  trough: 'trough',
  currentCumPnl: 'pnl',
});

export const persistentWinnerList = walletList('persistent_winners', 'profitableMonths', {
  profitableMonths: 'profitableMonths',
  totalPnl: 'pnl',
  bestMonthPnl: 'bestMonth',
});

export const oneMonthWonderList = walletList('one_month_wonders', 'giveback', {
  bestMonthPnl: 'bestMonth',
  totalPnl: 'pnl',
  giveback: 'giveback',
  activeMonths: 'activeMonths',
  profitableMonths: 'profitableMonths',
});

export const capitalTitanList = walletList('capital_titans', 'pnlPerFee', {
  totalPnl: 'pnl',
  totalFees: 'fees',
  pnlPerFeeDollar: 'pnlPerFee',
  lifecycles: 'lifecycles',
});

/** Wallets by total notional (peak size × entry price) of their closed lifecycles. */
export const grossNotionalList = walletList('gross_notional', 'notional', {
  grossNotional: 'notional',
  lifecycles: 'lifecycles',
  totalPnl: 'pnl',
});

const concentrationColumns = {
  band: 'number',
  wallets: 'number',
  bandPnl: 'decimal',
  firstRank: 'number',
  lastRank: 'number',
} as const;

/** Profitable wallets, largest first, in disjoint bands by rank: top 0.1 %, next to 1 %, to 10 %, to 50 %, and the rest. */
export const concentrationList: HeldList<typeof concentrationColumns> = {
  name: 'market_concentration',
  columns: concentrationColumns,
  from: ['closers'],
  rows: ({ closers }, window) => heldRows<typeof concentrationColumns>(concentration(closers), window),
};

function concentration({ orders: { profits }, columns }: ClosersBoard) {
  const { pnlMillionths, pnlRest } = columns;
  const most = profits.length;
  const ends = [
    Math.ceil(most / 1_000),
    Math.ceil(most / 100),
    Math.ceil(most / 10),
    Math.ceil(most / 2),
    most,
  ];
  return ends.flatMap((end, band) => {
    const from = ends[band - 1] ?? 0;
    if (end === from) return [];
    let sum = 0n;
    for (let place = from; place < end; place++) {
      const row = profits[place]!;
      sum += BigInt(pnlMillionths[row]!) * 1_000_000n + BigInt(pnlRest[row]!);
    }
    const bandPnl = nearestNumber(sum, 12);
    return [{ band, wallets: end - from, bandPnl, firstRank: from + 1, lastRank: end }];
  });
}
