import { InvalidArgumentError } from 'commander';
import { parseAddress } from '../domain/address.ts';

/** Reads an address. @returns it in lower case @throws InvalidArgumentError */
export function addressOption(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) throw new InvalidArgumentError('It must be 0x and 40 hex digits.');
  return address;
}
