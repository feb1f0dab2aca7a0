const addressPattern = /^0x[0-9a-f]{40}$/i;

/**
 * Whether a text is a wallet address: `0x` and 40 hex digits, in any case.
 *
 * @param text What a caller sent.
 */
export function isAddress(text: string): boolean {
  return addressPattern.test(text);
}

/**
 * Reads a wallet address.
 *
 * @param text What a caller sent, in any case (docs/contract.md#input).
 * @returns The address in lower case, its only form inside Tidemark and in answers; undefined for anything else.
 */
export function parseAddress(text: string): string | undefined {
  return addressPattern.test(text) ? text.toLowerCase() : undefined;
}
