import type { NodeKind } from './node-block.ts';

/** An hour's file of a kind; hours since 1970. */
export interface HourFile {
  kind: NodeKind;
  hour: number;
}

/** Something that is done to a directory at a moment, unix milliseconds. */
export type NodeStep = { atMs: number } & (
  | (HourFile & {
      type: 'append';
      text: string;
      /** Blocks that are whole in the file with it: their last line ends in `text`, at that character. */
      ends: readonly { block: number; at: number }[];
      /** Blocks over several lines that some of it is of. */
      inParts: readonly number[];
      /** It goes on with a block that an earlier step began. */
      isRest: boolean;
    })
  | (HourFile & { type: 'shrink'; share: number })
  /** @param isHeld whether the node goes on writing to what was removed */
  | (HourFile & { type: 'remove'; isHeld: boolean })
  | (HourFile & { type: 'compress'; as: 'gz' | 'lz4' })
  | { type: 'hide'; kind: NodeKind }
  | { type: 'show'; kind: NodeKind }
  /** Files of hours before it are removed: what operators run every day, or hour. */
  | { type: 'expire'; beforeHour: number }
);

/** Steps in order of time; of one moment, in the order in which they came. */
export interface NodeSteps {
  add(step: NodeStep): void;
  /** Takes the next one out where its time has come. */
  take(untilMs: number): NodeStep | undefined;
  /** The next one, which stays. */
  readonly next: NodeStep | undefined;
}

export function createNodeSteps(): NodeSteps {
  let steps: NodeStep[] = [];
  let first = 0;
  return {
    add(step) {
      // Nearly all of them come in order.
      let at = steps.length;
      while (at > first && steps[at - 1]!.atMs > step.atMs) at -= 1;
      steps.splice(at, 0, step);
    },
    take(untilMs) {
      const step = steps[first];
      if (step === undefined || step.atMs > untilMs) return undefined;
      first += 1;
      if (first > 10_000) {
        steps = steps.slice(first);
        first = 0;
      }
      return step;
    },
    get next() {
      return steps[first];
    },
  };
}
