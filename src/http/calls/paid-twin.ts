export const paidPrefix = '/x402';

export function paidPath({ path }: { readonly path: `/${string}` }): `/${string}` {
  return `${paidPrefix}${path}`;
}
