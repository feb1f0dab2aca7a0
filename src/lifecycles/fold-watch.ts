import { monotonicMs } from '../kernel/clock.ts';
import type { FoldCost } from './lifecycle-fold.ts';

export interface FoldState {
  /** Milliseconds since the fold last had all stored fills in the lifecycles; infinite until it first catches up. */
  lagMs: number;
  /** Fills folded since the start (refolded fills count again); `rows`: rows written for them. */
  fills: number;
  rows: number;
  /** Total duration of the turns. */
  busyMs: number;
  /** Failed turns; each is retried. */
  failures: number;
}

/** Collects the metrics of a process, which may start and stop folding at any time. */
export interface FoldWatch {
  /** This process starts folding. @param caughtUpMs time of the last complete fold, same clock; undefined before the first */
  begin(caughtUpMs: () => number | undefined): void;
  turned(cost: Pick<FoldCost, 'fills' | 'rows' | 'ms'>): void;
  failed(): void;
  /** This process stops folding, because another one took over. */
  rest(): void;
  /** Undefined if this process does not fold. */
  state(): FoldState | undefined;
}

/** @param nowMs monotonic clock */
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
