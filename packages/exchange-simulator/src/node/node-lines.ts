import { fillEvent, lineOf } from '../node-line.ts';
import type { Wallet } from '../population.ts';
import { miscEventText } from './misc-events.ts';
import type { NodeBlock, NodeKind } from './node-block.ts';

/**
 * The lines of a block in a file of a kind, each with its line end.
 *
 * @param options.writtenMs its `local_time`, unix milliseconds
 * @param options.lines over how many at most; one has at least one event
 */
export function linesOf(
  kind: NodeKind,
  block: NodeBlock,
  options: { wallets: readonly Wallet[]; writtenMs: number; lines: number },
): string[] {
  const { wallets, writtenMs, lines } = options;
  const events =
    kind === 'misc_events_by_block'
      ? block.misc.map((event) => miscEventText(event, block.timeNs))
      : block.fills.map((fill) => fillEvent(fill, block.timeMs, wallets));
  if (kind === 'node_fills') return events.map((event) => `${event}\n`);
  const perLine = Math.max(1, Math.ceil(events.length / lines));
  const made: string[] = [];
  for (let from = 0; from === 0 || from < events.length; from += perLine) {
    made.push(`${lineOf(block, writtenMs, events.slice(from, from + perLine).join(','))}\n`);
  }
  return made;
}
