import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { perpMeta } from './perp-meta.ts';
import { decimal, dexName, name, nullable, optional } from './scalar.ts';
import { spotMeta } from './spot-meta.ts';

const perpContextSchema = Type.Object({
  /** Estimate of the current hour's rate, a fraction. */
  funding: decimal,
  /** In coins, one side. */
  openInterest: decimal,
  prevDayPx: decimal,
  dayNtlVlm: decimal,
  dayBaseVlm: optional(decimal),
  premium: nullable(decimal),
  oraclePx: decimal,
  markPx: decimal,
  midPx: nullable(decimal),
  /** Bid and ask. */
  impactPxs: nullable(Type.Tuple([decimal, decimal])),
});

const spotContextSchema = Type.Object({
  coin: name,
  prevDayPx: decimal,
  dayNtlVlm: decimal,
  dayBaseVlm: optional(decimal),
  markPx: decimal,
  midPx: nullable(decimal),
  circulatingSupply: optional(decimal),
  totalSupply: optional(decimal),
});

/** State of one perp market. */
export const perpContext = payload('context', perpContextSchema);
export type WirePerpContext = ValueOf<typeof perpContext>;

/** State of one spot pair or outcome. */
export const spotContext = payload('spotContext', spotContextSchema);
export type WireSpotContext = ValueOf<typeof spotContext>;

/** `metaAndAssetCtxs`: contexts in the order of the meta's universe. */
export const metaAndAssetCtxs = payload(
  'metaAndAssetCtxs',
  Type.Tuple([perpMeta.schema, Type.Array(perpContextSchema)]),
);
export type WireMetaAndAssetCtxs = ValueOf<typeof metaAndAssetCtxs>;

/** `spotMetaAndAssetCtxs`: a context names its coin; places say nothing. */
export const spotMetaAndAssetCtxs = payload(
  'spotMetaAndAssetCtxs',
  Type.Tuple([spotMeta.schema, Type.Array(spotContextSchema)]),
);
export type WireSpotMetaAndAssetCtxs = ValueOf<typeof spotMetaAndAssetCtxs>;

/** A message of channel `activeAssetCtx`. */
export const activeAssetCtx = payload('activeAssetCtx', Type.Object({ coin: name, ctx: perpContextSchema }));

/** A message of channel `activeSpotAssetCtx`, which answers the same subscription for a spot coin. */
export const activeSpotAssetCtx = payload(
  'activeSpotAssetCtx',
  Type.Object({ coin: name, ctx: spotContextSchema }),
);

/** A message of channel `allDexsAssetCtxs`: per dex its contexts, in the order of that dex's universe. */
export const allDexsAssetCtxs = payload(
  'allDexsAssetCtxs',
  Type.Object({ ctxs: Type.Array(Type.Tuple([dexName, Type.Array(perpContextSchema)])) }),
);
export type WireAllDexsAssetCtxs = ValueOf<typeof allDexsAssetCtxs>;
