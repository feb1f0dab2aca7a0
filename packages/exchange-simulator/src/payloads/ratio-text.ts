/** A number that is no whole count of units (a mean, a ratio), with ten decimals at most as the exchange has them. */
export function ratioText(value: number): string {
  const text = value.toFixed(10).replace(/0+$/, '');
  return text.endsWith('.') ? `${text}0` : text;
}
