import { parseAddress } from './address.ts';

/** Names of builders by their lower-case address. */
export type BuilderNames = ReadonlyMap<string, string>;

const namesLimit = 1_000;
const nameLengthLimit = 64;

/**
 * Reads names of builders: `0x…=name,0x…=name`.
 *
 * @returns undefined where the text is none, names an address twice, or more than a thousand
 */
export function readBuilderNames(text: string): BuilderNames | undefined {
  const names = new Map<string, string>();
  for (const entry of text.split(',')) {
    const equals = entry.indexOf('=');
    const address = parseAddress(entry.slice(0, Math.max(equals, 0)).trim());
    const name = entry.slice(equals + 1).trim();
    if (address === undefined || name === '' || name.length > nameLengthLimit || names.has(address))
      return undefined;
    names.set(address, name);
  }
  return names.size <= namesLimit ? names : undefined;
}
