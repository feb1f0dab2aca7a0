import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../src/access/caller.ts';
import type { LimitDecision } from '../src/access/limiter.ts';
import {
  createMemoryLimiter,
  type MemoryLimiter,
  type MemoryLimiterOptions,
} from '../src/access/memory-limiter.ts';
import { openPglite } from '../src/control/pglite.ts';
import type { ControlStore } from '../src/control/store.ts';
import type { Tier } from '../src/domain/tier.ts';

/** Limiters on a control store of their own, with clocks that the test sets. */
export interface LimiterHarness {
  readonly control: ControlStore;
  /** What both clocks show; set them apart to make one jump. */
  readonly time: { nowMs: number; elapsedMs: number };
  /** Lets time pass on both clocks. */
  pass(durationMs: number): void;
  /** A limiter that flushes only when told to; closed with the harness. */
  newLimiter(more?: Partial<MemoryLimiterOptions>): MemoryLimiter;
  /** An account of its own. */
  newCaller(tier: Tier): Promise<Caller>;
  close(): Promise<void>;
}

/** A route without and one with a limit of its own. */
export const plainRoute = { id: 'toy.plain', cost: 1, ownLimit: false };
export const ownRoute = { id: 'toy.own', cost: 1, ownLimit: true };

/** @param nowMs what the clock shows at first */
export async function openLimiterHarness(nowMs: number): Promise<LimiterHarness> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-limits-'));
  const control = await openPglite({ dir: join(root, 'control') });
  await control.migrate();
  const time = { nowMs, elapsedMs: 0 };
  const open: MemoryLimiter[] = [];
  let names = 0;
  return {
    control,
    time,
    pass(durationMs) {
      time.nowMs += durationMs;
      time.elapsedMs += durationMs;
    },
    newLimiter(more = {}) {
      const clock = { nowMs: () => time.nowMs };
      const elapsedMs = () => time.elapsedMs;
      const limiter = createMemoryLimiter({ control, clock, elapsedMs, flushMs: 2 ** 30, ...more });
      open.push(limiter);
      return limiter;
    },
    async newCaller(tier) {
      const { accountId, id } = await control.createKey({ accountName: `account ${++names}`, tier });
      return { accountId, keyId: id, keyHash: id, tier };
    },
    async close() {
      for (const limiter of open) await limiter.close();
      await control.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** The value of a header of a decision. */
export function limitHeader({ headers }: LimitDecision, name: string): string | undefined {
  return headers[headers.indexOf(name) + 1];
}
