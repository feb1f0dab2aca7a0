/** Powers of ten up to 10^15, exact as doubles. */
export const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const exactLimit = Number.MAX_SAFE_INTEGER;

/**
 * A scaled integer as the exchange writes it: trailing zeros cut, one decimal at least (`66405.0`, `-0.000461`).
 *
 * @param units `value × 10^decimals`, an integer below 2^53.
 */
export function decimalText(units: number, decimals: number): string {
  if (units === 0) return '0.0';
  let value = units < 0 ? -units : units;
  let places = decimals;
  while (places > 1 && value % 10 === 0) {
    value /= 10;
    places -= 1;
  }
  const sign = units < 0 ? '-' : '';
  if (places === 0) return `${sign}${value}.0`;
  const power = powersOfTen[places]!;
  const whole = Math.floor(value / power);
  const fraction = String(value - whole * power);
  return `${sign}${whole}.${fraction.length < places ? '0'.repeat(places - fraction.length) + fraction : fraction}`;
}

/** `factor × multiplier / divisor` of integers, truncated toward zero; exact even if the product exceeds 2^53. */
export function mulDiv(factor: number, multiplier: number, divisor: number): number {
  const product = factor * multiplier;
  if (product <= exactLimit && product >= -exactLimit) return Math.trunc(product / divisor);
  return Number((BigInt(factor) * BigInt(multiplier)) / BigInt(divisor));
}

/** Remainder of `mulDiv`: an integer of the same sign below `divisor`. */
export function mulMod(factor: number, multiplier: number, divisor: number): number {
  const product = factor * multiplier;
  if (product <= exactLimit && product >= -exactLimit) return product % divisor;
  return Number((BigInt(factor) * BigInt(multiplier)) % BigInt(divisor));
}

/**
 * The step a price may take: at most 5 significant figures, integers always allowed (docs/exchange.md#ticks).
 *
 * @param px in units of 10^-pxDecimals.
 */
export function tickStep(px: number, pxDecimals: number): number {
  const whole = powersOfTen[pxDecimals]!;
  let step = 1;
  while (step < whole && px >= step * 100_000) step *= 10;
  return step;
}

/** The valid price nearest to `px`, never below one step. */
export function roundToTick(px: number, pxDecimals: number): number {
  const step = tickStep(px, pxDecimals);
  return Math.max(step, Math.round(px / step) * step);
}
