import type { WirePerpAnnotation, WirePerpMeta } from '../../../../src/wire/perp-meta.ts';
import { decimalText } from '../decimal.ts';
import { hexWord } from '../hex.ts';
import { spotPairs } from '../listing.ts';
import { dexes, type Market } from '../market.ts';

/** Indexes of the tokens that are no base of a pair, as on the exchange. */
const quoteTokens = [
  { name: 'USDC', index: 0 },
  { name: 'USDH', index: 360 },
];
/**
 * Margin table ids start above the ids that simply mean a maximum leverage
 * (docs/exchange.md#market-lists).
 */
const firstTableId = 51;

/** Perps of a dex in the order of `meta`; delisted ones stay. */
export function perpsOf(markets: readonly Market[], dex: number): Market[] {
  return markets.filter((market) => market.kind === 'perp' && market.dex === dex);
}

/** Markets and margin tiers of a dex (`meta`). */
export function wirePerpMeta(markets: readonly Market[], dex: number): WirePerpMeta {
  const tables: WirePerpMeta['marginTables'] = [];
  const ids = new Map<string, number>();
  const tableId = ({ tiers, maxLeverage }: Market): number => {
    if (tiers.length === 1) return maxLeverage;
    const marginTiers = tiers.map((tier) => ({ ...tier, lowerBound: decimalText(tier.lowerBound, 0) }));
    const key = JSON.stringify(marginTiers);
    const known = ids.get(key);
    if (known !== undefined) return known;
    const id = firstTableId + tables.length;
    tables.push([id, { description: `tiered ${maxLeverage}x`, marginTiers }]);
    ids.set(key, id);
    return id;
  };
  const universe = perpsOf(markets, dex).map((market) => ({
    name: market.coin,
    szDecimals: market.szDecimals,
    maxLeverage: market.maxLeverage,
    marginTableId: tableId(market),
    ...(market.onlyIsolated && { onlyIsolated: true, marginMode: 'strictIsolated' }),
    ...(!market.open && { isDelisted: true }),
    ...(market.growthMode && { growthMode: 'enabled' }),
  }));
  return { universe, marginTables: tables, collateralToken: tokenIndex(dexes[dex]!.collateral) };
}

/** `perpDexs`: the first dex is null. */
export function wirePerpDexs(markets: readonly Market[]) {
  return dexes.map(({ name, fullName }, dex) => {
    if (dex === 0) return null;
    const coins = perpsOf(markets, dex).map(({ coin }) => coin);
    return {
      name,
      fullName,
      deployer: `0x${String(dex).padStart(40, 'd')}`,
      oracleUpdater: null,
      feeRecipient: null,
      assetToStreamingOiCap: coins.map((coin) => [coin, '100000000.0']),
      subDeployers: [],
      deployerFeeScale: '1.0',
      lastDeployerFeeScaleChangeTime: '1970-01-01T00:00:00',
      assetToFundingMultiplier: coins.map((coin) => [coin, '1.0']),
      assetToFundingInterestRate: [],
    };
  });
}

/** Tokens and pairs (`spotMeta`). */
export function wireSpotMeta() {
  const tokens = [
    ...quoteTokens.map((token) => ({ ...token, szDecimals: 8 })),
    ...spotPairs.map(({ token, tokenIndex: index, szDecimals }) => ({ name: token, index, szDecimals })),
  ];
  return {
    tokens: tokens.map((token) => ({
      ...token,
      weiDecimals: 8,
      tokenId: `0x${hexWord(token.index).repeat(4)}`,
      isCanonical: token.index < 2,
      evmContract: null,
      fullName: null,
      deployerTradingFeeShare: '0.0',
    })),
    universe: spotPairs.map(({ token, tokenIndex: base, pairIndex }) => ({
      name: pairIndex === 0 ? `${token}/USDC` : `@${pairIndex}`,
      tokens: [base, 0],
      index: pairIndex,
      isCanonical: pairIndex === 0,
    })),
  };
}

/** @throws Error for a token that is not listed. */
export function tokenIndex(name: string): number {
  const index =
    quoteTokens.find((token) => token.name === name)?.index ??
    spotPairs.find(({ token }) => token === name)?.tokenIndex;
  if (index === undefined) throw new Error(`${name} is no token of the simulated exchange`);
  return index;
}

/** Deployers' annotations of listed perps (`perpConciseAnnotations`). */
export function wirePerpAnnotations(markets: readonly Market[]): [coin: string, annotation: PerpWords][] {
  return markets.flatMap(({ coin }) => (Object.hasOwn(perpWords, coin) ? [[coin, perpWords[coin]!]] : []));
}

type PerpWords = WirePerpAnnotation & { category: string };

const perpWords: Record<string, PerpWords> = {
  'xyz:TSLA': { category: 'stocks', displayName: 'Tesla', keywords: ['electric cars', 'equity'] },
};
