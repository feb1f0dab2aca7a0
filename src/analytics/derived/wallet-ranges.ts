/** Most ranges that all addresses are split into. */
const rangesLimit = 256;

/** An inclusive range of addresses. */
export interface WalletRange {
  from: string;
  to: string;
}

/** Ranges that together hold all addresses, about equally many each: a power of two, at most {@link rangesLimit}. */
export function walletRanges(wanted: number): WalletRange[] {
  let count = 1;
  while (count < wanted && count < rangesLimit) count *= 2;
  const width = rangesLimit / count;
  const byte = (value: number) => value.toString(16).padStart(2, '0');
  return Array.from({ length: count }, (_, i) => ({
    from: `0x${byte(i * width)}${'00'.repeat(19)}`,
    to: `0x${byte((i + 1) * width - 1)}${'ff'.repeat(19)}`,
  }));
}
