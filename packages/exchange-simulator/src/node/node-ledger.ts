import type { Span } from '../../../../src/kernel/span.ts';
import type { NodeBlock, NodeKind } from './node-block.ts';

/** Blocks in a row that a reader did not get, and the times of the first and the last of them. */
export interface BlockGap extends Span {
  kind: NodeKind;
  fromBlock: number;
  toBlock: number;
}

/**
 * Ground truth of the blocks that a reader of a directory can know. A perfect reader has every block that was complete in a file at a poll.
 */
export interface NodeLedger {
  /** Adds a block of the exchange, written or not; in order. */
  made(block: NodeBlock): void;
  /** Blocks that are whole in a file now. */
  appended(kind: NodeKind, blocks: readonly number[]): void;
  /** Blocks whose lines are in a file no longer. */
  gone(kind: NodeKind, blocks: readonly number[]): void;
  /**
   * Marks why a reader cannot know that a block is complete: it spans several lines; a file is behind or ahead of it; a torn line follows
   * it.
   */
  mark(kind: NodeKind, blocks: readonly number[], as: keyof typeof markBits): void;
  /** The rest of the torn line after a block was written. */
  completed(kind: NodeKind, block: number): void;
  /** A directory becomes unreadable, or readable again. */
  hidden(kind: NodeKind, isHidden: boolean): void;
  /**
   * The reader polls.
   *
   * @param isSure false if the reader may stop before it stores what it reads
   */
  look(isSure?: boolean): void;
  /** Blocks that a poll now would add. */
  pending(kind: NodeKind): number[];
  /**
   * Knowledge of a block: `maybe` if the reader polled and may have stopped; `partial` if it may have only a part, or cannot know that it
   * has all. The missing events of a partial block lie in a gap; all of it may lie there.
   */
  known(kind: NodeKind, block: number): 'yes' | 'maybe' | 'partial' | 'no';
  /** True if the block was complete in a file at a poll, whether or not the reader can know that. */
  isKnown(kind: NodeKind, block: number): boolean;
  /**
   * Gaps between the first and the last known block.
   *
   * @param options.archivedUntilMs the exchange's archive holds everything written until then, unix milliseconds
   */
  gaps(kind: NodeKind, options?: { archivedUntilMs?: number }): BlockGap[];
}

interface KindState {
  /** Number of files that hold a block now. */
  copies: Uint8Array;
  /** 0 not known, 1 maybe, 2 known. */
  known: Uint8Array;
  /** Blocks that became readable since the reader last looked. */
  fresh: number[];
  isHidden: boolean;
  /** Sums of {@link markBits}. */
  marks: Uint8Array;
  /** Blocks are over several lines, at times. */
  isStreamed: boolean;
}

const markBits = { inParts: 1, cut: 2, torn: 4 } as const;

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
      state = {
        copies: new Uint8Array(0),
        known: new Uint8Array(0),
        marks: new Uint8Array(0),
        fresh: [],
        isHidden: false,
        isStreamed: false,
      };
      kinds.set(kind, state);
    }
    if (state.copies.length < blocks) {
      state.copies = grown(state.copies, times.length);
      state.known = grown(state.known, times.length);
      state.marks = grown(state.marks, times.length);
    }
    return state;
  }

  /** See {@link NodeLedger.known}. Completeness is inferred from block numbers, which show nothing for blocks over several lines. */
  function isPartial({ known, copies, marks, isStreamed }: KindState, at: number): boolean {
    const has = (mark: keyof typeof markBits) => (marks[at]! & markBits[mark]) !== 0;
    if (known[at]! < 2 && has('inParts')) return true;
    if (known[at]! === 0) return false;
    const isThere = (near: number) => near < 0 || near >= blocks || known[near]! === 2 || copies[near]! > 0;
    // The torn line may be another line of its block.
    if (has('cut') || (isStreamed && has('torn'))) return true;
    return (isStreamed || has('torn')) && !(isThere(at - 1) && isThere(at + 1));
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
    mark(kind, numbers, as) {
      const state = stateOf(kind);
      for (const number of numbers) state.marks[number - first] = state.marks[number - first]! | markBits[as];
      if (as === 'inParts' && numbers.length > 0) state.isStreamed = true;
    },
    completed(kind, block) {
      const { marks } = stateOf(kind);
      marks[block - first] = marks[block - first]! & ~markBits.torn;
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
    known(kind, block) {
      const state = stateOf(kind);
      return isPartial(state, block - first) ? 'partial' : states[state.known[block - first] ?? 0]!;
    },
    isKnown: (kind, block) => stateOf(kind).known[block - first] === 2,
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
