import { BlockList, isIP } from 'node:net';

export interface Networks {
  /** True if the address lies in one of the networks; also matches IPv4 addresses mapped into IPv6. */
  has(address: string): boolean;
}

/**
 * @param text comma-separated addresses and CIDR blocks: `10.0.0.0/8, fd00::/8, 127.0.0.1`
 * @returns undefined if an entry is invalid
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
