import type { Fill, TwapEvent } from '../events.ts';

/** An event of `misc_events_by_block` (docs/exchange.md#misc-events). */
export interface MiscEvent {
  /** Time of the event, unix milliseconds; its block may be a later one. */
  timeMs: number;
  hash: string;
  /** JSON of an object with a single key, which names the kind. */
  inner: string;
}

/** A block as a node records it: fills, misc events and statuses of TWAP orders. Most blocks are empty. */
export interface NodeBlock {
  number: number;
  timeMs: number;
  /** Nanoseconds behind the millisecond, 0 to 999,999. */
  timeNs: number;
  /** Time at which a node without lag writes its lines, unix milliseconds; later than that of the previous block. */
  writtenMs: number;
  fills: readonly Fill[];
  misc: readonly MiscEvent[];
  twaps: readonly TwapEvent[];
}

/** Directories of a node, by the content of their lines. */
export type NodeKind =
  | 'node_fills_by_block'
  | 'node_fills'
  | 'misc_events_by_block'
  | 'node_twap_statuses_by_block';

/** Events of a block that belong to files of a kind. */
export function eventsOf(kind: NodeKind, { fills, misc, twaps }: NodeBlock): readonly object[] {
  if (kind === 'misc_events_by_block') return misc;
  return kind === 'node_twap_statuses_by_block' ? twaps : fills;
}
