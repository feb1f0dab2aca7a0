import { Type } from 'typebox';
import { type Fault, payload, type Read, type Reader, type Rejected, type ValueOf } from './payload.ts';
import { address, decimal, flag, id, name, nameOf, nullable, optional, text } from './scalar.ts';

const marginTable = Type.Object({
  description: optional(text),
  marginTiers: Type.Array(Type.Object({ lowerBound: decimal, maxLeverage: id })),
});

/** Markets of one dex (`meta`). Delisted coins stay, so that a coin's place never moves. */
export const perpMeta = payload(
  'meta',
  Type.Object({
    universe: Type.Array(
      Type.Object({
        name,
        szDecimals: id,
        maxLeverage: id,
        /** Below 50 and not listed in `marginTables`: one tier of this leverage. */
        marginTableId: optional(id),
        onlyIsolated: optional(flag),
        isDelisted: optional(flag),
        marginMode: optional(nameOf('strictIsolated', 'noCross')),
        growthMode: optional(nameOf('enabled', 'disabled')),
      }),
    ),
    marginTables: Type.Array(Type.Tuple([id, marginTable])),
    /** Index of the token in `spotMeta`. */
    collateralToken: optional(id),
  }),
);
export type WirePerpMeta = ValueOf<typeof perpMeta>;

const marketLists = payload(
  'allPerpMetas',
  Type.Array(Type.Object({ universe: Type.Array(Type.Object({ name, isDelisted: optional(flag) })) })),
  true,
);

/** Markets of one dex, and what else its meta has where that can be read. */
export type WireMarketList = ValueOf<typeof marketLists>[number] & { meta?: WirePerpMeta };

/**
 * `allPerpMetas`: the markets of each dex. The other parts of the metas are read separately, so that a new kind of margin does
 * not lose the markets. A list over all dexes; the docs show pairs with contexts, the SDK metas alone: both forms are accepted.
 */
export const readMarketLists: Reader<WireMarketList[]> = (value) => {
  const metas = Array.isArray(value)
    ? value.map((entry) => (Array.isArray(entry) ? entry[0] : entry))
    : value;
  const lists: Read<WireMarketList[]> | Fault = marketLists.read(metas);
  if ('fault' in lists) return lists;
  const rejected: Rejected[] = [];
  const odd: Rejected[] = [...(lists.odd ?? [])];
  const data = lists.data.map((list, index): WireMarketList => {
    const reading = perpMeta.read((metas as unknown[])[index]);
    if (!('fault' in reading)) {
      odd.push(...(reading.odd ?? []));
      return { ...list, meta: reading.data };
    }
    rejected.push({ index, reason: reading.fault, value: (metas as unknown[])[index] });
    return list;
  });
  return { data, rejected, ...(odd.length > 0 && { odd }) };
};

const coinValue = Type.Tuple([name, decimal]);

/** `perpDexs`: the place in the list is the dex's index in asset ids; the first is the validator-run dex, null. */
export const perpDexs = payload(
  'perpDexs',
  Type.Array(
    nullable(
      Type.Object({
        name,
        fullName: optional(text),
        deployer: address,
        oracleUpdater: optional(address),
        feeRecipient: optional(address),
        deployerFeeScale: optional(decimal),
        assetToStreamingOiCap: optional(Type.Array(coinValue)),
        assetToFundingMultiplier: optional(Type.Array(coinValue)),
        assetToFundingInterestRate: optional(Type.Array(coinValue)),
      }),
    ),
  ),
);

/** An element of `perpConciseAnnotations`: a coin, and what its deployer calls it. */
export const perpAnnotation = payload(
  'perpAnnotation',
  Type.Tuple([
    name,
    Type.Object({ displayName: optional(name), keywords: optional(Type.Array(name, { maxItems: 100 })) }),
  ]),
);
export type WirePerpAnnotation = ValueOf<typeof perpAnnotation>[1];
