/** Reads the values of a RowBinary result one after the other, in the order of the query's columns. */
export interface RowBinaryReader {
  readonly isAtEnd: boolean;
  /** FixedString(20) as lower-case `0x` and 40 hex digits. */
  wallet(): string;
  /** Int64 or UInt64 below 2^53. */
  integer(): number;
  float64(): number;
  /** String, at most 16,383 bytes of UTF-8. */
  text(): string;
  /** Array(String) of at most 16,383 texts. */
  texts(): string[];
  /** Where the next value begins, in bytes; for values that are compared where they stand. */
  readonly at: number;
  skip(bytes: number): void;
}

/** Over bytes of {@link AnalyticsStore.bytes}; nothing is copied. */
export function readRowBinary(rows: Uint8Array): RowBinaryReader {
  const buffer = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength);
  let at = 0;

  /** A length of up to two bytes: seven bits each, the lower ones first. */
  function length(): number {
    const low = buffer[at++]!;
    return low < 128 ? low : low - 128 + 128 * buffer[at++]!;
  }

  function text(): string {
    const bytes = length();
    at += bytes;
    return buffer.toString('utf8', at - bytes, at);
  }

  return {
    get isAtEnd() {
      return at >= buffer.length;
    },
    wallet() {
      at += 20;
      return `0x${buffer.toString('hex', at - 20, at)}`;
    },
    integer() {
      at += 8;
      return buffer.readUInt32LE(at - 8) + buffer.readInt32LE(at - 4) * 2 ** 32;
    },
    float64() {
      at += 8;
      return buffer.readDoubleLE(at - 8);
    },
    text,
    texts: () => Array.from({ length: length() }, text),
    get at() {
      return at;
    },
    skip(bytes) {
      at += bytes;
    },
  };
}
