/** True for a spot pair, which has neither open interest nor funding: PURR/USDC, @107. */
export function isSpot(coin: string): boolean {
  return coin.startsWith('@') || coin.includes('/');
}
