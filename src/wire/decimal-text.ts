/** Integer digits a decimal of the exchange may have: what Tidemark's columns hold. */
export const integerDigitsLimit = 15;
/** Decimals of a size, position or amount of money, after trailing zeros are cut. */
export const amountDecimalsLimit = 12;
/** Decimals of a price, after trailing zeros are cut. */
export const priceDecimalsLimit = 10;
/** Longest text of a decimal; nothing the exchange sends comes near. */
export const textLengthLimit = 64;

/** What `scanDecimal` found: the sign of a usable decimal, or what keeps it from being one. */
export const decimalScan = {
  negative: -1,
  zero: 0,
  positive: 1,
  notDecimal: 2,
  tooManyIntegerDigits: 3,
  tooManyDecimals: 4,
} as const;

const exponentPattern = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,4})$/;

/**
 * Checks a decimal as the exchange writes it (`-?digits[.digits]`, an exponent allowed) without
 * converting it. Runs about six times for every fill, so one pass over the characters and no allocation.
 *
 * @param decimalsLimit Decimals allowed once trailing zeros are cut.
 * @returns One of `decimalScan`: below 2 the decimal is usable and this is its sign.
 */
export function scanDecimal(text: string, decimalsLimit: number): number {
  const length = text.length;
  if (length > textLengthLimit) return decimalScan.notDecimal;
  const negative = text.charCodeAt(0) === 45;
  const start = negative ? 1 : 0;
  let firstNonZero = -1;
  let lastNonZero = -1;
  let point = -1;
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === 48) continue;
    if (code > 48 && code <= 57) {
      if (firstNonZero < 0) firstNonZero = i;
      lastNonZero = i;
    } else if (code === 46 && point < 0 && i > start && i < length - 1) {
      point = i;
    } else {
      return code === 101 || code === 69 ? scanExponent(text, decimalsLimit) : decimalScan.notDecimal;
    }
  }
  if (length === start) return decimalScan.notDecimal;
  if (firstNonZero < 0) return decimalScan.zero;
  const integerEnd = point < 0 ? length : point;
  if (integerEnd - firstNonZero > integerDigitsLimit) return decimalScan.tooManyIntegerDigits;
  if (point >= 0 && lastNonZero - point > decimalsLimit) return decimalScan.tooManyDecimals;
  return negative ? decimalScan.negative : decimalScan.positive;
}

function scanExponent(text: string, decimalsLimit: number): number {
  const match = exponentPattern.exec(text);
  if (match === null) return decimalScan.notDecimal;
  const [, sign, integer = '', fraction = '', exponent] = match;
  const digits = integer + fraction;
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return decimalScan.zero;
  const point = integer.length + Number(exponent);
  const leadingZeros = digits.length - digits.replace(/^0+/, '').length;
  if (point - leadingZeros > integerDigitsLimit) return decimalScan.tooManyIntegerDigits;
  if (significant.length - point > decimalsLimit) return decimalScan.tooManyDecimals;
  return sign === '-' ? decimalScan.negative : decimalScan.positive;
}
