/** The candle that a time is in: the last one that began before it. */
export function candleOf(timesMs: readonly number[], atMs: number): number | undefined {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timesMs[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return timesMs[low - 1];
}
