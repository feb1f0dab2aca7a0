/** The number nearest to `value × 10^-decimals`, rounded once: a division of large integers would round twice. */
export function nearestNumber(value: bigint, decimals: number): number {
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  const number = Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
  return value < 0n ? -number : number;
}
