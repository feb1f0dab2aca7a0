import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { type Board, type BoardPeriod, boardPeriods } from './board.ts';
import { createWalletStats } from './wallet-stats.ts';

/** What the worker is sent: result rows of the board queries, which replace what it knew of their wallets. */
export interface BoardUpdate {
  totals?: Uint8Array;
  /** All days: those outside of the month, then the windows. */
  days?: Uint8Array;
  otherDays?: Uint8Array;
  windows?: Uint8Array;
}

export type PublishedBoards = Record<BoardPeriod, Board>;

// The thread that ranks: holds every wallet's figures, and publishes finished boards whose memory it
// hands over, so that the main thread swaps one reference and never waits.
setPriority(0, 10);
const stats = createWalletStats();

parentPort!.on('message', (update: BoardUpdate) => {
  stats.apply(update);
  const periods = Object.keys(boardPeriods) as BoardPeriod[];
  const boards = Object.fromEntries(
    periods.map((period) => [period, stats.board(period)]),
  ) as PublishedBoards;
  const buffers = new Set<ArrayBuffer>();
  for (const board of Object.values(boards)) {
    for (const part of [board, board.alltime ?? {}, board.top]) {
      for (const value of Object.values(part)) {
        if (ArrayBuffer.isView(value)) buffers.add(value.buffer as ArrayBuffer);
      }
    }
  }
  parentPort!.postMessage(boards, [...buffers]);
});
