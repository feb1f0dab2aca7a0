import type { Fill } from '../events.ts';

/** An event of `misc_events_by_block` (docs/exchange.md#misc-events). */
export interface MiscEvent {
  /** Of what happened, unix milliseconds; the block may be a later one. */
  timeMs: number;
  hash: string;
  /** One key that names its kind, as JSON. */
  inner: string;
}

/** A block as a node records it: with its fills, and with what moved balances otherwise. Most have neither. */
export interface NodeBlock {
  number: number;
  timeMs: number;
  /** Nanoseconds behind the millisecond, 0 to 999,999. */
  timeNs: number;
  /** When a node that keeps up writes its lines, unix milliseconds; later than that of the block before. */
  writtenMs: number;
  fills: readonly Fill[];
  misc: readonly MiscEvent[];
}

/** Directories that a node writes, by what their lines hold. */
export type NodeKind = 'node_fills_by_block' | 'node_fills' | 'misc_events_by_block';
