import { versionPrefix } from '../../endpoints/registry.ts';

/** Where the paid twin of a path stands. */
export const paidPrefix = '/x402';

/** The paid twin of an endpoint's path. */
export function paidPath({ path }: { readonly path: `/${string}` }): `/${string}` {
  return `${paidPrefix}${path}`;
}

/** The path that a paid one is the twin of; undefined where it is none. */
export function twinOf(path: string): string | undefined {
  return path.startsWith(`${paidPrefix}${versionPrefix}/`) ? path.slice(paidPrefix.length) : undefined;
}
