/** An inclusive range of addresses. */
export interface WalletRange {
  from: string;
  to: string;
}

/** Parameters of a query over a range, and its condition. */
export const rangeParams = { from: 'Wallet', to: 'Wallet' } as const;
export const inRange = 'wallet >= {from:Wallet} AND wallet <= {to:Wallet}';

/** No split is finer: ranges differ in the first two bytes of their addresses. */
const finestSplit = 65_536;

/**
 * Ranges that together hold all addresses, in order and about equally many each: wallets are hashes, and lie evenly.
 *
 * @param wanted at least so many where the limit lets it be; a power of two is made
 * @param limit a power of two, up to 65,536
 */
export function walletRanges(wanted: number, limit = 256): WalletRange[] {
  let count = 1;
  while (count < wanted && count < limit) count *= 2;
  const width = finestSplit / count;
  const prefix = (value: number) => value.toString(16).padStart(4, '0');
  return Array.from({ length: count }, (_, i) => ({
    from: `0x${prefix(i * width)}${'0'.repeat(36)}`,
    to: `0x${prefix((i + 1) * width - 1)}${'f'.repeat(36)}`,
  }));
}
