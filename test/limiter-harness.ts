import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Caller } from '../src/access/caller.ts';
import type { CountingLimiter, LimitDecision } from '../src/access/limiter.ts';
import { createMemoryLimiter, type MemoryLimiterOptions } from '../src/access/memory-limiter.ts';
import { activeBilling } from '../src/control/billing-state.ts';
import { openPglite } from '../src/control/pglite.ts';
import type { ControlStore } from '../src/control/store.ts';
import { type Tier, tierLimits } from '../src/domain/tier.ts';
import { minuteMs } from '../src/kernel/clock.ts';
import { seedControl } from './data-template.ts';

/** Limiters on a control store of their own, with clocks that the test sets. */
export interface LimiterHarness {
  readonly control: ControlStore;
  /** What the clocks of the process and that of Redis show; set them apart to make one jump. */
  readonly time: { nowMs: number; elapsedMs: number; redisMs: number };
  /** Lets time pass on all clocks. */
  pass(durationMs: number): void;
  /** Sets the time of day, for limiters made from then on. */
  setClock(nowMs: number): void;
  /** A limiter that flushes only on call; closed with the harness. */
  newLimiter(more?: Partial<MemoryLimiterOptions>): CountingLimiter;
  /** An account of its own. */
  newCaller(tier: Tier): Promise<Caller>;
  close(): Promise<void>;
}

/** A route without and one with a limit of its own. */
export const plainRoute = { id: 'toy.plain', cost: 1, ownLimit: false };
export const ownRoute = { id: 'toy.own', cost: 1, ownLimit: true };

/** Makes the limiter that is tested. */
export type NewLimiter = (
  options: MemoryLimiterOptions & Required<Pick<MemoryLimiterOptions, 'elapsedMs'>>,
  time: LimiterHarness['time'],
) => CountingLimiter;

/** @param nowMs what the clocks show at first */
export async function openLimiterHarness(
  nowMs: number,
  make: NewLimiter = createMemoryLimiter,
): Promise<LimiterHarness> {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-limits-'));
  const control = await openPglite({ dir: seedControl(join(root, 'control')) });
  await control.migrate();
  const time = { nowMs, elapsedMs: 0, redisMs: nowMs };
  const open: CountingLimiter[] = [];
  let names = 0;
  return {
    control,
    time,
    pass(durationMs) {
      time.nowMs += durationMs;
      time.elapsedMs += durationMs;
      time.redisMs += durationMs;
    },
    setClock(timeMs) {
      time.nowMs = timeMs;
      time.redisMs = timeMs;
    },
    newLimiter(more = {}) {
      const clock = { nowMs: () => time.nowMs };
      const elapsedMs = () => time.elapsedMs;
      const limiter = make({ control, clock, elapsedMs, flushMs: 2 ** 30, ...more }, time);
      open.push(limiter);
      return limiter;
    },
    async newCaller(tier) {
      const { accountId, id } = await control.createKey({ accountName: `account ${++names}`, tier });
      return { accountId, keyId: id, keyHash: id, ...onTier(tier) };
    },
    async close() {
      for (const limiter of open) await limiter.close();
      await control.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** What a caller is by its tier alone. */
export function onTier(tier: Tier): Pick<Caller, 'tier' | 'limits' | 'billing'> {
  return { tier, limits: tierLimits[tier], billing: activeBilling };
}

/** The value of a header of a decision. */
export function limitHeader({ headers }: LimitDecision, name: string): string | undefined {
  return headers[headers.indexOf(name) + 1];
}

/** Milliseconds of a Go-style duration below an hour. */
export function durationMs(text: string): number {
  const parts = /^(?:(\d+)m)?(?:([\d.]+)s)?$/.exec(text);
  if (parts === null) return Number(/^(\d+)ms$/.exec(text)![1]);
  return Math.round(Number(parts[1] ?? 0) * minuteMs + Number(parts[2] ?? 0) * 1_000);
}
