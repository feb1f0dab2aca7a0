import type { AnalyticsStore } from '../analytics/store.ts';
import type { Changes } from '../changes/change-feed.ts';
import { type HeldParts, snapshotFormat } from '../changes/view-snapshots.ts';
import { type CohortCutOffs, defaultCutOffs } from '../domain/cohort-cut-offs.ts';
import { type WalletIndex, walletBytes } from '../domain/wallet-index.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { FileColumns } from '../kernel/column-file.ts';
import {
  type AnyBoard,
  type Board,
  type BoardDeclaration,
  type BoardRead,
  type ChangedDays,
  wholeEveryMs,
} from './board.ts';
import type { Stage } from './board-worker.ts';
import { createDrafts, type Made, type Rebuilding } from './drafts.ts';
import { startRankThread } from './rank-thread.ts';
import { type HeldTable, shownBoard, takeChange } from './shown-board.ts';
import type { ReadRows } from './table.ts';

export interface Boards {
  /** Waits only for the first reading of all wallets. */
  board<N extends string, O extends string>(declared: BoardDeclaration<N, O>): Promise<Board<N, O>>;
}

export interface RefreshCost {
  queryMs: number;
  rankMs: number;
  bytes: number;
}

export interface BoardsRefresher {
  boards: Boards;
  /** True if all wallets must be read: at the start, and after the ranking thread ended. */
  isEmpty(): boolean;
  /**
   * Reads the wallets that batches changed; every batch must name its wallets.
   * @param nowMs moment in the day whose windows are shown, unix milliseconds
   */
  follow(changes: Changes, nowMs: number): Promise<RefreshCost>;
  /**
   * Reads all wallets, range by range, into draft tables, and publishes these when they are complete. Until then the previous tables
   * are shown and may follow changes.
   * @returns the cost, and the number of the newest batch that is shown
   */
  rebuild(options: Rebuilding): Promise<RefreshCost & { upTo: number }>;
  /**
   * Reads the wallets whose windows gained or lost a day, and publishes the boards of the new day when all are read. Until then the
   * boards of the previous day are shown and may follow changes.
   *
   * @param wasMs moment in the day whose windows are shown, unix milliseconds
   * @param after number of the newest batch that is shown; for the rest see {@link rebuild}
   */
  turn(options: Rebuilding & { wasMs: number }): Promise<RefreshCost & { upTo: number }>;
  /** All boards, for a snapshot; the returned arrays do not change before the next call of the refresher. */
  save(nowMs: number, seq: number): HeldParts;
  /**
   * Restores saved boards; readers see them after {@link show}.
   * @returns the moment whose windows they show, and the number of the newest batch in them
   */
  restore(parts: HeldParts): Promise<{ nowMs: number; seq: number }>;
  show(): void;
  /** See `snapshotFormat`. */
  format(): Promise<string>;
  /** Recomputes a column that depends on all wallets, if one is due. @returns whether it did */
  whole(): Promise<boolean>;
  close(): Promise<void>;
}

export interface WholeName {
  board: string;
  column: string;
}

export interface BoardsOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The registry; a wallet's number is its row in all boards. */
  wallets: WalletIndex;
  declared: readonly AnyBoard[];
  /** Cohort cut-offs; default {@link defaultCutOffs}. */
  cutOffs?: CohortCutOffs | undefined;
  /** Module that lists the same boards, for the ranking thread. */
  catalogue: URL;
  /** Default {@link wholeEveryMs}; 0 recomputes the columns with every change. */
  wholeMs?: number;
}

const onLane = { lane: 'heavy' } as const;

export function createBoards(options: BoardsOptions): BoardsRefresher {
  const { store, wallets, declared, catalogue, wholeMs = wholeEveryMs } = options;
  const { cutOffs = defaultCutOffs } = options;
  const thread = startRankThread(catalogue);
  const live = new Map<string, HeldTable>();
  const wholeMade = new Map<string, WholeName & { madeMs: number }>();
  let isShown = false;
  const first = Promise.withResolvers<void>();
  // There may be no waiter when the service stops before its first board.
  first.promise.catch(() => undefined);

  const known = () => ({ chunks: wallets.chunks, count: wallets.count });

  async function read(index: number, one: BoardRead, params: object): Promise<ReadRows> {
    const { columns } = one;
    const result = await store.bytes(await one.query(), params as never, onLane);
    const own = result.byteLength === result.buffer.byteLength;
    const bytes = own ? result : new Uint8Array(result);
    const width = walletBytes + columns.length * 8;
    const rows = new Uint32Array(bytes.length / width);
    for (let i = 0; i < rows.length; i++) rows[i] = wallets.rowOf(bytes, i * width);
    return { read: index, rows, bytes };
  }

  async function follow(tables: ReadonlyMap<string, HeldTable>, of: Stage, changes: Changes, nowMs: number) {
    const cost = { queryMs: 0, rankMs: 0, bytes: 0 };
    const days = daysOf(changes);
    if (days === undefined) return cost;
    for (const board of declared) {
      const startMs = monotonicMs();
      const { after, upTo } = changes;
      const params = { after, upTo, ...board.params?.(nowMs, cutOffs) };
      const reads: ReadRows[] = [];
      for (const [i, one] of board.changed.entries()) {
        if (one.isChangedBy?.(days, params) ?? true) reads.push(await read(i, one, params));
      }
      const readMs = monotonicMs();
      cost.bytes += reads.reduce((bytes, one) => bytes + one.bytes.length, 0);
      const change = await thread.call((ranking) => ranking.change(board.name, reads, known(), of));
      takeChange(tables.get(board.name)!, change);
      if (wholeMs === 0) {
        for (const { column } of board.whole) await makeWhole(tables, of, { board: board.name, column });
      }
      cost.queryMs += readMs - startMs;
      cost.rankMs += monotonicMs() - readMs;
    }
    return cost;
  }

  const drafts = createDrafts({ store, wallets, declared, cutOffs, thread, read, follow, makeWhole });

  async function publish(made: Made): Promise<RefreshCost & { upTo: number }> {
    const startMs = monotonicMs();
    const { tables, rankMs, ...of } = made;
    for (const [name, held] of tables) {
      await thread.call((ranking) => ranking.publish(name));
      live.set(name, held);
    }
    show();
    return { ...of, rankMs: rankMs + monotonicMs() - startMs };
  }

  function show(): void {
    isShown = true;
    first.resolve();
  }

  const restore: BoardsRefresher['restore'] = async (parts) => {
    const { nowMs, seq, tables } = savedTables(parts);
    for (const { name, whole } of declared) {
      live.set(name, await thread.call((ranking) => ranking.restore(name, tables.get(name)!)));
      for (const { column } of whole) {
        wholeMade.set(`${name} ${column}`, { board: name, column, madeMs: Number.NEGATIVE_INFINITY });
      }
    }
    return { nowMs, seq };
  };

  async function whole(): Promise<boolean> {
    if (wholeMs === 0) return false;
    const [oldest] = [...wholeMade].sort(([, a], [, b]) => a.madeMs - b.madeMs);
    if (oldest === undefined || monotonicMs() - oldest[1].madeMs < wholeMs) return false;
    await makeWhole(live, 'live', oldest[1]);
    return true;
  }

  async function makeWhole(
    tables: ReadonlyMap<string, HeldTable>,
    of: Stage,
    { board, column }: WholeName,
  ): Promise<void> {
    const { chunks } = wallets;
    const change = await thread.call((ranking) => ranking.whole(board, column, chunks, of));
    takeChange(tables.get(board)!, change);
    wholeMade.set(`${board} ${column}`, { board, column, madeMs: monotonicMs() });
  }

  const views = new Map(declared.map(({ name }) => [name, shownBoard(wallets, () => live.get(name)!)]));

  return {
    boards: {
      async board<N extends string, O extends string>({ name }: BoardDeclaration<N, O>) {
        if (!isShown) await first.promise;
        return views.get(name) as Board<N, O>;
      },
    },
    isEmpty: () => live.size === 0 || thread.isEmpty(),
    follow: (changes, nowMs) => follow(live, 'live', changes, nowMs),
    rebuild: async (options) => publish(await drafts.rebuild(options)),
    turn: async (options) => publish(await drafts.turn(options)),
    restore,
    show,
    whole,
    save: (nowMs, seq) => saveTables(live, { nowMs, seq }),
    format: () => boardsFormat(declared, cutOffs),
    async close() {
      first.reject(new Error('shutting down'));
      await thread.close();
    },
  };
}

/** The UTC days of the fills in batches; undefined without fills. */
function daysOf({ batches }: Changes): ChangedDays | undefined {
  const days = batches
    .flatMap(({ firstDay, lastDay }) => (firstDay === '' ? [] : [firstDay, lastDay]))
    .sort();
  return days.length === 0 ? undefined : { first: days[0]!, last: days.at(-1)! };
}

interface SavedTables {
  /** Moment whose windows the tables show, unix milliseconds. */
  nowMs: number;
  /** Number of the newest batch in the tables. */
  seq: number;
  counts: Record<string, number>;
}

function saveTables(
  tables: ReadonlyMap<string, HeldTable>,
  of: Pick<SavedTables, 'nowMs' | 'seq'>,
): HeldParts {
  const columns: FileColumns = {};
  const counts: Record<string, number> = {};
  for (const [board, held] of tables) {
    counts[board] = held.count;
    for (const [name, values] of Object.entries(held.columns)) {
      columns[`${board} column ${name}`] = values.subarray(0, held.count);
    }
    for (const [name, rows] of Object.entries(held.orders)) columns[`${board} order ${name}`] = rows;
  }
  return { meta: { ...of, counts } satisfies SavedTables, columns };
}

/** @param parts of {@link saveTables} */
function savedTables({ meta, columns }: HeldParts): Pick<SavedTables, 'nowMs' | 'seq'> & {
  tables: Map<string, HeldTable>;
} {
  const { nowMs, seq, counts } = meta as SavedTables;
  const tables = new Map<string, HeldTable>();
  for (const [board, count] of Object.entries(counts)) {
    const table: HeldTable = { count, columns: {}, orders: {} };
    tables.set(board, table);
    for (const [key, values] of Object.entries(columns)) {
      const [of, kind, name] = key.split(' ');
      if (of !== board) continue;
      if (kind === 'order') table.orders[name!] = values as Uint32Array;
      else table.columns[name!] = values as HeldTable['columns'][string];
    }
  }
  return { nowMs, seq, tables };
}

async function boardsFormat(declared: readonly AnyBoard[], cutOffs: CohortCutOffs): Promise<string> {
  const parts: object[] = [];
  for (const { name, columns, orders, full } of declared) {
    parts.push({ name, columns, orders: Object.keys(orders), cutOffs });
    for (const one of full) parts.push(await one.query());
  }
  return snapshotFormat(2, ...parts);
}
