import { Type } from 'typebox';
import { inflated } from '../kernel/inflated.ts';
import { fault, shown } from './fault.ts';
import {
  eachOf,
  type Fault,
  payload,
  type Read,
  type Reader,
  type Rejected,
  type ValueOf,
} from './payload.ts';
import { perpMeta } from './perp-meta.ts';
import { decimal, dexName, name, nullable, optional } from './scalar.ts';

const perpContextSchema = Type.Object({
  /** Estimate of the current hour's rate, a fraction. */
  funding: decimal,
  /** In coins, one side. */
  openInterest: decimal,
  prevDayPx: decimal,
  dayNtlVlm: decimal,
  dayBaseVlm: optional(decimal),
  premium: optional(nullable(decimal)),
  oraclePx: decimal,
  markPx: decimal,
  midPx: optional(nullable(decimal)),
  /** Bid and ask. */
  impactPxs: optional(nullable(Type.Tuple([decimal, decimal]))),
});

const spotContextSchema = Type.Object({
  coin: name,
  prevDayPx: decimal,
  dayNtlVlm: decimal,
  dayBaseVlm: optional(decimal),
  markPx: decimal,
  midPx: optional(nullable(decimal)),
  circulatingSupply: optional(decimal),
  totalSupply: optional(decimal),
});

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

/** `spotMetaAndAssetCtxs`: its contexts. Each names its coin; places say nothing, and the metas are those of `spotMeta`. */
export const readSpotContexts: Reader<WireSpotContext[]> = (value) =>
  Array.isArray(value) && value.length === 2
    ? eachOf(spotContext)(value[1])
    : { fault: fault('spotMetaAndAssetCtxs', value, 'the metas and an array of contexts') };

export const activeAssetCtx = payload('activeAssetCtx', Type.Object({ coin: name, ctx: perpContextSchema }));

/** A message of channel `activeSpotAssetCtx`, which answers the same subscription for a spot coin. */
export const activeSpotAssetCtx = payload(
  'activeSpotAssetCtx',
  Type.Object({ coin: name, ctx: spotContextSchema }),
);

const contextsByDex = payload(
  'allDexsAssetCtxs',
  Type.Object({ ctxs: Type.Array(Type.Tuple([dexName, Type.Array(Type.Unknown())])) }),
);

/** Per dex its contexts, in the order of that dex's universe; undefined where one cannot be used. */
export interface WireAllDexsAssetCtxs {
  ctxs: [dex: string, contexts: (WirePerpContext | undefined)[]][];
}

/** One that cannot be used costs its market, not the four hundred others. */
export const readAllDexsAssetCtxs: Reader<WireAllDexsAssetCtxs> = (value) => {
  const lists: Read<ValueOf<typeof contextsByDex>> | Fault = contextsByDex.read(value);
  if ('fault' in lists) return lists;
  const rejected: Rejected[] = [];
  const odd: Rejected[] = [];
  const ctxs = lists.data.ctxs.map(([dex, contexts]): WireAllDexsAssetCtxs['ctxs'][number] => [
    dex,
    contexts.map((context, index) => {
      const reading = perpContext.read(context);
      if (!('fault' in reading)) {
        odd.push(...(reading.odd ?? []));
        return reading.data;
      }
      rejected.push({ index, reason: `dex ${JSON.stringify(dex)}: ${reading.fault}`, value: context });
      return undefined;
    }),
  ]);
  return { data: { ctxs }, rejected, ...(odd.length > 0 && { odd }) };
};

const fastContext = payload(
  'fastContext',
  Type.Object({ markPx: optional(decimal), midPx: optional(decimal) }),
);

/** New prices of one market; an absent price is unchanged, and a mid of null means that there is none now. */
export interface WireFastContext {
  coin: string;
  markPx?: string;
  midPx?: string | null;
}

/** A full message of a thousand markets has a hundredth of this. */
const unpackedBytesLimit = 8 << 20;

/**
 * `fastAssetCtxs`: base64 of raw DEFLATE of an object by coin (docs/exchange.md#fast-prices). A market of which any part is odd is
 * rejected whole: half of a change would make the other price look new.
 */
export const readFastAssetCtxs: Reader<WireFastContext[]> = (value) => {
  const unpacked = unpack(value);
  if ('fault' in unpacked) return unpacked;
  const data: WireFastContext[] = [];
  const rejected: Rejected[] = [];
  for (const [index, [coin, prices]] of Object.entries(unpacked.contexts).entries()) {
    const reading = fastContext.read(prices);
    const reason = 'fault' in reading ? reading.fault : reading.odd?.[0]?.reason;
    if ('fault' in reading || reason !== undefined) {
      rejected.push({ index, reason: `coin ${shown(coin)}: ${reason}`, value: { [coin]: prices } });
      continue;
    }
    const isWithoutMid = (prices as { midPx?: unknown }).midPx === null;
    data.push({ coin, ...reading.data, ...(isWithoutMid && { midPx: null }) });
  }
  return { data, rejected };
};

function unpack(value: unknown): { contexts: object } | Fault {
  if (typeof value !== 'string') return { fault: fault('fastAssetCtxs', value, 'a string') };
  let contexts: unknown;
  try {
    contexts = JSON.parse(inflated(value, unpackedBytesLimit));
  } catch (error) {
    return { fault: `fastAssetCtxs cannot be unpacked (${(error as Error).message.slice(0, 160)})` };
  }
  return typeof contexts === 'object' && contexts !== null && !Array.isArray(contexts)
    ? { contexts }
    : { fault: fault('fastAssetCtxs', contexts, 'an object by coin') };
}
