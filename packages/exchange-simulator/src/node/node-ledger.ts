import type { Span } from '../../../../src/kernel/span.ts';
import type { NodeBlock, NodeKind } from './node-block.ts';

/** Blocks in a row that a reader did not get, and the times of the first and the last of them. */
export interface BlockGap extends Span {
  kind: NodeKind;
  fromBlock: number;
  toBlock: number;
}

/**
 * What a reader of a directory can know: the truth that one is measured by. A perfect reader has every block that was whole in a
 * file at a moment at which it looked.
 */
export interface NodeLedger {
  /** A block of the exchange, whether a node writes it or not; in order. */
  made(block: NodeBlock): void;
  /** Blocks that are whole in a file now. */
  appended(kind: NodeKind, blocks: readonly number[]): void;
  /** Blocks whose lines are in a file no longer. */
  gone(kind: NodeKind, blocks: readonly number[]): void;
  /** A directory can be read no longer, or once more. */
  hidden(kind: NodeKind, isHidden: boolean): void;
  /**
   * The reader looks.
   *
   * @param isSure false where it may be stopped before it has stored what it reads
   */
  look(isSure?: boolean): void;
  /** Blocks that it would know after a look now, and does not yet. */
  pending(kind: NodeKind): number[];
  /** What a reader knows of a block: `maybe` where it looked and may have been stopped. */
  known(kind: NodeKind, block: number): 'yes' | 'maybe' | 'no';
  /**
   * Gaps between the first and the last block that is known.
   *
   * @param options.archivedUntilMs files of the exchange's archive hold what was written until then, unix milliseconds
   */
  gaps(kind: NodeKind, options?: { archivedUntilMs?: number }): BlockGap[];
}

interface KindState {
  /** How many files hold a block now. */
  copies: Uint8Array;
  /** 0 not known, 1 maybe, 2 known. */
  known: Uint8Array;
  /** Blocks that became readable since the reader last looked. */
  fresh: number[];
  isHidden: boolean;
}

const states = ['no', 'maybe', 'yes'] as const;

export function createNodeLedger(): NodeLedger {
  const kinds = new Map<NodeKind, KindState>();
  let first = -1;
  let blocks = 0;
  let times = new Float64Array(65_536);
  let written = new Float64Array(65_536);

  function stateOf(kind: NodeKind): KindState {
    let state = kinds.get(kind);
    if (state === undefined) {
      state = { copies: new Uint8Array(0), known: new Uint8Array(0), fresh: [], isHidden: false };
      kinds.set(kind, state);
    }
    if (state.copies.length < blocks) {
      state.copies = grown(state.copies, times.length);
      state.known = grown(state.known, times.length);
    }
    return state;
  }

  return {
    made(block) {
      if (first < 0) first = block.number;
      if (blocks === times.length) {
        times = grown(times, blocks * 2);
        written = grown(written, blocks * 2);
      }
      times[blocks] = block.timeMs;
      written[blocks] = block.writtenMs;
      blocks += 1;
    },
    appended(kind, numbers) {
      const { copies, fresh } = stateOf(kind);
      for (const number of numbers) {
        copies[number - first] = copies[number - first]! + 1;
        fresh.push(number);
      }
    },
    gone(kind, numbers) {
      const { copies } = stateOf(kind);
      for (const number of numbers) copies[number - first] = copies[number - first]! - 1;
    },
    hidden(kind, isHidden) {
      stateOf(kind).isHidden = isHidden;
    },
    look(isSure = true) {
      for (const state of kinds.values()) {
        if (state.isHidden) continue;
        const { copies, known, fresh } = state;
        for (const number of fresh) {
          const at = number - first;
          if (copies[at]! > 0) known[at] = Math.max(known[at]!, isSure ? 2 : 1);
        }
        if (isSure) state.fresh = [];
      }
    },
    pending(kind) {
      const { isHidden, copies, known, fresh } = stateOf(kind);
      if (isHidden) return [];
      return fresh.filter((number) => copies[number - first]! > 0 && known[number - first]! < 2);
    },
    known: (kind, block) => states[stateOf(kind).known[block - first] ?? 0]!,
    gaps(kind, { archivedUntilMs = 0 } = {}) {
      const { known } = stateOf(kind);
      const isKnown = (at: number) => known[at] === 2;
      let from = 0;
      let to = blocks - 1;
      while (from < blocks && !isKnown(from)) from += 1;
      while (to > from && !isKnown(to)) to -= 1;
      const found: BlockGap[] = [];
      for (let at = from; at <= to; at++) {
        if (isKnown(at) || written[at]! < archivedUntilMs) continue;
        const last = found.at(-1);
        if (last?.toBlock === first + at - 1) Object.assign(last, { toBlock: first + at, toMs: times[at]! });
        else
          found.push({
            kind,
            fromBlock: first + at,
            toBlock: first + at,
            fromMs: times[at]!,
            toMs: times[at]!,
          });
      }
      return found;
    },
  };
}

function grown<T extends Uint8Array | Float64Array>(column: T, length: number): T {
  const larger = new (column.constructor as new (length: number) => T)(length);
  larger.set(column);
  return larger;
}
