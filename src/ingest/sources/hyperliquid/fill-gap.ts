import type { Span } from '../../../kernel/span.ts';
/** Why fills are missing. */
export type FillGapReason =
  /** A position does not start where the previous one ended: a fill in between is missing from the answers. */
  | 'chain-break'
  /** More fills in one millisecond than a page holds: the API has no way to request the others. */
  | 'full-millisecond'
  /** The exchange serves only the newest 10,000 fills of a wallet, and the stored fills end before them. */
  | 'out-of-reach'
  /** The stored fills of this range came only from a stream, and the exchange no longer serves the range: a lost frame is undetectable. */
  | 'stream-only'
  /** A public trade of the wallet whose fill is missing from all answers. */
  | 'missing-fill';

/** Fills of one wallet that could not be read. */
export interface FillGap extends Span {
  /** Undefined if any coin may be affected. */
  coin?: string;
  reason: FillGapReason;
}
