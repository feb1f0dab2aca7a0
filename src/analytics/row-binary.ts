/** Reads the values of a RowBinary result one after the other, in the order of the query's columns. */
export interface RowBinaryReader {
  readonly bytes: Uint8Array;
  /** Offset of the next value. */
  at: number;
  readonly done: boolean;
  /** Skips an address. @returns the offset of its 20 bytes */
  wallet(): number;
  /** An address as lower-case `0x` and 40 hex digits. */
  address(): string;
  /** A text, each distinct one made once. */
  text(): string;
  texts(): string[];
  /** An array: `value` is called for each of its values, and steps over it. */
  each(value: () => void): void;
  uint8(): number;
  uint32(): number;
  /** Int64, or UInt64, below 2^53. */
  int64(): number;
  double(): number;
  /** Of Decimal(18, …). */
  decimal64(): bigint;
  /** Of Decimal(38, …). */
  decimal128(): bigint;
}

/** Over bytes of {@link AnalyticsStore.bytes}; nothing is copied. */
export function readRowBinary(bytes: Uint8Array): RowBinaryReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const texts = new Map<string, string>();
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let last = { from: 0, length: -1, text: '' };
  const reader: RowBinaryReader = {
    bytes,
    at: 0,
    get done() {
      return reader.at >= bytes.length;
    },
    wallet: () => step(20),
    address() {
      const from = step(20);
      return `0x${buffer.toString('hex', from, from + 20)}`;
    },
    each(value) {
      for (let left = varint(); left > 0; left--) value();
    },
    texts: () => Array.from({ length: varint() }, () => reader.text()),
    text() {
      const length = varint();
      if (length === 0) return '';
      const from = step(length);
      // Rows of one coin come together.
      if (length !== last.length || !isSame(last.from, from, length)) {
        const made = buffer.toString('utf8', from, from + length);
        const text = texts.get(made) ?? made;
        texts.set(text, text);
        last = { from, length, text };
      }
      return last.text;
    },
    uint8: () => view.getUint8(step(1)),
    uint32: () => view.getUint32(step(4), true),
    int64: () => int64At(view, step(8)),
    double: () => view.getFloat64(step(8), true),
    decimal64: () => view.getBigInt64(step(8), true),
    decimal128: () => int128At(view, step(16)),
  };

  /** Names are short: a call of the buffer's own comparison takes longer. */
  function isSame(one: number, other: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (bytes[one + i] !== bytes[other + i]) return false;
    return true;
  }

  function step(length: number): number {
    const from = reader.at;
    reader.at += length;
    return from;
  }

  function varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[step(1)]!;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }
  return reader;
}

/** Int64, or UInt64, below 2^53. */
export function int64At(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getInt32(at + 4, true) * 2 ** 32;
}

export function int128At(view: DataView, at: number): bigint {
  const high = view.getBigInt64(at + 8, true);
  const low = view.getBigUint64(at, true);
  return high === 0n ? low : (high << 64n) | low;
}
