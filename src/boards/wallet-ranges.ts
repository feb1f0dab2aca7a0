/** Inclusive range of addresses. */
export interface WalletRange {
  from: string;
  to: string;
}

const mostRanges = 65_536;

/** Ranges of addresses that together hold all of them, in order. @param wanted at least so many, up to 65,536 */
export function rangesOfWallets(wanted: number): WalletRange[] {
  let count = 1;
  while (count < wanted && count < mostRanges) count *= 2;
  const width = mostRanges / count;
  const prefix = (value: number) => value.toString(16).padStart(4, '0');
  return Array.from({ length: count }, (_, i) => ({
    from: `0x${prefix(i * width)}${'0'.repeat(36)}`,
    to: `0x${prefix((i + 1) * width - 1)}${'f'.repeat(36)}`,
  }));
}
