import { versionPrefix } from '../../endpoints/registry.ts';

/** Path prefix of paid twins. */
export const paidPrefix = '/x402';

/** The paid twin of an endpoint's path. */
export function paidPath({ path }: { readonly path: `/${string}` }): `/${string}` {
  return `${paidPrefix}${path}`;
}

/** The path whose paid twin this is; undefined for other paths. */
export function twinOf(path: string): string | undefined {
  return path.startsWith(`${paidPrefix}${versionPrefix}/`) ? path.slice(paidPrefix.length) : undefined;
}
