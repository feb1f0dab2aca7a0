import { versionPrefix } from '../../endpoints/registry.ts';

export const paidPrefix = '/x402';

export function paidPath({ path }: { readonly path: `/${string}` }): `/${string}` {
  return `${paidPrefix}${path}`;
}

/** The path whose paid twin this is; undefined for other paths. */
export function twinOf(path: string): string | undefined {
  return path.startsWith(`${paidPrefix}${versionPrefix}/`) ? path.slice(paidPrefix.length) : undefined;
}
