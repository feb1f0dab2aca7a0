/**
 * Importance by an amount of USD: ten times the amount adds one. At least 1.
 * @param usd open notional, or volume of a day
 */
export function importanceOf(usd: number): number {
  return 1 + Math.log10(1 + usd / 10_000);
}
