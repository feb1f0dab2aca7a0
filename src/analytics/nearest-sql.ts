/**
 * The double nearest to a decimal, the number its digits mean. The engine's own cast divides by the scale and is off by one in the
 * last place for many values: 19.084590000000002 for 19.08459.
 */
export function nearestOf(decimal: string): string {
  return `toFloat64(toString(${decimal}))`;
}

/** What a cost comes to by the unit of a size; 0 where the size is 0. Fills at one price give exactly that. */
export function vwapOf(cost: string, size: string): string {
  return `if(${size} = 0, 0, ${nearestOf(cost)} / ${nearestOf(size)})`;
}
