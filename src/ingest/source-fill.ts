import type { WireFill } from '../wire/fill.ts';

/** One fill as delivered by a source, validated by `wire/`, values unchanged. */
export interface SourceFill {
  /** Lower-case `0x` and 40 hex digits. */
  wallet: string;
  fill: WireFill;
  /** Block number; 0 if the source has none. */
  block: number;
  /**
   * Position among the source's fills of the same millisecond, from 0, in the source's own order
   * (or in the order of the startPosition chain, where the source lost it). A function of the
   * source's content only: reading a file again gives the same numbers.
   */
  seq: number;
}
