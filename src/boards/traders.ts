import { cutOffValues } from '../analytics/cohort-sql.ts';
import { recentDays } from '../domain/cohort-cut-offs.ts';
import { dayMs, utcDate } from '../kernel/clock.ts';
import { type Board, board } from './board.ts';
import type { Columns, ColumnType, ColumnTypes } from './columns.ts';
import type { RankOrder } from './rank-order.ts';
import { type RankedPage, rankedPage } from './ranked-page.ts';
import { riskAdjusted, scores } from './scores.ts';

export const boardSorts = [
  ...(['pnl', 'winrate', 'volume', 'score', 'risk-adjusted', 'losers'] as const),
  ...(['trades', 'recent'] as const),
] as const;
export type BoardSort = (typeof boardSorts)[number];

/**
 * Windows of whole UTC calendar days, today included (docs/methodology.md#leaderboard); allTime has no
 * bound.
 */
export const boardPeriods = { allTime: Number.POSITIVE_INFINITY, month: 30, week: 7, day: 1 } as const;
export type BoardPeriod = keyof typeof boardPeriods;

/** Traders of a window need at least this many fills to appear (docs/contract.md#leaderboard-rows). */
export const windowMinTrades = 10;

const windows = ['month', 'week', 'day'] as const;
const periods = ['allTime', ...windows] as const;
type Window = (typeof windows)[number];

/** Columns of a wallet per period. Money is USD as in the response. */
const periodColumns = {
  Trades: 'uint32',
  Wins: 'uint32',
  Pnl: 'float64',
  Volume: 'float64',
  /** NaN if the trader is not eligible. */
  RiskAdjusted: 'float64',
  /** 0–100; NaN if the trader is not eligible. */
  Score: 'float64',
} as const;
type PeriodColumn<P extends BoardPeriod> = `${P}${keyof typeof periodColumns}`;

/** Days traded in a window, and the sample standard deviation of their PnL. */
const windowColumns = { Days: 'uint16', Deviation: 'float64' } as const;
type WindowColumn = `${Window}${keyof typeof windowColumns}`;

const alltimeColumns = {
  fees: 'float64',
  largestWin: 'float64',
  largestLoss: 'float64',
  firstTimeMs: 'float64',
  lastTimeMs: 'float64',
  // Of the days before the month.
  otherDays: 'uint32',
  otherMean: 'float64',
  /** Sum of the squared distances from the mean. */
  otherSquares: 'float64',
} as const;

/** Cohort places within their kind, from 1; 0 if the wallet is in none. */
const cohortColumns = {
  pnlTier: 'uint8',
  sizeTier: 'uint8',
  pnlTierRecent: 'uint8',
  sizeTierRecent: 'uint8',
  // Over the recent window, which ends with yesterday.
  recentPnl: 'float64',
  recentVolume: 'float64',
} as const;
export type CohortColumn = Exclude<keyof typeof cohortColumns, 'recentPnl' | 'recentVolume'>;

type TraderColumn =
  | PeriodColumn<BoardPeriod>
  | WindowColumn
  | keyof typeof alltimeColumns
  | keyof typeof cohortColumns;
type PeriodOrder = 'pnl' | 'volume' | 'winrate' | 'risk-adjusted' | 'score' | 'trades';
type TraderOrder = `${BoardPeriod}.${PeriodOrder}` | 'recent';

function each(periodsOf: readonly string[], types: Readonly<Record<string, ColumnType>>) {
  const entries = periodsOf.flatMap((period) => {
    return Object.entries(types).map(([name, type]) => [`${period}${name}`, type] as const);
  });
  return Object.fromEntries(entries);
}

type Queries = typeof import('./trader-queries.ts');
const query = (name: keyof Queries) => async () => (await import('./trader-queries.ts'))[name];

const otherDays = ['otherDays', 'otherMean', 'otherSquares'] as const;
const totals = [
  ...(['allTimeTrades', 'allTimeWins', 'allTimePnl', 'allTimeVolume'] as const),
  ...(['fees', 'largestWin', 'largestLoss', 'firstTimeMs', 'lastTimeMs'] as const),
  ...(['pnlTier', 'sizeTier'] as const),
];
const recentFigures = ['recentPnl', 'recentVolume', 'pnlTierRecent', 'sizeTierRecent'] as const;
const windowFigures = windows.flatMap((window) => {
  const names = ['Trades', 'Wins', 'Pnl', 'Volume', 'Days', 'Deviation'] as const;
  return names.map((name) => `${window}${name}` as const);
});

/** Adds days to those before the month. @param values in the order of {@link otherDays} */
function addOtherDays(columns: Columns<TraderColumn>, row: number, [days, mean, squares]: readonly number[]) {
  const [a, b] = [columns.otherDays[row]!, days!];
  const gap = a === 0 ? 0 : meansApart(mean!, columns.otherMean[row]!);
  columns.otherDays[row] = a + b;
  columns.otherMean[row] = a === 0 ? mean! : columns.otherMean[row]! + (gap * b) / (a + b);
  columns.otherSquares[row] = columns.otherSquares[row]! + squares! + (gap * gap * a * b) / (a + b);
}

/** Input columns of the risk-adjusted values; the names are built once, because there are millions of rows. */
const riskColumns = periods.map(
  (period) =>
    ({
      risk: `${period}RiskAdjusted`,
      pnl: `${period}Pnl`,
      trades: `${period}Trades`,
      spread: period === 'allTime' ? undefined : ([`${period}Days`, `${period}Deviation`] as const),
    }) as const,
);

/** All-time days traded and the deviation of their PnL, combined from the month and the other days. */
function alltimeSpread(columns: Columns<TraderColumn>, row: number): [number, number] {
  const [a, b] = [columns.otherDays[row]!, columns.monthDays[row]!];
  const squares = b > 1 ? columns.monthDeviation[row]! ** 2 * (b - 1) : 0;
  // Stable combination of two parts: Chan, Golub and LeVeque (1983), formula 1.5b.
  const gap = a === 0 || b === 0 ? 0 : meansApart(columns.otherMean[row]!, columns.monthPnl[row]! / b);
  const apart = (gap * gap * a * b) / (a + b);
  return [a + b, Math.sqrt((columns.otherSquares[row]! + squares + apart) / (a + b - 1))];
}

/** Difference of two means; 0 if within rounding, so that equal days have no deviation. */
function meansApart(a: number, b: number): number {
  const gap = a - b;
  return Math.abs(gap) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : gap;
}

function ordersOf(period: BoardPeriod) {
  const least = period === 'allTime' ? 1 : windowMinTrades;
  const [trades, wins] = [`${period}Trades`, `${period}Wins`] as const;
  const column = (name: TraderColumn) => (columns: Columns<TraderColumn>) => {
    const values = columns[name];
    return (row: number) => values[row]!;
  };
  const winRate = (columns: Columns<TraderColumn>) => {
    const [won, all] = [columns[wins], columns[trades]];
    return (row: number) => won[row]! / all[row]!;
  };
  const listed = (columns: Columns<TraderColumn>) => {
    const values = columns[trades];
    return (row: number) => values[row]! >= least;
  };
  return {
    [`${period}.pnl`]: { listed, by: [column(`${period}Pnl`)] },
    [`${period}.volume`]: { listed, by: [column(`${period}Volume`)] },
    [`${period}.winrate`]: { listed, by: [winRate, column(trades)] },
    [`${period}.risk-adjusted`]: { listed, by: [column(`${period}RiskAdjusted`)] },
    [`${period}.score`]: { listed, by: [column(`${period}Score`)] },
    [`${period}.trades`]: { listed, by: [column(trades)] },
  };
}

/** The newest fill of all time first; a period only leaves out wallets without enough fills in it. */
const byNewestFill: RankOrder<TraderColumn> = {
  listed:
    ({ allTimeTrades }) =>
    (row) =>
      allTimeTrades[row]! >= 1,
  by: [
    ({ lastTimeMs }) =>
      (row) =>
        lastTimeMs[row]!,
  ],
};

/** Every wallet with fills: the leaderboards of all periods, and each trader's totals. */
export const traders = board<TraderColumn, TraderOrder>({
  name: 'traders',
  columns: {
    ...alltimeColumns,
    ...cohortColumns,
    ...each(periods, periodColumns),
    ...each(windows, windowColumns),
  } as ColumnTypes<TraderColumn>,
  full: [
    { columns: totals, query: query('walletTotals') },
    { columns: [...otherDays, ...windowFigures, ...recentFigures], query: query('walletDays') },
  ],
  changed: [
    { columns: totals, query: query('changedWalletTotals') },
    { columns: [...windowFigures, ...recentFigures], query: query('changedWalletWindows') },
    {
      columns: otherDays,
      query: query('changedWalletOtherDays'),
      // Days outside of the month: most batches bring none.
      isChangedBy: ({ first, last }, { month, today }) => first < String(month) || last > String(today),
    },
  ],
  turned: [
    { columns: [...windowFigures, ...recentFigures], query: query('turnedWalletWindows') },
    { columns: otherDays, query: query('walletDaysLeft'), add: addOtherDays },
    // Fills ahead of the clock are rare; they count among the other days until their day begins.
    { columns: otherDays, query: query('turnedWalletOtherDays') },
  ],
  params(nowMs, cutOffs) {
    const firstDay = (days: number) => utcDate(nowMs - (days - 1) * dayMs);
    return {
      recent: firstDay(recentDays + 1),
      month: firstDay(boardPeriods.month),
      week: firstDay(boardPeriods.week),
      today: utcDate(nowMs),
      ...cutOffValues(cutOffs),
    };
  },
  compute(columns, row) {
    for (const { risk, pnl, trades, spread } of riskColumns) {
      const [days, deviation] =
        spread === undefined
          ? alltimeSpread(columns, row)
          : [columns[spread[0]][row]!, columns[spread[1]][row]!];
      columns[risk][row] = riskAdjusted(columns[pnl][row]!, columns[trades][row]!, days, deviation);
    }
  },
  whole: periods.map((period) => ({
    column: `${period}Score` as const,
    orders: [`${period}.score`] as const,
    fill(values, columns) {
      scores(values, {
        trades: columns[`${period}Trades`],
        wins: columns[`${period}Wins`],
        pnl: columns[`${period}Pnl`],
        volume: columns[`${period}Volume`],
        riskAdjusted: columns[`${period}RiskAdjusted`],
      });
    },
  })),
  orders: Object.assign({ recent: byNewestFill }, ...periods.map(ordersOf)),
});

export type TradersBoard = Board<TraderColumn, TraderOrder>;

/**
 * A page of a leaderboard in rank order, and how many traders match.
 * @param minTrades floor on a trader's fills; 0 for none
 */
export function leaderboardRows(
  board: TradersBoard,
  {
    period,
    sort,
    limit,
    offset = 0,
    minTrades,
  }: { period: BoardPeriod; sort: BoardSort; limit: number; offset?: number; minTrades: number },
): RankedPage {
  const order = sort === 'recent' ? sort : (`${period}.${sort === 'losers' ? 'pnl' : sort}` as const);
  const least = Math.max(minTrades, sort === 'recent' && period !== 'allTime' ? windowMinTrades : 0);
  return rankedPage(board, {
    order,
    by: traders.orders[order],
    limit,
    offset,
    fromLast: sort === 'losers',
    ...(least > 1 && {
      floor: { column: `${period}Trades`, order: `${period}.trades`, least },
    }),
  });
}
