import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { walletRanges } from '../analytics/wallet-ranges.ts';
import type { Changes } from '../changes/change-feed.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type { AnyBoard, BoardRead } from './board.ts';
import type { Stage } from './board-worker.ts';
import type { RefreshCost, WholeName } from './boards.ts';
import type { startRankThread } from './rank-thread.ts';
import { type HeldTable, takeChange } from './shown-board.ts';
import type { ReadRows } from './table.ts';

export interface Rebuilding {
  nowMs: number;
  /** Number of the newest batch before the reading begins. */
  after: number;
  /** Called until no batch remains that some range may lack. */
  batchesAfter(after: number): Promise<Changes>;
  /** Awaited between two steps; each step is short. */
  onStep(): Promise<void>;
}

/** Draft tables without readers, and the number of the newest batch in them. */
export interface Made extends RefreshCost {
  tables: ReadonlyMap<string, HeldTable>;
  upTo: number;
}

/** Builds draft tables of all boards while readers use the live ones. */
export interface Drafts {
  rebuild(options: Rebuilding): Promise<Made>;
  /** @param wasMs moment in the day whose windows are shown, unix milliseconds */
  turn(options: Rebuilding & { wasMs: number }): Promise<Made>;
}

/** Approximate number of wallets; a wallet counts more than once until the engine merges its rows. */
const walletCount = query({
  name: 'board_wallet_count',
  params: {},
  row: Type.Object({ wallets: Type.String() }),
  limits: { deadlineMs: 60_000 },
  sql: 'SELECT count() AS wallets FROM wallet_alltime',
});

const onLane = { lane: 'heavy' } as const;
/** Small enough that a range takes only some milliseconds of the request thread. */
const walletsPerRange = 16_384;
const rangesLimit = 65_536;

export function createDrafts(parts: {
  store: Pick<AnalyticsStore, 'rows'>;
  wallets: WalletIndex;
  declared: readonly AnyBoard[];
  cutOffs: CohortCutOffs;
  thread: ReturnType<typeof startRankThread>;
  read(index: number, one: BoardRead, params: object): Promise<ReadRows>;
  follow(
    tables: ReadonlyMap<string, HeldTable>,
    of: Stage,
    changes: Changes,
    nowMs: number,
  ): Promise<RefreshCost>;
  makeWhole(tables: ReadonlyMap<string, HeldTable>, of: Stage, column: WholeName): Promise<void>;
}): Drafts {
  const { store, wallets, declared, cutOffs, thread, read, follow, makeWhole } = parts;
  const known = () => ({ chunks: wallets.chunks, count: wallets.count });
  const rangesOf = (expected: number) => walletRanges(Math.ceil(expected / walletsPerRange), rangesLimit);

  const rebuild: Drafts['rebuild'] = async ({ nowMs, after, batchesAfter, onStep }) => {
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
    const tables = await rankDrafts(onStep);
    const upTo = await catchUp(tables, { nowMs, after, batchesAfter });
    return { tables, queryMs: readMs - startMs, rankMs: monotonicMs() - readMs, bytes, upTo };
  };

  const turn: Drafts['turn'] = async ({ nowMs, wasMs, after, batchesAfter, onStep }) => {
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
    const tables = new Map<string, HeldTable>();
    let bytes = 0;
    for (const { name, whole } of declared) {
      const reads = found.get(name)!;
      bytes += reads.reduce((sum, one) => sum + one.bytes.length, 0);
      tables.set(name, await thread.call((ranking) => ranking.turn(name, reads, known())));
      for (const { column } of whole) {
        await makeWhole(tables, 'draft', { board: name, column });
        await onStep();
      }
    }
    const upTo = await catchUp(tables, { nowMs, after, batchesAfter });
    return { tables, queryMs: readMs - startMs, rankMs: monotonicMs() - readMs, bytes, upTo };
  };

  function paramsOfBefore(board: AnyBoard, wasMs: number) {
    const before = Object.entries(board.params?.(wasMs, cutOffs) ?? {});
    return Object.fromEntries(before.map(([name, value]) => [`${name}Was`, value]));
  }

  /** Applies the batches that arrived since `after` to draft tables. @returns number of the newest batch in them */
  async function catchUp(
    tables: ReadonlyMap<string, HeldTable>,
    { nowMs, after, batchesAfter }: Pick<Rebuilding, 'nowMs' | 'after' | 'batchesAfter'>,
  ): Promise<number> {
    let upTo = after;
    for (let news = await batchesAfter(upTo); news.batches.length > 0; news = await batchesAfter(upTo)) {
      // A batch without wallet names ends the catch-up: the tables are published, then all wallets are read again.
      if (news.batches.some(({ isNamed }) => !isNamed)) break;
      await follow(tables, 'draft', news, nowMs);
      upTo = news.upTo;
    }
    return upTo;
  }

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

  return { rebuild, turn };
}
