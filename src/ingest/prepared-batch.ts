import type { ArrowInsert } from '../analytics/store.ts';

/** A batch on its way into the store; everything needed to repeat its insert. */
export interface PreparedBatch {
  seq: number;
  insert: ArrowInsert;
  fills: number;
  minTimeMs: number;
  maxTimeMs: number;
  maxBlock: number;
  /** Where its source stood behind it, of one that is followed, in that source's own words. */
  position?: string | undefined;
}
