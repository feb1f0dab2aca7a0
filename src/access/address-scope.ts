import { isIPv6 } from 'node:net';

/**
 * The address that limits count by, and the networks around it. An IPv4 address counts alone, even when IPv6-mapped.
 * An IPv6 address counts as its /64, plus its /56 and /48: a customer may have any of the three.
 */
export type AddressScopes = readonly [string, ...string[]];

/** Factor of each scope's limit relative to a single address, in the order of `addressScopes`. */
export const scopeFactors = [1, 4, 16] as const;

/** @param remoteAddress of a client, in any of its written forms */
export function addressScopes(remoteAddress: string): AddressScopes {
  const address = remoteAddress.split('%', 1)[0]!.toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped !== null) return [mapped[1]!];
  if (!isIPv6(address)) return [address];
  const groups = firstGroups(address);
  const [a, b, c, d] = groups as [string, string, string, string];
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [`${a}:${b}:${c}:${d}::/64`, `${a}:${b}:${c}:${upper}::/56`, `${a}:${b}:${c}::/48`];
}

/** Smallest scope of an address. */
export function addressScope(remoteAddress: string): string {
  return addressScopes(remoteAddress)[0];
}

/** The first 64 bits as four groups without leading zeros. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? 0 : tail.split(':').length + (tail.includes('.') ? 1 : 0);
    while (groups.length + after < 8) groups.push('0');
  }
  return groups
    .concat(tail === undefined || tail === '' ? [] : tail.split(':'))
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''));
}
