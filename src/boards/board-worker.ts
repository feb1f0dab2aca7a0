import { setPriority } from 'node:os';
import { type MessagePort, workerData } from 'node:worker_threads';
import { serveCalls } from '../kernel/thread-calls.ts';
import type { AnyBoard } from './board.ts';
import type { Columns } from './columns.ts';
import {
  createTable,
  type HeldRows,
  type KnownWallets,
  type ReadRows,
  type Table,
  type TableChange,
} from './table.ts';

/**
 * Calls of the ranking thread, one at a time. It builds columns and orders in shared memory; the readers' thread swaps them in
 * between two of its turns.
 */
export interface BoardRanking {
  begin(board: string, expectedRows: number): Promise<void>;
  /** Restores a saved table into shared memory. @returns the table for readers */
  restore(board: string, held: HeldRows): Promise<HeldRows>;
  /** Begins a draft as a copy of the live table and applies the changes of a new day. @returns the draft */
  turn(board: string, reads: readonly ReadRows[], wallets: KnownWallets): Promise<HeldRows>;
  write(board: string, read: ReadRows, wallets: KnownWallets): Promise<void>;
  /** Computes the derived columns of each row of the draft. @returns the draft */
  compute(board: string): Promise<{ columns: Columns; count: number }>;
  order(board: string, order: string, chunks: KnownWallets['chunks'], of: Stage): Promise<TableChange>;
  whole(board: string, column: string, chunks: KnownWallets['chunks'], of: Stage): Promise<TableChange>;
  change(board: string, reads: readonly ReadRows[], wallets: KnownWallets, of: Stage): Promise<TableChange>;
  /** Replaces the live table by the draft. */
  publish(board: string): Promise<void>;
}

/** `live`: the table that readers see; `draft`: the table under construction. */
export type Stage = 'live' | 'draft';

setPriority(0, 10);
const { port, catalogue } = workerData as { port: MessagePort; catalogue: string };
const { boardCatalogue } = (await import(catalogue)) as { boardCatalogue: readonly AnyBoard[] };
const boards = new Map(boardCatalogue.map((board) => [board.name, board]));
const tables: Record<Stage, Map<string, Table>> = { live: new Map(), draft: new Map() };
const table = (board: string, of: Stage) => tables[of].get(board)!;

function columnsUpTo(columns: Columns, count: number): Columns {
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, values.subarray(0, count)]),
  );
}

serveCalls<BoardRanking>(port, {
  async begin(board, expectedRows) {
    tables.draft.set(board, createTable(boards.get(board)!, expectedRows));
  },
  async restore(board, held) {
    const restored = createTable(boards.get(board)!, held.count);
    restored.restore(held);
    tables.live.set(board, restored);
    const { columns, count, orders } = restored;
    return { columns, count, orders };
  },
  async turn(board, reads, wallets) {
    const { columns, count, orders } = table(board, 'live');
    const turned = createTable(boards.get(board)!, count);
    turned.restore({ columns: columnsUpTo(columns, count), count, orders });
    turned.turn(reads, wallets);
    tables.draft.set(board, turned);
    return { columns: turned.columns, count: turned.count, orders: turned.orders };
  },
  async write(board, read, wallets) {
    table(board, 'draft').write(read, wallets);
  },
  async compute(board) {
    const draft = table(board, 'draft');
    draft.compute();
    return { columns: draft.columns, count: draft.count };
  },
  order: async (board, order, chunks, of) => table(board, of).order(order, chunks),
  whole: async (board, column, chunks, of) => table(board, of).whole(column, chunks),
  change: async (board, reads, wallets, of) => table(board, of).change(reads, wallets),
  async publish(board) {
    tables.live.set(board, table(board, 'draft'));
    tables.draft.delete(board);
  },
});
