/** The nearest number with `decimals` decimals. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** The exchange keeps money to a millionth of a dollar. */
const usdDecimals = 6;

/**
 * An amount that was worked out with doubles, without the digits that are float noise: 22580.999999999996 is 22581.
 *
 * @param amount USD
 */
export const roundedUsd = (amount: number): number => rounded(amount, usdDecimals);

const shareDecimals = 9;

/** part / whole; 0 where there is no whole. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : rounded(part / whole, shareDecimals);
