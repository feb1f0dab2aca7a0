import { hourMs, rfc3339 } from '../../../../src/kernel/clock.ts';
import { replaceFile } from '../../../../src/kernel/whole-file.ts';
import { eventsOf, type NodeBlock, type NodeKind } from './node-block.ts';
import type { NodeLedger } from './node-ledger.ts';
import { simulatedFile } from './node-paths.ts';
import type { SimulatedNode } from './simulated-node.ts';

/** Counts the blocks of a perfect reader; written to a file next to the node's directory. */
export interface NodeTruth {
  made(block: NodeBlock): void;
  /** Writes the file atomically. */
  write(node: SimulatedNode): void;
}

/** @param ledger of a reader that always looks */
export function createNodeTruth(path: string, ledger: NodeLedger, kinds: readonly NodeKind[]): NodeTruth {
  /** Blocks with events, by kind: number and how many. */
  const events = new Map(kinds.map((kind) => [kind, [] as { block: number; count: number }[]]));
  let made = 0;
  return {
    made(block) {
      made += 1;
      for (const [kind, counts] of events) {
        const { length } = eventsOf(kind, block);
        if (length > 0) counts.push({ block: block.number, count: length });
      }
    },
    write(node) {
      const archivedUntilMs = node.archive?.untilMs ?? 0;
      const ofKind = (kind: NodeKind) => {
        const counts = events.get(kind)!;
        const known = counts.filter(({ block }) => ledger.isKnown(kind, block));
        const open = new Set(ledger.gaps(kind, { archivedUntilMs }).map(({ fromBlock }) => fromBlock));
        return {
          events: known.reduce((sum, { count }) => sum + count, 0),
          gaps: ledger.gaps(kind).map(({ fromBlock, toBlock, fromMs, toMs }) => ({
            fromBlock,
            toBlock,
            from: rfc3339(fromMs),
            to: rfc3339(toMs),
            events: counts
              .filter(({ block }) => block >= fromBlock && block <= toBlock)
              .reduce((sum, { count }) => sum + count, 0),
            archived: toMs + hourMs < archivedUntilMs || !open.has(fromBlock),
          })),
        };
      };
      const shown = {
        blocks: made,
        faults: Object.fromEntries(node.faults),
        kinds: Object.fromEntries(kinds.map((kind) => [kind, ofKind(kind)])),
      };
      replaceFile(path, `${JSON.stringify(shown, undefined, 2)}\n`, simulatedFile);
    },
  };
}
