import { type Order, selectTop } from './select-top.ts';

export const boardSorts = ['pnl', 'winrate', 'volume', 'score', 'risk-adjusted', 'losers'] as const;
export type BoardSort = (typeof boardSorts)[number];

/** Windows of whole UTC calendar days, today included (settled details §5); allTime has no bound. */
export const boardPeriods = { allTime: Number.POSITIVE_INFINITY, month: 30, week: 7, day: 1 } as const;
export type BoardPeriod = keyof typeof boardPeriods;

/** Traders of a window need at least this many fills to appear (interface.md, leaderboard rule 3). */
export const windowMinTrades = 10;

/** No page shows more rows. */
export const boardLimit = 500;

/** One period's traders as columns, immutable once published. Money is USD as the response shows it. */
export interface Board {
  readonly period: BoardPeriod;
  readonly count: number;
  /** 20 bytes a row. */
  readonly wallets: Uint8Array;
  readonly trades: Float64Array;
  readonly wins: Float64Array;
  readonly pnl: Float64Array;
  readonly volume: Float64Array;
  /** NaN where the trader is not eligible. */
  readonly riskAdjusted: Float64Array;
  /** 0–100; NaN where the trader is not eligible. */
  readonly score: Float64Array;
  /** Only of allTime: the contract leaves these null for windows. */
  readonly alltime: AlltimeColumns | undefined;
  /** The first {@link boardLimit} rows of every sort. */
  readonly top: Record<BoardSort, Uint32Array>;
}

export interface AlltimeColumns {
  readonly fees: Float64Array;
  readonly largestWin: Float64Array;
  readonly largestLoss: Float64Array;
  readonly firstTimeMs: Float64Array;
  readonly lastTimeMs: Float64Array;
}

export type BoardColumns = Omit<Board, 'top'>;

/**
 * Rows of the board in rank order.
 * @param limit at most {@link boardLimit}.
 * @param minTrades floor on a trader's fills; 0 for none.
 */
export function rankedRows(board: Board, sort: BoardSort, limit: number, minTrades: number): Uint32Array {
  if (minTrades <= 1) return board.top[sort].subarray(0, limit);
  const { trades } = board;
  return selectTop(board.count, limit, orderOf(board, sort), (row) => trades[row]! >= minTrades);
}

/** The first rows of every sort, made once when a board is published. */
export function topRows(board: BoardColumns): Record<BoardSort, Uint32Array> {
  const tops = boardSorts.map((sort) => [sort, selectTop(board.count, boardLimit, orderOf(board, sort))]);
  return Object.fromEntries(tops) as Record<BoardSort, Uint32Array>;
}

/** The order of a sort: a key, larger first, NaN left out; ties by more trades for winrate, then by address. */
function orderOf(board: BoardColumns, sort: BoardSort): Order {
  const { wallets, trades, wins, pnl, volume, riskAdjusted, score } = board;
  const byAddress = (a: number, b: number): number => {
    for (let i = 0; i < 20; i++) {
      const difference = wallets[a * 20 + i]! - wallets[b * 20 + i]!;
      if (difference !== 0) return difference;
    }
    return 0;
  };
  switch (sort) {
    case 'pnl':
      return { key: (row) => pnl[row]!, tie: byAddress };
    case 'losers':
      return { key: (row) => -pnl[row]!, tie: byAddress };
    case 'volume':
      return { key: (row) => volume[row]!, tie: byAddress };
    case 'winrate': {
      const tie = (a: number, b: number) => trades[b]! - trades[a]! || byAddress(a, b);
      return { key: (row) => wins[row]! / trades[row]!, tie };
    }
    case 'risk-adjusted':
      return { key: (row) => riskAdjusted[row]!, tie: byAddress };
    case 'score':
      return { key: (row) => score[row]!, tie: byAddress };
  }
}
