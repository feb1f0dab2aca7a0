import type { ArrowInsert } from '../analytics/store.ts';

/** A batch ready for insert, with everything needed to retry. */
export interface PreparedBatch {
  seq: number;
  insert: ArrowInsert;
  fills: number;
  minTimeMs: number;
  maxTimeMs: number;
  maxBlock: number;
  /** Position of a followed source after this batch, in the source's own format. */
  position?: string | undefined;
}
