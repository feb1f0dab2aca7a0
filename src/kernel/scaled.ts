/**
 * Decimal text to a scaled 128-bit integer, exactly, without BigInt and without floats that round:
 * casting a float to a decimal is wrong for 8 % of five-decimal values.
 *
 * A value is written as four little-endian 32-bit words, two's complement, as Arrow's Decimal128 and
 * the engine hold it.
 */
const word = 2 ** 32;
const million = 1e6;
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

/**
 * Writes `value × 10^scale` to `words[at…at+3]`.
 * @param value plain decimal text (`-12.5`, at most 15 digits before the point) or a finite number,
 *   which is rounded to `scale` decimals; text with an exponent is read as a number.
 * @param scale 10 or 12; text must not have more significant decimals than that.
 */
export function writeScaled(value: string | number, scale: 10 | 12, words: Uint32Array, at: number): void {
  const text = typeof value === 'string' ? value : value.toFixed(scale);
  const length = text.length;
  const negative = text.charCodeAt(0) === 45;
  let whole = 0;
  let fraction = 0;
  let decimals = -1;
  for (let i = negative || text.charCodeAt(0) === 43 ? 1 : 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit === -2) {
      decimals = 0;
    } else if (digit < 0 || digit > 9) {
      writeScaled(Number(text), scale, words, at);
      return;
    } else if (decimals < 0) {
      whole = whole * 10 + digit;
    } else if (decimals < scale) {
      fraction = fraction * 10 + digit;
      decimals += 1;
    }
  }
  fraction *= powersOfTen[scale - Math.max(decimals, 0)]!;
  writeScaledParts(whole, fraction, negative, scale, words, at);
}

/**
 * Writes `±(whole × 10^scale + fraction)` to `words[at…at+3]`.
 * @param whole the digits before the point, below 10^15.
 * @param fraction the digits after the point, filled up with zeros to `scale` of them.
 */
export function writeScaledParts(
  whole: number,
  fraction: number,
  negative: boolean,
  scale: 10 | 12,
  words: Uint32Array,
  at: number,
): void {
  writeProduct(whole, scale, fraction, words, at);
  if (negative) negate(words, at);
}

/** The value at `words[at…at+3]` as the nearest double, within a few units in its last place. */
export function readScaled(words: Uint32Array, at: number, scale: 10 | 12): number {
  const high = words[at + 3]! | 0;
  const value = ((high * word + words[at + 2]!) * word + words[at + 1]!) * word + words[at]!;
  return value / powersOfTen[scale]!;
}

/** whole × 10^scale + fraction; every intermediate stays below 2^53. */
function writeProduct(whole: number, scale: 10 | 12, fraction: number, words: Uint32Array, at: number): void {
  if (whole < 9_000) {
    const total = whole * powersOfTen[scale]! + fraction;
    words[at] = total;
    words[at + 1] = total / word;
    words[at + 2] = 0;
    words[at + 3] = 0;
    return;
  }
  let w0 = whole % word;
  let w1 = Math.floor(whole / word);
  let w2 = 0;
  for (const factor of scale === 12 ? [million, million] : [million, 1e4]) {
    w0 *= factor;
    w1 = w1 * factor + Math.floor(w0 / word);
    w2 = w2 * factor + Math.floor(w1 / word);
    w0 %= word;
    w1 %= word;
  }
  w0 += fraction % word;
  w1 += Math.floor(fraction / word) + Math.floor(w0 / word);
  w2 += Math.floor(w1 / word);
  words[at] = w0 % word;
  words[at + 1] = w1 % word;
  words[at + 2] = w2 % word;
  words[at + 3] = Math.floor(w2 / word);
}

function negate(words: Uint32Array, at: number): void {
  let carry = 1;
  for (let i = at; i < at + 4; i++) {
    const flipped = (~words[i]! >>> 0) + carry;
    words[i] = flipped;
    carry = flipped >= word ? 1 : 0;
  }
}

/** The double nearest to `value / 10^scale`. @param scale decimals, above 0 */
export function scaledNumber(value: bigint, scale: number): number {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(scale + 1, '0');
  const number = Number(`${digits.slice(0, -scale)}.${digits.slice(-scale)}`);
  return negative ? -number : number;
}

/** `text × 10^scale`. @param text a plain decimal with at most `scale` decimals, as the engine writes them */
export function scaledInteger(text: string, scale: number): bigint {
  const [whole, fraction = ''] = text.split('.') as [string, string?];
  return BigInt(`${whole}${fraction.padEnd(scale, '0')}`);
}

/** `text × 10^scale`, with further decimals truncated. @param text a plain decimal of any length */
export function cutScaled(text: string, scale: number): bigint {
  const point = text.indexOf('.');
  return point < 0 || text.length - point - 1 <= scale
    ? scaledInteger(text, scale)
    : scaledInteger(text.slice(0, point + 1 + scale), scale);
}

/** `value / 10^scale` as a plain decimal, truncated to `decimals`. */
export function scaledText(value: bigint, scale: number, decimals: number): string {
  const cut = value / 10n ** BigInt(scale - decimals);
  const digits = (cut < 0n ? -cut : cut).toString().padStart(decimals + 1, '0');
  return `${cut < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
