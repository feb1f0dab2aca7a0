import { fillEvent, lineOf } from '../node-line.ts';
import { twapEventText } from '../payloads/twap.ts';
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
  const events = textsOf(kind, block, wallets);
  if (kind === 'node_fills') return events.map((event) => `${event}\n`);
  const perLine = Math.max(1, Math.ceil(events.length / lines));
  const made: string[] = [];
  for (let from = 0; from === 0 || from < events.length; from += perLine) {
    made.push(`${lineOf(block, writtenMs, events.slice(from, from + perLine).join(','))}\n`);
  }
  return made;
}

function textsOf(kind: NodeKind, block: NodeBlock, wallets: readonly Wallet[]): string[] {
  const { fills, misc, twaps, timeMs, timeNs } = block;
  if (kind === 'misc_events_by_block') return misc.map((event) => miscEventText(event, timeNs));
  if (kind === 'node_twap_statuses_by_block')
    return twaps.map((event) => twapEventText(event, wallets, timeNs));
  return fills.map((fill) => fillEvent(fill, timeMs, wallets));
}
