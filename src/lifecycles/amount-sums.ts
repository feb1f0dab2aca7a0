/**
 * Exact sums of 128-bit amounts without a BigInt per amount. An amount is four 32-bit limbs, the last one signed, and each limb is
 * summed separately. Carries are applied only before a sum is read or written.
 */
export type AmountSums = Float64Array;

const limbs = 4;
const limb = 2 ** 32;
/** Maximum amounts between two carries: 2^21 numbers of 32 bits are below 2^53. */
export const mostAmounts = 2 ** 20;

export function createSums(count: number): AmountSums {
  return new Float64Array(count * limbs);
}

/** Adds the amount (Int128, little endian) at offset `at`. */
export function addAt(sums: AmountSums, sum: number, view: DataView, at: number): void {
  const a = view.getUint32(at, true);
  const b = view.getUint32(at + 4, true);
  const c = view.getUint32(at + 8, true);
  const d = view.getInt32(at + 12, true);
  if ((a | b | c | d) === 0) return;
  const i = sum * limbs;
  sums[i]! += a;
  sums[i + 1]! += b;
  sums[i + 2]! += c;
  sums[i + 3]! += d;
}

/** @param amount must fit into 128 bits */
export function setSum(sums: AmountSums, sum: number, amount: bigint): void {
  for (let i = 0; i < limbs - 1; i++) {
    sums[sum * limbs + i] = Number(BigInt.asUintN(32, amount >> BigInt(32 * i)));
  }
  sums[sum * limbs + limbs - 1] = Number(BigInt.asIntN(32, amount >> 96n));
}

/** Carries all sums, so that each limb has 32 bits and more amounts can be added. */
export function carryAll(sums: AmountSums): void {
  for (let i = 0; i < sums.length; i++) {
    if (i % limbs === limbs - 1) continue;
    const over = Math.floor(sums[i]! / limb);
    sums[i]! -= over * limb;
    sums[i + 1]! += over;
  }
}

/** Exact value; the sums must be carried. */
export function sumOf(sums: AmountSums, sum: number): bigint {
  let value = BigInt(sums[sum * limbs + limbs - 1]!);
  for (let i = limbs - 2; i >= 0; i--) value = (value << 32n) | BigInt(sums[sum * limbs + i]!);
  return value;
}

/** Approximate value of a sum; the last digits of the double may be off. */
export function aboutSum(sums: AmountSums, sum: number): number {
  let value = 0;
  for (let i = limbs - 1; i >= 0; i--) value = value * limb + sums[sum * limbs + i]!;
  return value;
}

/** Writes a sum as Int128; the sums must be carried. */
export function writeSum(sums: AmountSums, sum: number, view: DataView, at: number): void {
  for (let i = 0; i < limbs; i++) view.setInt32(at + 4 * i, sums[sum * limbs + i]!, true);
}

/** From × 10^12 to × 10^8: perp sizes have at most 8 decimals, so they are exact as numbers. */
const unit = 10_000;
const largestSize = 2 ** 51;

/**
 * Reads the size at offset `at` (Int128, × 10^12) as a number × 10^8, which is exact for sizes from the exchange.
 *
 * @returns NaN if the size is too large or has more than 8 decimals
 */
export function sizeAt(view: DataView, at: number): number {
  const low = view.getUint32(at, true);
  const middle = view.getInt32(at + 4, true);
  const top = view.getInt32(at + 8, true);
  const sign = view.getInt32(at + 12, true);
  const isLong = top !== middle >> 31;
  if (sign !== top >> 31) return Number.NaN;
  // Long division, limb by limb.
  const first = isLong ? Math.floor(top / unit) : 0;
  const second = isLong ? (top - first * unit) * limb + (middle >>> 0) : middle;
  const secondPart = Math.floor(second / unit);
  const third = (second - secondPart * unit) * limb + low;
  const thirdPart = Math.floor(third / unit);
  if (third !== thirdPart * unit) return Number.NaN;
  const size = first * 2 ** 64 + secondPart * limb + thirdPart;
  return size <= largestSize && size >= -largestSize ? size : Number.NaN;
}

/** @param amount × 10^12 @returns size × 10^8; undefined where {@link sizeAt} returns NaN */
export function sizeOfAmount(amount: bigint): number | undefined {
  const size = Number(amount / BigInt(unit));
  if (amount % BigInt(unit) !== 0n || Math.abs(size) > largestSize) return undefined;
  return size;
}

/** @returns amount × 10^12 */
export function amountOfSize(size: number): bigint {
  return BigInt(size) * BigInt(unit);
}

/** Writes a size as Int128 × 10^12. */
export function writeSize(size: number, view: DataView, at: number): void {
  const high = Math.floor(size / limb);
  const low = (size - high * limb) * unit;
  const carried = Math.floor(low / limb);
  const middle = high * unit + carried;
  const top = Math.floor(middle / limb);
  view.setUint32(at, low - carried * limb, true);
  view.setUint32(at + 4, middle - top * limb, true);
  view.setInt32(at + 8, top, true);
  view.setInt32(at + 12, top < 0 ? -1 : 0, true);
}
