import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { flag, id, name, optional, text } from './scalar.ts';

/** Tokens and spot pairs (`spotMeta`). `@n` is the pair whose `index` is n, not the n-th of the list. */
export const spotMeta = payload(
  'spotMeta',
  Type.Object({
    tokens: Type.Array(
      Type.Object({
        name,
        szDecimals: id,
        weiDecimals: id,
        index: id,
        tokenId: name,
        isCanonical: flag,
        fullName: optional(text),
      }),
    ),
    universe: Type.Array(Type.Object({ name, tokens: Type.Tuple([id, id]), index: id, isCanonical: flag })),
  }),
);
export type WireSpotMeta = ValueOf<typeof spotMeta>;
