import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import type { Changes } from '../changes/change-feed.ts';
import type { HeldParts } from '../changes/view-snapshots.ts';
import { type CohortCutOffs, defaultCutOffs } from '../domain/cohort-cut-offs.ts';
import { type WalletIndex, walletBytes } from '../domain/wallet-index.ts';
import { monotonicMs } from '../kernel/clock.ts';
import {
  type AnyBoard,
  type Board,
  type BoardDeclaration,
  type BoardRead,
  type ChangedDays,
  wholeEveryMs,
} from './board.ts';
import type { Stage } from './board-worker.ts';
import { startRankThread } from './rank-thread.ts';
import { boardsFormat, savedTables, saveTables } from './saved-tables.ts';
import { type HeldTable, shownBoard, takeChange } from './shown-board.ts';
import type { ReadRows } from './table.ts';

/** The boards in memory. */
export interface Boards {
  /** A board as it is now, and as it follows; waits only for the very first reading of all wallets. */
  board<N extends string, O extends string>(declared: BoardDeclaration<N, O>): Promise<Board<N, O>>;
}

/** What one reading took, for metrics and the benchmark. */
export interface RefreshCost {
  queryMs: number;
  rankMs: number;
  bytes: number;
}

interface Rebuilding {
  nowMs: number;
  /** Number of the newest batch before the reading begins. */
  after: number;
  /** Asked until there are none that are not in all ranges yet. */
  batchesAfter(after: number): Promise<Changes>;
  /** Awaited between two steps, none of which takes long. */
  onStep(): Promise<void>;
}

export interface BoardsRefresher {
  boards: Boards;
  /** True where all wallets have to be read: at the start, and where the ranking thread ended. */
  isEmpty(): boolean;
  /**
   * Reads the wallets that batches changed, all of which name them.
   * @param nowMs of the day whose windows are shown
   */
  follow(changes: Changes, nowMs: number): Promise<RefreshCost>;
  /**
   * Reads all wallets, range by range, into tables of their own, and shows these when they are whole. Until then the ones before
   * are shown, and may follow.
   * @returns with the number of the newest batch that is shown
   */
  rebuild(options: Rebuilding): Promise<RefreshCost & { upTo: number }>;
  /**
   * Reads the wallets of which a window gained or lost a day, and shows the boards of another day when all are read. Until then those of
   * the day before are shown, and may follow.
   *
   * @param wasMs of the day whose windows are shown
   * @param after number of the newest batch that is shown; else see {@link rebuild}
   */
  turn(options: Rebuilding & { wasMs: number }): Promise<RefreshCost & { upTo: number }>;
  /** All boards as they are, for a snapshot: nothing of it is changed before the next call. */
  save(nowMs: number, seq: number): HeldParts;
  /**
   * Takes boards that were saved, which readers get once they are shown.
   * @returns the moment whose windows they show, and the number of the newest batch in them
   */
  restore(parts: HeldParts): Promise<{ nowMs: number; seq: number }>;
  /** Shows readers what was restored. */
  show(): void;
  /** See `snapshotFormat`. */
  format(): Promise<string>;
  /** Computes one of the columns that need all wallets, where one is due. @returns whether it did */
  whole(): Promise<boolean>;
  close(): Promise<void>;
}

/** About how many wallets there are; one counts more than once until the engine has merged its rows. */
const walletCount = query({
  name: 'board_wallet_count',
  params: {},
  row: Type.Object({ wallets: Type.String() }),
  limits: { deadlineMs: 60_000 },
  sql: 'SELECT count() AS wallets FROM wallet_alltime',
});

interface WholeName {
  board: string;
  column: string;
}

export interface BoardsOptions {
  store: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The registry; a wallet's number is its row in all boards. */
  wallets: WalletIndex;
  declared: readonly AnyBoard[];
  /** Of the cohorts; {@link defaultCutOffs} where absent. */
  cutOffs?: CohortCutOffs | undefined;
  /** Module that lists the same boards, for the ranking thread. */
  catalogue: URL;
  /** See {@link wholeEveryMs}; 0 makes them with every change. */
  wholeMs?: number;
}

const onLane = { lane: 'heavy' } as const;
/** So that no range keeps the thread of the requests for more than some milliseconds. */
const walletsPerRange = 16_384;
const rangesLimit = 65_536;

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

  async function follow(tables: Map<string, HeldTable>, of: Stage, changes: Changes, nowMs: number) {
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

  const rebuild: BoardsRefresher['rebuild'] = async ({ nowMs, after, batchesAfter, onStep }) => {
    const startMs = monotonicMs();
    const [{ wallets: stored } = { wallets: '0' }] = await store.rows(walletCount, {}, onLane);
    const expected = Math.max(Number(stored), wallets.count);
    let bytes = 0;
    for (const { name } of declared) await thread.call((ranking) => ranking.begin(name, expected));
    for (const range of rangesOf(expected)) {
      for (const board of declared) {
        for (const [i, one] of board.full.entries()) {
          const rows = await read(i, one, { ...range, ...board.params?.(nowMs, cutOffs) });
          bytes += rows.bytes.length;
          await thread.call((ranking) => ranking.write(board.name, rows, known()));
        }
      }
      await onStep();
    }
    const readMs = monotonicMs();
    const upTo = await publish(await rankDrafts(onStep), { nowMs, after, batchesAfter });
    return { queryMs: readMs - startMs, rankMs: monotonicMs() - readMs, bytes, upTo };
  };

  const turn: BoardsRefresher['turn'] = async ({ nowMs, wasMs, after, batchesAfter, onStep }) => {
    const startMs = monotonicMs();
    const found = new Map(declared.map(({ name }) => [name, [] as ReadRows[]]));
    for (const range of rangesOf(wallets.count)) {
      for (const board of declared) {
        const params = { ...range, ...board.params?.(nowMs, cutOffs), ...paramsOfBefore(board, wasMs) };
        for (const [i, one] of board.turned.entries())
          found.get(board.name)!.push(await read(i, one, params));
      }
      await onStep();
    }
    const readMs = monotonicMs();
    const drafts = new Map<string, HeldTable>();
    let bytes = 0;
    for (const { name, whole } of declared) {
      const reads = found.get(name)!;
      bytes += reads.reduce((sum, one) => sum + one.bytes.length, 0);
      drafts.set(name, await thread.call((ranking) => ranking.turn(name, reads, known())));
      for (const { column } of whole) {
        await makeWhole(drafts, 'draft', { board: name, column });
        await onStep();
      }
    }
    const upTo = await publish(drafts, { nowMs, after, batchesAfter });
    return { queryMs: readMs - startMs, rankMs: monotonicMs() - readMs, bytes, upTo };
  };

  const rangesOf = (expected: number) => walletRanges(Math.ceil(expected / walletsPerRange), rangesLimit);

  function paramsOfBefore(board: AnyBoard, wasMs: number) {
    const before = Object.entries(board.params?.(wasMs, cutOffs) ?? {});
    return Object.fromEntries(before.map(([name, value]) => [`${name}Was`, value]));
  }

  /** Brings what came since into tables that are made, and shows them. @returns number of the newest batch in them */
  async function publish(
    drafts: Map<string, HeldTable>,
    { nowMs, after, batchesAfter }: Pick<Rebuilding, 'nowMs' | 'after' | 'batchesAfter'>,
  ): Promise<number> {
    let upTo = after;
    for (let news = await batchesAfter(upTo); news.batches.length > 0; news = await batchesAfter(upTo)) {
      // Where they do not name what they changed, what there is is shown, and all read once more.
      if (news.batches.some(({ names }) => names === 'nothing')) break;
      await follow(drafts, 'draft', news, nowMs);
      upTo = news.upTo;
    }
    for (const [name, held] of drafts) {
      await thread.call((ranking) => ranking.publish(name));
      live.set(name, held);
    }
    show();
    return upTo;
  }

  /** Orders of the tables that were read. */
  async function rankDrafts(onStep: () => Promise<void>): Promise<Map<string, HeldTable>> {
    const drafts = new Map<string, HeldTable>();
    for (const { name, whole, orders } of declared) {
      const held: HeldTable = { ...(await thread.call((ranking) => ranking.compute(name))), orders: {} };
      drafts.set(name, held);
      const { chunks } = wallets;
      for (const { column } of whole) {
        await makeWhole(drafts, 'draft', { board: name, column });
        await onStep();
      }
      const rest = Object.keys(orders).filter((order) => !(order in held.orders));
      for (const order of rest) {
        takeChange(held, await thread.call((ranking) => ranking.order(name, order, chunks, 'draft')));
        await onStep();
      }
    }
    return drafts;
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

  /** Computes the column that is most out of date. */
  async function whole(): Promise<boolean> {
    if (wholeMs === 0) return false;
    const [oldest] = [...wholeMade].sort(([, a], [, b]) => a.madeMs - b.madeMs);
    if (oldest === undefined || monotonicMs() - oldest[1].madeMs < wholeMs) return false;
    await makeWhole(live, 'live', oldest[1]);
    return true;
  }

  async function makeWhole(
    tables: Map<string, HeldTable>,
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
    ...{ rebuild, turn, restore, show, whole },
    save: (nowMs, seq) => saveTables(live, { nowMs, seq }),
    format: () => boardsFormat(declared, cutOffs),
    async close() {
      first.reject(new Error('shutting down'));
      await thread.close();
    },
  };
}

/** The UTC days of the fills that batches brought; undefined where they brought none. */
function daysOf({ batches }: Changes): ChangedDays | undefined {
  const days = batches
    .flatMap(({ firstDay, lastDay }) => (firstDay === '' ? [] : [firstDay, lastDay]))
    .sort();
  return days.length === 0 ? undefined : { first: days[0]!, last: days.at(-1)! };
}
