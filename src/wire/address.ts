/**
 * Reads an address from a payload. Written without a regular expression: it runs once for every fill.
 *
 * @returns The address in lower case, or undefined where the value is no `0x` and 40 hex digits.
 */
export function readAddress(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length !== 42 || value.charCodeAt(0) !== 48) return undefined;
  let upper = value.charCodeAt(1) === 88;
  if (!upper && value.charCodeAt(1) !== 120) return undefined;
  for (let i = 2; i < 42; i++) {
    const code = value.charCodeAt(i);
    if (code >= 48 && code <= 57) continue;
    if (code >= 97 && code <= 102) continue;
    if (code < 65 || code > 70) return undefined;
    upper = true;
  }
  return upper ? value.toLowerCase() : value;
}
