import type { WireDecimal } from './fill.ts';

/**
 * First substitute for a missing trade id. The exchange's trade ids are hashes of 50 bits (docs/exchange.md#keys), so
 * substitutes never collide with them.
 */
export const firstStandInTid = 2 ** 52;

export interface TidSource {
  tid?: number | string | null | undefined;
  startPosition?: WireDecimal;
  px?: WireDecimal;
  sz?: WireDecimal;
}

/**
 * The trade id of a fill. Records of 2023 have none, and the fills of an order that met several others share their time and
 * order id: what separates them is the position each starts from. Every source of such a record gives it the same id.
 *
 * @returns an integer below 2^53; {@link firstStandInTid} or more where the record has none.
 */
export function tidOf({ tid, startPosition, px, sz }: TidSource): number {
  if (tid != null) return Number(tid);
  // By value: another source may write 1.0 for 1.
  const text = `${Number(startPosition)} ${Number(px)} ${Number(sz)}`;
  let low = 0x811c9dc5;
  let high = 0x050c5d1f;
  for (let i = 0; i < text.length; i++) {
    low = Math.imul(low ^ text.charCodeAt(i), 0x01000193);
    high = Math.imul(high ^ low, 0x85ebca6b) ^ (high >>> 15);
  }
  return firstStandInTid + (high >>> 12) * 2 ** 32 + (low >>> 0);
}
