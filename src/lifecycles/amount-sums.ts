/**
 * Sums of 128-bit amounts, exact, without a BigInt for each of them: an amount is four numbers of 32 bits, the last one signed, and
 * each of these is added up for itself. Only a sum that is written is carried.
 */
export type AmountSums = Float64Array;

const limbs = 4;
const limb = 2 ** 32;
/** A sum of this many amounts fits: 2^21 numbers of 32 bits are below 2^53. */
export const mostAmounts = 2 ** 20;

/** @param count of sums */
export function createSums(count: number): AmountSums {
  return new Float64Array(count * limbs);
}

/** Adds the amount (Int128, little endian) that stands at `at`. */
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

/** Sets a sum. @param amount fits 128 bits */
export function setSum(sums: AmountSums, sum: number, amount: bigint): void {
  for (let i = 0; i < limbs - 1; i++) {
    sums[sum * limbs + i] = Number(BigInt.asUintN(32, amount >> BigInt(32 * i)));
  }
  sums[sum * limbs + limbs - 1] = Number(BigInt.asIntN(32, amount >> 96n));
}

/** Brings all sums below 32 bits a number again, so that more can be added. */
export function carryAll(sums: AmountSums): void {
  for (let i = 0; i < sums.length; i++) {
    if (i % limbs === limbs - 1) continue;
    const over = Math.floor(sums[i]! / limb);
    sums[i]! -= over * limb;
    sums[i + 1]! += over;
  }
}

/** Of carried sums. */
export function sumOf(sums: AmountSums, sum: number): bigint {
  let value = BigInt(sums[sum * limbs + limbs - 1]!);
  for (let i = limbs - 2; i >= 0; i--) value = (value << 32n) | BigInt(sums[sum * limbs + i]!);
  return value;
}

/** About what a sum is: the nearest number but for the last digits. */
export function aboutSum(sums: AmountSums, sum: number): number {
  let value = 0;
  for (let i = limbs - 1; i >= 0; i--) value = value * limb + sums[sum * limbs + i]!;
  return value;
}

/** Writes a carried sum as Int128. */
export function writeSum(sums: AmountSums, sum: number, view: DataView, at: number): void {
  for (let i = 0; i < limbs; i++) view.setInt32(at + 4 * i, sums[sum * limbs + i]!, true);
}

/** From 10^-12 to 10^-8: sizes of perps have no further digits, and so are exact as numbers. */
const unit = 10_000;
const largestSize = 2 ** 51;

/**
 * The size (× 10^12, Int128) that stands at `at`, × 10^8: sizes as the exchange gives them are exact numbers then.
 *
 * @returns NaN of any other
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

/** @returns undefined where {@link sizeAt} would give NaN */
export function sizeOfAmount(amount: bigint): number | undefined {
  const size = Number(amount / BigInt(unit));
  if (amount % BigInt(unit) !== 0n || Math.abs(size) > largestSize) return undefined;
  return size;
}

/** × 10^12. */
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
