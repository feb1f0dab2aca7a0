import { type Board, board } from '../boards/board.ts';
import type { Columns } from '../boards/columns.ts';
import type { RankOrder, RankValue } from '../boards/rank-order.ts';
import { dayMs, utcDate } from '../kernel/clock.ts';

/** Length of the window in UTC days, today included. */
export const windowDays = 90;

/** Start of the window, unix milliseconds. */
export function windowStart(nowMs: number): number {
  return Math.floor(nowMs / dayMs) * dayMs - (windowDays - 1) * dayMs;
}

const columns = {
  lifecycles: 'uint32',
  wins: 'uint32',
  losses: 'uint32',
  /** Lifecycles that a liquidation closed at least in part. */
  liquidations: 'uint32',
  /** Bit set of the holding styles of the wallet's lifecycles (`analytics/holding-styles.ts`). */
  styles: 'uint8',
  durationMs: 'float64',
  // USD; PnL before fees; `best` and `worst` are of a single lifecycle.
  pnl: 'float64',
  fees: 'float64',
  notional: 'float64',
  best: 'float64',
  worst: 'float64',
  /** Minimum of the running PnL (at most 0); `recovery`: the gain since then. */
  trough: 'float64',
  recovery: 'float64',
  /** PnL of the best UTC calendar month; `giveback`: its excess over the total PnL. */
  bestMonth: 'float64',
  giveback: 'float64',
  activeMonths: 'uint8',
  profitableMonths: 'uint8',
  pnlPerFee: 'float64',
  /** The exact PnL: whole millionths of a USD, and the remainder in 10^-12 USD. */
  pnlMillionths: 'float64',
  pnlRest: 'float64',
} as const;
export type CloserColumn = keyof typeof columns;

/** Columns in the order of the queries. */
const sums: readonly CloserColumn[] = [
  ...(['lifecycles', 'wins', 'losses', 'liquidations', 'styles', 'durationMs'] as const),
  ...(['pnl', 'fees', 'notional', 'best', 'worst', 'trough', 'recovery'] as const),
  ...(['bestMonth', 'giveback', 'activeMonths', 'profitableMonths', 'pnlPerFee'] as const),
  ...(['pnlMillionths', 'pnlRest'] as const),
];

type Of = Columns<CloserColumn>;
const value = (name: CloserColumn) => (of: Of) => (row: number) => of[name][row]!;
const negative = (name: CloserColumn) => (of: Of) => (row: number) => -of[name][row]!;

/** Ranks the wallets that closed a lifecycle in the window. */
function order(
  listed: (of: Of, row: number) => boolean,
  ...by: [RankValue<CloserColumn>, ...RankValue<CloserColumn>[]]
): RankOrder<CloserColumn> {
  return { listed: (of) => (row) => of.lifecycles[row]! > 0 && listed(of, row), by };
}

type Queries = typeof import('./closer-queries.ts');
const query = (name: keyof Queries) => async () => (await import('./closer-queries.ts'))[name];

/** Board of the wallets that closed perp lifecycles in the last 90 UTC days; excludes censored lifecycles. */
export const closers = board({
  name: 'closers',
  columns,
  full: [{ columns: sums, query: query('closerSums') }],
  changed: [{ columns: sums, query: query('changedCloserSums') }],
  turned: [
    { columns: sums, query: query('leavingClosers') },
    { columns: sums, query: query('turnedCloserSums') },
  ],
  params: (nowMs) => ({ first: utcDate(windowStart(nowMs)), last: utcDate(nowMs) }),
  orders: {
    recovery: order(({ pnl }, row) => pnl[row]! > 0, value('recovery')),
    losses: order(({ pnl }, row) => pnl[row]! <= 0, negative('pnl')),
    profits: order(({ pnl }, row) => pnl[row]! > 0, value('pnl')),
    profitableMonths: order(
      ({ profitableMonths }, row) => profitableMonths[row]! > 0,
      value('profitableMonths'),
      value('pnl'),
    ),
    // A positive giveback means that the other months sum to a loss.
    giveback: order(
      ({ bestMonth, giveback }, row) => bestMonth[row]! >= 0 && giveback[row]! > 0,
      value('giveback'),
    ),
    pnlPerFee: order(({ pnl, fees }, row) => pnl[row]! >= 0 && fees[row]! > 0, value('pnlPerFee')),
    notional: order(() => true, value('notional')),
  },
});

type OrderName = keyof typeof closers.orders;
export type ClosersBoard = Board<CloserColumn, OrderName>;
