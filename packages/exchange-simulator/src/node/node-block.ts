import type { Fill } from '../events.ts';

/** An event of `misc_events_by_block` (docs/exchange.md#misc-events). */
export interface MiscEvent {
  /** Time of the event, unix milliseconds; its block may be a later one. */
  timeMs: number;
  hash: string;
  /** JSON of an object with a single key, which names the kind. */
  inner: string;
}

/** A block as a node records it: its fills, and other changes of balances. Most blocks have neither. */
export interface NodeBlock {
  number: number;
  timeMs: number;
  /** Nanoseconds behind the millisecond, 0 to 999,999. */
  timeNs: number;
  /** Time at which a node without lag writes its lines, unix milliseconds; later than that of the previous block. */
  writtenMs: number;
  fills: readonly Fill[];
  misc: readonly MiscEvent[];
}

/** Directories of a node, by the content of their lines. */
export type NodeKind = 'node_fills_by_block' | 'node_fills' | 'misc_events_by_block';
