import { setPriority } from 'node:os';
import { type MessagePort, workerData } from 'node:worker_threads';
import { serveCalls } from '../kernel/thread-calls.ts';
import {
  createFolding,
  type FillPass,
  type FoldedPage,
  type Folding,
  type FoldPlan,
  type LiquidatedSpan,
} from './folding.ts';
import type { WrittenRows } from './row-changes.ts';

/** What the folding thread does: one turn at a time, see {@link Folding}. */
export interface FoldThread {
  begin(options: { version: number; isWhole: boolean }): Promise<void>;
  stored(bytes: Uint8Array): Promise<void>;
  plan(bytes: Uint8Array, lateBeforeMs: number): Promise<FoldPlan>;
  fills(bytes: Uint8Array, pass: FillPass, most: number): Promise<FoldedPage>;
  liquidated(): Promise<LiquidatedSpan | undefined>;
  liquidators(bytes: Uint8Array): Promise<void>;
  finish(): Promise<WrittenRows>;
}

setPriority(0, 10);
const { port } = workerData as { port: MessagePort };
let folding: Folding;

serveCalls<FoldThread>(port, {
  async begin(options) {
    folding = createFolding(options);
  },
  stored: async (bytes) => folding.stored(bytes),
  plan: async (bytes, lateBeforeMs) => folding.plan(bytes, lateBeforeMs),
  fills: async (bytes, pass, most) => folding.fills(bytes, pass, most),
  liquidated: async () => folding.liquidated(),
  liquidators: async (bytes) => folding.liquidators(bytes),
  finish: async () => folding.finish(),
});
