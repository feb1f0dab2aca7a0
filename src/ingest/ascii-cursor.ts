import { writeScaledParts } from '../kernel/scaled.ts';

/**
 * Reads values of compact JSON directly from bytes. Every method returns whether it succeeded; after a failure the cursor's offset is
 * undefined.
 */
export interface AsciiCursor {
  /** Offset in the bytes. */
  at: number;
  /** The last number read by `integer` or `decimal`. */
  value: number;
  /** Start and end of the last text read by `text`, without its quotes. */
  textFrom: number;
  textTo: number;
  start(bytes: Uint8Array, at: number): void;
  literal(expected: Uint8Array): boolean;
  /** Reads a quoted text of 1 to `limit` plain ASCII characters without escapes. */
  text(limit: number): boolean;
  /** Reads an integer from 0 to 2^53−1. */
  integer(): boolean;
  /** Reads `"0x…"` of exactly `width` bytes. */
  hex(target: Uint8Array, at: number, width: number): boolean;
  /**
   * Reads a quoted decimal of at most 15 digits before the point and `scale` after it; `value` is then its approximate size.
   * @param target, at receives the four words of the scaled value
   */
  decimal(scale: 10 | 12, target: Uint32Array, at: number): boolean;
}

const quote = 34;
const backslash = 92;
const minus = 45;
const point = 46;
const integerDigitsLimit = 15;
const powersOfTen = Array.from({ length: 13 }, (_, exponent) => 10 ** exponent);
/** Value of a hex digit by character code; 256 for other characters. */
const hexDigits = new Uint16Array(256).fill(256);
for (let digit = 0; digit < 16; digit++) {
  hexDigits[digit.toString(16).charCodeAt(0)] = digit;
  hexDigits[digit.toString(16).toUpperCase().charCodeAt(0)] = digit;
}

export function asciiBytes(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}

/** Beyond the end of the bytes nothing matches. */
export function createAsciiCursor(): AsciiCursor {
  let bytes: Uint8Array = new Uint8Array(0);

  const cursor: AsciiCursor = {
    at: 0,
    value: 0,
    textFrom: 0,
    textTo: 0,
    start(source, at) {
      bytes = source;
      cursor.at = at;
    },
    literal(expected) {
      const at = cursor.at;
      for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
      cursor.at = at + expected.length;
      return true;
    },
    text(limit) {
      let at = cursor.at;
      if (bytes[at] !== quote) return false;
      const from = ++at;
      const end = Math.min(bytes.length, from + limit + 1);
      for (; at < end; at++) {
        const code = bytes[at]!;
        if (code === quote) break;
        if (code < 32 || code > 126 || code === backslash) return false;
      }
      if (at === end || at === from) return false;
      cursor.textFrom = from;
      cursor.textTo = at;
      cursor.at = at + 1;
      return true;
    },
    integer() {
      const from = cursor.at;
      let at = from;
      let value = 0;
      for (let digit = bytes[at]! - 48; digit >= 0 && digit <= 9; digit = bytes[++at]! - 48) {
        value = value * 10 + digit;
      }
      // JSON does not allow leading zeros.
      if (at === from || (bytes[from] === 48 && at - from > 1) || value > Number.MAX_SAFE_INTEGER)
        return false;
      cursor.value = value;
      cursor.at = at;
      return true;
    },
    hex(target, to, width) {
      let at = cursor.at;
      if (bytes[at] !== quote || bytes[at + 1] !== 48 || bytes[at + 2] !== 120) return false;
      at += 3;
      // Checks the end quote first, so that no digit is read beyond the bytes.
      if (bytes[at + 2 * width] !== quote) return false;
      let seen = 0;
      for (let i = 0; i < width; i++, at += 2) {
        const high = hexDigits[bytes[at]!]!;
        const low = hexDigits[bytes[at + 1]!]!;
        seen |= high | low;
        target[to + i] = (high << 4) | low;
      }
      cursor.at = at + 1;
      return seen < 256;
    },
    decimal(scale, target, to) {
      let at = cursor.at;
      if (bytes[at++] !== quote) return false;
      const negative = bytes[at] === minus;
      if (negative) at++;
      let from = at;
      let whole = 0;
      let fraction = 0;
      let decimals = 0;
      for (let digit = bytes[at]! - 48; digit >= 0 && digit <= 9; digit = bytes[++at]! - 48) {
        whole = whole * 10 + digit;
      }
      if (at === from || at - from > integerDigitsLimit) return false;
      if (bytes[at] === point) {
        from = ++at;
        for (let digit = bytes[at]! - 48; digit >= 0 && digit <= 9; digit = bytes[++at]! - 48) {
          fraction = fraction * 10 + digit;
        }
        decimals = at - from;
        if (decimals === 0 || decimals > scale) return false;
      }
      if (bytes[at] !== quote) return false;
      cursor.at = at + 1;
      const size = whole + fraction / powersOfTen[decimals]!;
      cursor.value = negative ? -size : size;
      writeScaledParts(whole, fraction * powersOfTen[scale - decimals]!, negative, scale, target, to);
      return true;
    },
  };
  return cursor;
}
