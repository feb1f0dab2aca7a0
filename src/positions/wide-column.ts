/** Exact integers of 128 bits, one a row: what a double would round. */
export interface WideColumn {
  get(row: number): bigint;
  set(row: number, value: bigint): void;
  /** Room for a number of rows, the present ones kept. */
  resize(rows: number): void;
  /** Two words a row, the lower one first; as they are kept. */
  words(rows: number): BigInt64Array;
}

export function createWideColumn(): WideColumn {
  let words = new BigInt64Array(0);
  return {
    get(row) {
      const low = BigInt.asUintN(64, words[row * 2]!);
      const high = words[row * 2 + 1]!;
      return high === 0n ? low : (high << 64n) | low;
    },
    set(row, value) {
      words[row * 2] = BigInt.asIntN(64, value);
      words[row * 2 + 1] = BigInt.asIntN(64, value >> 64n);
    },
    resize(rows) {
      const resized = new BigInt64Array(rows * 2);
      resized.set(words.subarray(0, resized.length));
      words = resized;
    },
    words: (rows) => words.subarray(0, rows * 2),
  };
}
