/** Why fills are missing. */
export type FillGapReason =
  /** A position does not start where the one before ended: something between is not in the answers. */
  | 'chain-break'
  /** More fills in one millisecond than a page holds: the exchange has no way to ask for the others. */
  | 'full-millisecond';

/** Fills of one wallet that could not be had, in an inclusive range of unix milliseconds. */
export interface FillGap {
  /** Absent where any coin may be concerned. */
  coin?: string;
  fromMs: number;
  toMs: number;
  reason: FillGapReason;
}
