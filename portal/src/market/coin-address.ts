/** Where a coin's page is. */
export function coinAddress(coin: string): string {
  return `/coin/${encodeURIComponent(coin)}`;
}
