/** Longer runs of keys with equal upper halves use the runtime's sort. */
const insertionLimit = 24;

/**
 * The places of the values from the smallest to the largest; equal values keep their order (`rankedRows` needs
 * this). A radix sort over the upper half of each double, which almost always decides, then a sort of the few
 * neighbours with equal upper halves: a million values take a tenth of the time of a search per value.
 *
 * @param values finite or infinite, never NaN.
 */
export function ascendingOrder(values: Float64Array): Uint32Array {
  const order = byUpperHalf(values);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    let rising = true;
    const upper = upperHalf(values[order[from]!]!);
    for (; to < order.length; to++) {
      const value = values[order[to]!]!;
      if (upperHalf(value) !== upper) break;
      if (value < values[order[to - 1]!]!) rising = false;
    }
    if (!rising) sortRun(order, from, to, values);
    from = to;
  }
  return order;
}

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);
const upperIndex = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;

/** The upper 32 bits as a number that rises with the value. Adding 0 makes -0 the 0 it equals. */
function upperHalf(value: number): number {
  double[0] = value + 0;
  const bits = halves[upperIndex]!;
  return (bits < 0 ? ~bits : bits ^ 0x80000000) >>> 0;
}

function byUpperHalf(values: Float64Array): Uint32Array {
  const count = values.length;
  const keys = new Uint32Array(count);
  const lowEnds = new Uint32Array(65_536);
  const highEnds = new Uint32Array(65_536);
  for (let i = 0; i < count; i++) {
    const key = upperHalf(values[i]!);
    keys[i] = key;
    lowEnds[key & 0xffff]! += 1;
    highEnds[key >>> 16]! += 1;
  }
  accumulate(lowEnds);
  accumulate(highEnds);
  const byLow = new Uint32Array(count);
  for (let i = count - 1; i >= 0; i--) byLow[--lowEnds[keys[i]! & 0xffff]!] = i;
  const order = new Uint32Array(count);
  for (let i = count - 1; i >= 0; i--) {
    const at = byLow[i]!;
    order[--highEnds[keys[at]! >>> 16]!] = at;
  }
  return order;
}

function accumulate(counts: Uint32Array): void {
  let sum = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i]!;
    counts[i] = sum;
  }
}

function sortRun(order: Uint32Array, from: number, to: number, values: Float64Array): void {
  if (to - from > insertionLimit) {
    order.subarray(from, to).sort((a, b) => values[a]! - values[b]!);
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const moving = order[i]!;
    const value = values[moving]!;
    let at = i;
    for (; at > from && values[order[at - 1]!]! > value; at--) order[at] = order[at - 1]!;
    order[at] = moving;
  }
}
