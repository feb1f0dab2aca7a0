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
 * @param wanted least number of ranges, where the limit allows it; a power of two is made
 * @param limit a power of two, up to 65,536
 */
export function walletRanges(wanted: number, limit = 256): WalletRange[] {
  let count = 1;
  while (count < wanted && count < limit) count *= 2;
  return equalRanges(0, finestSplit, count);
}

/**
 * Parts of a range of {@link walletRanges}, in order and about equally large.
 *
 * @param wanted least number of ranges, where a range is not finer; a power of two is made
 */
export function splitRange({ from, to }: WalletRange, wanted: number): WalletRange[] {
  const first = Number.parseInt(from.slice(2, 6), 16);
  const width = Number.parseInt(to.slice(2, 6), 16) + 1 - first;
  let count = 1;
  while (count < wanted && count < width) count *= 2;
  return equalRanges(first, width, count);
}

/** @param first of the values of two bytes, of which there are `width` */
function equalRanges(first: number, width: number, count: number): WalletRange[] {
  const prefix = (value: number) => value.toString(16).padStart(4, '0');
  return Array.from({ length: count }, (_, i) => ({
    from: `0x${prefix(first + (i * width) / count)}${'0'.repeat(36)}`,
    to: `0x${prefix(first + ((i + 1) * width) / count - 1)}${'f'.repeat(36)}`,
  }));
}
