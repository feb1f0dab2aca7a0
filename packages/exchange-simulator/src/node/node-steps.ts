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
      /** Multi-line blocks with lines in this text. */
      inParts: readonly number[];
      /** True: the text continues a block of an earlier step. */
      isRest: boolean;
    })
  | (HourFile & { type: 'shrink'; share: number })
  /** @param isHeld whether the node keeps writing to the removed file */
  | (HourFile & { type: 'remove'; isHeld: boolean })
  | (HourFile & { type: 'compress'; as: 'gz' | 'lz4' })
  | { type: 'hide'; kind: NodeKind }
  | { type: 'show'; kind: NodeKind }
  /** Removes files of earlier hours, as an operator's daily or hourly job does. */
  | { type: 'expire'; beforeHour: number }
);

/** Steps in order of time; steps of the same time keep their insertion order. */
export interface NodeSteps {
  add(step: NodeStep): void;
  /** Removes and returns the next step if it is due. */
  take(untilMs: number): NodeStep | undefined;
  /** The next step, without removing it. */
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
