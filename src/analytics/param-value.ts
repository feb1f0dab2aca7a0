/**
 * What a placeholder's value must be. Both adapters refuse the same values before they reach the
 * engine, which itself wraps an integer that is too large without a word. Each check throws an Error
 * that says what would be right.
 */

export const maxListItems = 2_000;
/** Most UTF-8 bytes of a text or of all texts of a list: a server takes 128 KiB a field, escaped. */
export const maxTextBytes = 60_000;

export function boundedList<T>(values: readonly T[]): readonly T[] {
  if (values.length > maxListItems) throw new Error(`${values.length} items, at most ${maxListItems} fit`);
  return values;
}

export function boundedTexts(texts: readonly string[]): readonly string[] {
  const bytes = boundedList(texts).reduce((sum, text) => sum + Buffer.byteLength(text, 'utf8'), 0);
  if (bytes > maxTextBytes) throw new Error(`${bytes} bytes of text, at most ${maxTextBytes} fit`);
  return texts;
}

export function unsignedDigits(value: number | bigint): string {
  return integerDigits(value, 0n, 2n ** 64n);
}

export function signedDigits(value: number | bigint): string {
  return integerDigits(value, -(2n ** 63n), 2n ** 63n);
}

function integerDigits(value: number | bigint, min: bigint, end: bigint): string {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new Error(`not an integer: ${value}`);
  const integer = BigInt(value);
  if (integer < min || integer >= end) throw new Error(`integer out of range: ${integer}`);
  return integer.toString(10);
}

export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Error(`not a finite number: ${value}`);
  return value;
}

export function dateText(value: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) throw new Error('not a date of the form YYYY-MM-DD');
  return value;
}

/** @returns the 40 hex digits of an address. */
export function walletHex(value: string): string {
  if (!/^0x[0-9a-f]{40}$/.test(value)) {
    throw new Error('not a wallet address: lower-case 0x and 40 hex digits');
  }
  return value.slice(2);
}
