import { setPriority } from 'node:os';
import { type MessagePort, workerData } from 'node:worker_threads';
import { readRowBinary } from '../analytics/row-binary.ts';
import { serveCalls } from '../kernel/thread-calls.ts';
import type { FoldPlan } from './chain-plan.ts';
import { createEdgeSet, type EdgeMinutes } from './edge-minutes.ts';
import {
  type Awaited,
  createFolding,
  type FillPass,
  type FoldedPage,
  type Folding,
  type FoldTurn,
} from './folding.ts';
import {
  createPriceHistory,
  type PriceGrain,
  type PriceHistory,
  unknownPrices,
  walletTail,
} from './price-history.ts';
import { createRowChanges, type WrittenRows } from './row-changes.ts';
import { readStored } from './stored-lifecycle.ts';

/** Interface of the fold worker: one turn at a time, see {@link Folding}. Prices are kept between turns. */
export interface FoldThread {
  begin(options: FoldTurn): Promise<void>;
  stored(bytes: Uint8Array): Promise<void>;
  plan(bytes: Uint8Array, lateBeforeMs: number): Promise<FoldPlan>;
  fills(bytes: Uint8Array, pass: FillPass, most: number): Promise<FoldedPage>;
  awaited(): Promise<Awaited>;
  liquidators(bytes: Uint8Array): Promise<void>;
  beginPrices(grain: PriceGrain): Promise<void>;
  prices(bytes: Uint8Array): Promise<void>;
  edgePrices(bytes: Uint8Array): Promise<void>;
  finish(): Promise<WrittenRows>;
  edgesOfRows(bytes: Uint8Array): Promise<EdgeMinutes>;
  /** Stored rows whose worst or best price changes with the loaded prices. @param bytes closed lifecycles, `storedRow` */
  reprice(bytes: Uint8Array, version: number): Promise<WrittenRows>;
}

setPriority(0, 10);
const { port } = workerData as { port: MessagePort };
const prices = createPriceHistory();
let folding: Folding;

const methods: FoldThread = {
  async begin(options) {
    folding = createFolding({ ...options, prices });
  },
  stored: async (bytes) => folding.stored(bytes),
  plan: async (bytes, lateBeforeMs) => folding.plan(bytes, lateBeforeMs),
  fills: async (bytes, pass, most) => folding.fills(bytes, pass, most),
  awaited: async () => folding.awaited(),
  liquidators: async (bytes) => folding.liquidators(bytes),
  beginPrices: async (grain) => prices.begin(grain),
  prices: async (bytes) => prices.add(bytes),
  edgePrices: async (bytes) => prices.addEdges(bytes),
  edgesOfRows: async (bytes) => edgesOfRows(bytes),
  finish: async () => folding.finish(),
  reprice: async (bytes, version) => repriced(bytes, prices, version),
};

serveCalls<FoldThread>(port, methods, rowsOf);

/** Transfers the rows without a copy: they are large, and the worker does not use them again. */
function rowsOf(result: unknown): ArrayBuffer[] {
  const { lifecycles, moved } = (result ?? {}) as Partial<WrittenRows>;
  return [lifecycles, moved].flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]));
}

/** The minutes in which {@link repriced} needs single moments. @param bytes closed lifecycles, `storedRow` */
function edgesOfRows(bytes: Uint8Array): EdgeMinutes {
  const edges = createEdgeSet();
  for (const { coin, rows } of readStored(readRowBinary(bytes))) {
    for (const { lifecycle } of rows) edges.add(coin, lifecycle.openedMs, lifecycle.lastMs);
  }
  return edges.take();
}

/** Rows whose worst or best price changes with the current prices. @param bytes closed lifecycles, `storedRow` */
function repriced(bytes: Uint8Array, prices: Pick<PriceHistory, 'excursion'>, version: number): WrittenRows {
  const changes = createRowChanges({ version, withPrices: true });
  for (const { walletAt, coin, rows } of readStored(readRowBinary(bytes))) {
    const own = walletTail(bytes, walletAt);
    for (const stored of rows) {
      const { openedSize, lowPx, highPx, ...lifecycle } = stored.lifecycle;
      const span = { ...lifecycle, lowPx: Number(lowPx), highPx: Number(highPx) };
      changes.reprice(stored, openedSize === 0n ? unknownPrices : prices.excursion(own, coin, span));
    }
  }
  return changes.take();
}
