/**
 * How much something matters by an amount of USD: ten times as much of it is one more. At least 1.
 * @param usd what is open, or traded in a day
 */
export function importanceOf(usd: number): number {
  return 1 + Math.log10(1 + usd / 10_000);
}
