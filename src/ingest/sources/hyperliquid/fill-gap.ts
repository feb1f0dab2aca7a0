import type { Span } from '../../../kernel/span.ts';
/** Why fills are missing. */
export type FillGapReason =
  /** A position does not start where the one before ended: something between is not in the answers. */
  | 'chain-break'
  /** More fills in one millisecond than a page holds: the exchange has no way to ask for the others. */
  | 'full-millisecond'
  /** The exchange serves only its newest 10,000 fills of a wallet, and what was stored ends before them. */
  | 'out-of-reach'
  /** Only a stream has brought what is stored of this range, and the exchange no longer serves it: a lost frame would not show. */
  | 'stream-only'
  /** A public trade of the wallet whose fill is in none of the answers. */
  | 'missing-fill';

/** Fills of one wallet that could not be had. */
export interface FillGap extends Span {
  /** Absent where any coin may be concerned. */
  coin?: string;
  reason: FillGapReason;
}
