import { type Board, type BoardColumns, type BoardPeriod, topRows, windowMinTrades } from './board.ts';
import { riskAdjusted, scores } from './scores.ts';
import { createWalletIndex } from './wallet-index.ts';

// Fields of a wallet, in the order of the queries' rows (board-queries.ts).
const totalsFields = 9;
const daysFields = 2;
const windowFields = 6;
const windows = ['month', 'week', 'day'] as const;
const fieldCount = totalsFields + daysFields + windows.length * windowFields;

/** Where a period's fields stand among a wallet's fields. */
function fieldsOf(period: BoardPeriod) {
  const first = period === 'allTime' ? 0 : totalsFields + daysFields + windows.indexOf(period) * windowFields;
  const days = period === 'allTime' ? totalsFields : first + 4;
  return { trades: first, wins: first + 1, pnl: first + 2, volume: first + 3, days, stddev: days + 1 };
}

const alltimeFields = { fees: 4, largestWin: 5, largestLoss: 6, firstTimeMs: 7, lastTimeMs: 8 } as const;

/** All wallets' figures, updated by the rows that changed, and the boards made of them. */
export interface WalletStats {
  /** Takes result rows of `walletTotals` and `walletDays` (RowBinary). */
  apply(totals: Uint8Array, days: Uint8Array): void;
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

  function walletsOf(rows: Uint32Array | undefined): Uint8Array {
    if (rows === undefined) return index.wallets.slice(0, index.count * 20);
    const wallets = new Uint8Array(rows.length * 20);
    for (let i = 0; i < rows.length; i++) {
      wallets.set(index.wallets.subarray(rows[i]! * 20, rows[i]! * 20 + 20), i * 20);
    }
    return wallets;
  }

  return {
    apply(totals, days) {
      takeRows(totals, 0, totalsFields);
      takeRows(days, totalsFields, daysFields + windows.length * windowFields);
    },
    board(period) {
      const rows = rowsOf(period);
      const at = fieldsOf(period);
      const trades = column(rows, at.trades);
      const wins = column(rows, at.wins);
      const pnl = column(rows, at.pnl);
      const volume = column(rows, at.volume);
      const days = column(rows, at.days);
      const stddev = column(rows, at.stddev);
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

function doubled(values: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(values.length * 2);
  larger.set(values);
  return larger;
}
