export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

/** The exchange keeps money to a millionth of a dollar. */
const usdDecimals = 6;

/** An amount computed with doubles, rounded to remove float noise: 22580.999999999996 becomes 22581. */
export const roundedUsd = (amount: number): number => rounded(amount, usdDecimals);

const shareDecimals = 9;

/** part / whole; 0 if the whole is 0. */
export const shareOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : rounded(part / whole, shareDecimals);
