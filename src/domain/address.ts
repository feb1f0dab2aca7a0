const addressPattern = /^0x[0-9a-f]{40}$/i;

/** True of `0x` and 40 hex digits, in any case. */
export function isAddress(text: string): boolean {
  return addressPattern.test(text);
}

/** @returns lower case, the only form inside and in answers (docs/contract.md#input); else undefined */
export function parseAddress(text: string): string | undefined {
  return addressPattern.test(text) ? text.toLowerCase() : undefined;
}
