import { BlockList, isIP } from 'node:net';

/** A set of addresses. */
export interface Networks {
  /** True where the address lies in one of the networks; an IPv4 address also where IPv6 carries it. */
  has(address: string): boolean;
}

/**
 * Reads a list of networks.
 * @param text addresses and CIDR blocks between commas: `10.0.0.0/8, fd00::/8, 127.0.0.1`
 * @returns undefined where a part of it is none
 */
export function networksOf(text: string): Networks | undefined {
  const list = new BlockList();
  for (const part of text.split(',')) {
    const [address = '', bits, ...more] = part.trim().split('/');
    const version = isIP(address);
    const width = version === 4 ? 32 : 128;
    const prefix = bits === undefined ? width : Number(bits);
    const wellFormed = bits === undefined || /^\d{1,3}$/.test(bits);
    if (version === 0 || more.length > 0 || !wellFormed || prefix > width) return undefined;
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return {
    has(address) {
      const version = isIP(address);
      return version !== 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6');
    },
  };
}
