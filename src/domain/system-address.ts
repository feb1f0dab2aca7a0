/**
 * Vaults that take over liquidated positions, and the liquidator of portfolio margin
 * (docs/exchange.md#addresses-of-the-exchange).
 */
const liquidators = [
  '0x2e3d94f0562703b25c83308a05046ddaf9a8dd14',
  '0xb0a55f13d22f66e6d495ac98113841b2326e9540',
  `0x${'b'.repeat(40)}`,
] as const;

/**
 * Addresses that the exchange itself trades, settles or liquidates by; no traders
 * (docs/exchange.md#addresses-of-the-exchange): the other side of HIP-3 settlements, the assistance
 * fund, the vault of the protocol with its children, and the liquidators.
 */
const systemAddresses = new Set<string>([
  `0x${'0'.repeat(40)}`,
  `0x${'fe'.repeat(20)}`,
  '0xdfc24b077bc1425ad1dea75bcb6f8158e10df303',
  '0x010461c14e146ac35fe42271bdc1134ee31c703a',
  '0x31ca8395cf837de08b24da3f660e77761dfb974b',
  ...liquidators,
]);

/** Of tokens, `0x2000…` and their index, and of the liquidators of dexes, `0x4000…`. */
const systemPattern = /^0x[24]0{23}/;

/** True of an address that is no trader's. @param address lower-case */
export function isSystemAddress(address: string): boolean {
  return systemAddresses.has(address) || systemPattern.test(address);
}

/** SQL: true for a liquidator wallet. Each HIP-3 dex has its own, `0x4000…` plus the dex index. @param column 20 bytes */
export function isLiquidatorSql(column: string): string {
  const known = liquidators.map((address) => `unhex('${address.slice(2)}')`).join(', ');
  return `(${column} IN (${known}) OR startsWith(${column}, unhex('4${'0'.repeat(21)}')))`;
}
