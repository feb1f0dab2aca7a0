import { monotonicMs } from '../kernel/clock.ts';
import type { FoldCost } from './lifecycle-fold.ts';

/** How the fold of this process goes. */
export interface FoldState {
  /** All fills that were stored so long ago are in the lifecycles, milliseconds; infinite until it has caught up for the first time. */
  lagMs: number;
  /** Fills that were folded since the start, again where a chain changed, and rows that were written for them. */
  fills: number;
  rows: number;
  /** Time that it took. */
  busyMs: number;
  /** Turns that failed, to be repeated. */
  failures: number;
}

/** Follows the fold of a process, which may fold at some times and not at others. */
export interface FoldWatch {
  /** @returns what tells of one turn, as it begins: how it ended (undefined where there was nothing to do), or that it failed */
  begin(): { end(cost: FoldCost | undefined): void; fail(): void };
  /** Another process folds from now on. */
  rest(): void;
  /** Undefined where this process does not fold. */
  state(): FoldState | undefined;
}

/** @param nowMs of a clock that never jumps */
export function createFoldWatch(nowMs: () => number = monotonicMs): FoldWatch {
  const sums = { fills: 0, rows: 0, busyMs: 0, failures: 0 };
  let caughtUpMs: number | undefined;
  let folds = false;
  return {
    begin() {
      folds = true;
      const startMs = nowMs();
      return {
        end(cost) {
          sums.fills += cost?.fills ?? 0;
          sums.rows += cost?.rows ?? 0;
          if (cost !== undefined) sums.busyMs += nowMs() - startMs;
          // What was stored before it began is in it.
          if (cost?.isBehind !== true) caughtUpMs = startMs;
        },
        fail() {
          sums.failures += 1;
        },
      };
    },
    rest() {
      folds = false;
      caughtUpMs = undefined;
    },
    state() {
      if (!folds) return undefined;
      return { ...sums, lagMs: caughtUpMs === undefined ? Number.POSITIVE_INFINITY : nowMs() - caughtUpMs };
    },
  };
}
