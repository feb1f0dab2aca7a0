import { setPriority } from 'node:os';
import { type MessagePort, workerData } from 'node:worker_threads';
import { serveCalls } from '../kernel/thread-calls.ts';
import type { FoldPlan } from './chain-plan.ts';
import type { EdgeMinutes } from './edge-minutes.ts';
import {
  type Awaited,
  createFolding,
  type FillPass,
  type FoldedPage,
  type Folding,
  type FoldTurn,
} from './folding.ts';
import { createPriceHistory, type PriceGrain } from './price-history.ts';
import { edgesOfRows, repriced } from './repricing.ts';
import type { WrittenRows } from './row-changes.ts';

/** What the folding thread does: one turn at a time, see {@link Folding}. Prices stay from turn to turn. */
export interface FoldThread {
  begin(options: FoldTurn): Promise<void>;
  stored(bytes: Uint8Array): Promise<void>;
  plan(bytes: Uint8Array, lateBeforeMs: number): Promise<FoldPlan>;
  fills(bytes: Uint8Array, pass: FillPass, most: number): Promise<FoldedPage>;
  awaited(): Promise<Awaited>;
  liquidators(bytes: Uint8Array): Promise<void>;
  /** Forgets prices. */
  beginPrices(grain: PriceGrain): Promise<void>;
  prices(bytes: Uint8Array): Promise<void>;
  edgePrices(bytes: Uint8Array): Promise<void>;
  finish(): Promise<WrittenRows>;
  edgesOfRows(bytes: Uint8Array): Promise<EdgeMinutes>;
  /** Stored rows whose worst and best price, by the prices that are there, are others. @param bytes closed ones, `storedRow` */
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

/** Rows are many, and they are not needed here any more. */
function rowsOf(result: unknown): ArrayBuffer[] {
  const { lifecycles, moved } = (result ?? {}) as Partial<WrittenRows>;
  return [lifecycles, moved].flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]));
}
