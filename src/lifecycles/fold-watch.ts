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
  /** This process folds from now on. @param caughtUpMs all that was stored then is folded, by the same clock; undefined before the first time */
  begin(caughtUpMs: () => number | undefined): void;
  /** A turn has ended. */
  turned(cost: Pick<FoldCost, 'fills' | 'rows' | 'ms'>): void;
  failed(): void;
  /** Another process folds from now on. */
  rest(): void;
  /** Undefined where this process does not fold. */
  state(): FoldState | undefined;
}

/** @param nowMs of a clock that never jumps */
export function createFoldWatch(nowMs: () => number = monotonicMs): FoldWatch {
  const sums = { fills: 0, rows: 0, busyMs: 0, failures: 0 };
  let caughtUp: (() => number | undefined) | undefined;
  return {
    begin(caughtUpMs) {
      caughtUp = caughtUpMs;
    },
    turned({ fills, rows, ms }) {
      sums.fills += fills;
      sums.rows += rows;
      sums.busyMs += ms;
    },
    failed() {
      sums.failures += 1;
    },
    rest() {
      caughtUp = undefined;
    },
    state() {
      if (caughtUp === undefined) return undefined;
      return { ...sums, lagMs: nowMs() - (caughtUp() ?? Number.NEGATIVE_INFINITY) };
    },
  };
}
