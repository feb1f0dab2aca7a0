import { createWalletIndex, walletBytes, walletsPerChunk } from '../domain/wallet-index.ts';
import { type Board, type BoardColumns, type BoardPeriod, topRows, windowMinTrades } from './board.ts';
import type { BoardUpdate } from './board-worker.ts';
import { riskAdjusted, scores } from './scores.ts';

// Fields of a wallet, in the order of the queries' rows (board-queries.ts).
const totalsFields = 9;
const otherDaysFields = 3;
const windowFields = 6;
const windows = ['month', 'week', 'day'] as const;
const fieldCount = totalsFields + otherDaysFields + windows.length * windowFields;

/** Which fields the rows of an update hold. */
const rowGroups: Record<keyof BoardUpdate, { first: number; count: number }> = {
  totals: { first: 0, count: totalsFields },
  days: { first: totalsFields, count: otherDaysFields + windows.length * windowFields },
  otherDays: { first: totalsFields, count: otherDaysFields },
  windows: { first: totalsFields + otherDaysFields, count: windows.length * windowFields },
};

/** Where a period's fields stand among a wallet's fields. */
function fieldsOf(period: BoardPeriod) {
  const first =
    period === 'allTime' ? 0 : totalsFields + otherDaysFields + windows.indexOf(period) * windowFields;
  return { trades: first, wins: first + 1, pnl: first + 2, volume: first + 3 };
}

/** Where a window's days and their standard deviation stand. */
function windowDaysOf(window: (typeof windows)[number]) {
  const first = fieldsOf(window).trades;
  return { days: first + 4, stddev: first + 5 };
}

const otherDays = { days: totalsFields, mean: totalsFields + 1, squares: totalsFields + 2 } as const;

const alltimeFields = { fees: 4, largestWin: 5, largestLoss: 6, firstTimeMs: 7, lastTimeMs: 8 } as const;

/** All wallets' figures, updated by the rows that changed, and the boards made of them. */
export interface WalletStats {
  /** Takes result rows (RowBinary). */
  apply(update: BoardUpdate): void;
  board(period: BoardPeriod): Board;
}

export function createWalletStats(): WalletStats {
  const index = createWalletIndex();
  // One array a field: a board of all wallets is then a plain copy of memory.
  let fields = Array.from({ length: fieldCount }, () => new Float64Array(1024));

  function takeRows(bytes: Uint8Array, firstField: number, count: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += 20 + count * 8) {
      const row = index.rowOf(bytes, at);
      if (row >= fields[0]!.length) fields = fields.map(doubled);
      for (let i = 0; i < count; i++) fields[firstField + i]![row] = view.getFloat64(at + 20 + i * 8, true);
    }
  }

  /** The rows that a board shows; undefined for all of them. */
  function rowsOf(period: BoardPeriod): Uint32Array | undefined {
    if (period === 'allTime') return undefined;
    const trades = fields[fieldsOf(period).trades]!;
    const rows = new Uint32Array(index.count);
    let count = 0;
    for (let row = 0; row < index.count; row++) if (trades[row]! >= windowMinTrades) rows[count++] = row;
    return rows.slice(0, count);
  }

  function column(rows: Uint32Array | undefined, field: number): Float64Array {
    const values = fields[field]!;
    if (rows === undefined) return values.slice(0, index.count);
    const picked = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) picked[i] = values[rows[i]!]!;
    return picked;
  }

  /** Number of days traded, and the sample standard deviation of their PnL. */
  function dailySpread(period: BoardPeriod, rows: Uint32Array | undefined) {
    if (period !== 'allTime') {
      const { days, stddev } = windowDaysOf(period);
      return { days: column(rows, days), stddev: column(rows, stddev) };
    }
    const month = windowDaysOf('month');
    const monthPnl = fields[fieldsOf('month').pnl]!;
    const [monthDays, monthStddev] = [fields[month.days]!, fields[month.stddev]!];
    const [otherCount, otherMean, otherSquares] = [
      fields[otherDays.days]!,
      fields[otherDays.mean]!,
      fields[otherDays.squares]!,
    ];
    const days = new Float64Array(index.count);
    const stddev = new Float64Array(index.count);
    for (let row = 0; row < index.count; row++) {
      const [a, b] = [otherCount[row]!, monthDays[row]!];
      const squares = b > 1 ? monthStddev[row]! ** 2 * (b - 1) : 0;
      // Of two parts, stable: Chan, Golub and LeVeque (1983), formula 1.5b.
      const gap = a === 0 || b === 0 ? 0 : meansApart(otherMean[row]!, monthPnl[row]! / b);
      const apart = (gap * gap * a * b) / (a + b);
      days[row] = a + b;
      stddev[row] = Math.sqrt((otherSquares[row]! + squares + apart) / (a + b - 1));
    }
    return { days, stddev };
  }

  function walletsOf(rows: Uint32Array | undefined): Uint8Array {
    const count = rows?.length ?? index.count;
    const wallets = new Uint8Array(count * walletBytes);
    for (let i = 0; i < count; i++) {
      const row = rows?.[i] ?? i;
      const at = (row % walletsPerChunk) * walletBytes;
      const chunk = index.chunks[Math.floor(row / walletsPerChunk)]!;
      wallets.set(chunk.subarray(at, at + walletBytes), i * walletBytes);
    }
    return wallets;
  }

  return {
    apply(update) {
      for (const [group, { first, count }] of Object.entries(rowGroups)) {
        const rows = update[group as keyof BoardUpdate];
        if (rows !== undefined) takeRows(rows, first, count);
      }
    },
    board(period) {
      const rows = rowsOf(period);
      const at = fieldsOf(period);
      const trades = column(rows, at.trades);
      const wins = column(rows, at.wins);
      const pnl = column(rows, at.pnl);
      const volume = column(rows, at.volume);
      const { days, stddev } = dailySpread(period, rows);
      const risk = new Float64Array(pnl.length);
      for (let i = 0; i < risk.length; i++) risk[i] = riskAdjusted(pnl[i]!, trades[i]!, days[i]!, stddev[i]!);
      const shared = { count: trades.length, trades, wins, pnl, volume, riskAdjusted: risk };
      const alltime = Object.entries(alltimeFields).map(([name, field]) => [name, column(rows, field)]);
      const columns: BoardColumns = {
        ...shared,
        period,
        wallets: walletsOf(rows),
        score: scores(shared),
        alltime: period === 'allTime' ? Object.fromEntries(alltime) : undefined,
      };
      return { ...columns, top: topRows(columns) };
    },
  };
}

/** Their difference; 0 where it is rounding, so that equal days stay without a deviation. */
function meansApart(a: number, b: number): number {
  const gap = a - b;
  return Math.abs(gap) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b)) ? 0 : gap;
}

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
