import { BlockList, isIP } from 'node:net';

export interface TargetPolicy {
  /** Also allows private, loopback and link-local addresses and any port, for a receiver in the same network. */
  allowsPrivate: boolean;
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** @throws Error if the name has no address */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** The policy refuses a target. The message names the requirement, and at most the host of the target. */
export class TargetRefused extends Error {}

const urlLimit = 2_000;
const usualPorts = new Set(['', '80', '443']);

// IANA special-purpose registries (RFC 6890): no public receiver has one of these addresses.
const special4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`;
/** Refused parts of 2000::/3; 6to4 and Teredo embed an IPv4 address, which may be private. */
const special6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20';
const refused4 = listOf(special4, 'ipv4');
const refused6 = listOf(special6, 'ipv6');
const global6 = listOf('2000::/3', 'ipv6');

function listOf(text: string, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of text.split(/\s+/)) {
    const [address, bits] = network.split('/') as [string, string];
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

export function isPublic(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !refused4.check(address, 'ipv4');
  return version === 6 && global6.check(address, 'ipv6') && !refused6.check(address, 'ipv6');
}

/** Validates the URL of a target without resolving its host. @throws TargetRefused */
export function readTarget(text: string, { allowsPrivate }: TargetPolicy): URL {
  const url = URL.canParse(text) && text.length <= urlLimit ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    throw new TargetRefused('the address must be an http or https URL of up to 2000 characters');
  if (url.username !== '' || url.password !== '')
    throw new TargetRefused('the address must not contain a user name or password');
  if (!allowsPrivate && !usualPorts.has(url.port))
    throw new TargetRefused(`messages go to ports 443 and 80 only, not to ${url.port}`);
  return url;
}

/** @throws TargetRefused if the policy refuses any address; Error if there are none */
export async function addressesOf(
  url: URL,
  { allowsPrivate }: TargetPolicy,
  resolve: Resolve,
): Promise<readonly ResolvedAddress[]> {
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  const addresses = family > 0 ? [{ address: literal, family }] : await resolve(literal);
  if (addresses.length === 0) throw new Error(`${literal} has no address`);
  if (!allowsPrivate && !addresses.every(({ address }) => isPublic(address)))
    throw new TargetRefused(
      `${literal} is, or resolves to, an address outside the public internet; messages go to public addresses only`,
    );
  return addresses;
}

/** Masks a target for lists: hides the query, and the path as well for chat services, whose paths are secrets. */
export function shownTarget(text: string, format: string): string {
  const { origin, pathname, search } = new URL(text);
  if (format !== 'json') return `${origin}/…`;
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
