import { isStablecoin } from '../domain/fill.ts';
import type { MarginTier } from '../domain/margin-tiers.ts';
import { type FindTemplate, sideTitle } from '../domain/outcome-template.ts';
import { outcomeDisplayName, withTemplates } from '../domain/outcome-terms.ts';
import type { WireOutcomeMeta } from '../wire/outcome.ts';
import type { WireMarketList, WirePerpAnnotation, WirePerpMeta } from '../wire/perp-meta.ts';
import type { WireSpotMeta } from '../wire/spot-meta.ts';

/** `perp` of the validator-run dex, `hip3` of a builder's. */
export const marketKinds = ['perp', 'hip3', 'spot', 'outcome'] as const;
export type MarketKind = (typeof marketKinds)[number];

/** A market as the exchange lists it (docs/exchange.md#market-lists). */
export interface ListedMarket {
  /** The exchange's own spelling: `BTC`, `xyz:TSLA`, `PURR/USDC`, `@107`, `#1730`. */
  coin: string;
  kind: MarketKind;
  /** Empty except for HIP-3 markets. */
  dex: string;
  /** A perp's place in its dex's universe, a spot pair's index, or an outcome side's encoding `10 × outcome + side`. */
  index: number;
  /** The traded asset without dex: `BTC`, `TSLA`, a pair's base token, the coin of an outcome's side. */
  ticker: string;
  /** Display name: `BTC`, `xyz:TSLA`, `HYPE/USDC`, `Argentina Yes`. */
  symbol: string;
  /** Name given by the deployer; absent if none. */
  displayName?: string;
  /** Search words in addition to the names; absent if none. */
  keywords?: readonly string[];
  /** Token of margin, PnL and fees; for spot and outcomes the quote token; empty if unknown. */
  collateral: string;
  /** Decimals of a size; undefined if the exchange does not publish them. */
  szDecimals: number | undefined;
  /** Highest leverage; 0 for spot and outcomes. */
  maxLeverage: number;
  onlyIsolated: boolean;
  /** Ascending from a notional of 0, in units of the collateral; empty for spot and outcomes. */
  marginTiers: readonly MarginTier[];
  /**
   * For a spot pair, the coin that holds the lifecycles of its base token: a wallet has one balance of a token, whichever pair trades
   * it. For other markets, the coin itself.
   */
  chain: string;
  /** No longer traded: a delisted perp, a pair that has left the list, a settled outcome. */
  isDelisted: boolean;
}

/** Names and keywords that deployers gave their perps, by coin. */
export type PerpAnnotations = ReadonlyMap<string, WirePerpAnnotation>;

/** Names of spot tokens by their index. */
export type TokenNames = ReadonlyMap<number, string>;

export function tokenNames({ tokens }: Pick<WireSpotMeta, 'tokens'>): TokenNames {
  return new Map(tokens.map(({ index, name }) => [index, name]));
}

/**
 * The perps of one dex.
 *
 * @param known previous state of a coin, kept if the meta's details cannot be read
 * @param annotations undefined while unknown: previous names are kept
 */
export function perpMarkets(
  { universe, meta }: WireMarketList,
  {
    tokens,
    known,
    annotations,
  }: {
    tokens: TokenNames;
    known(coin: string): ListedMarket | undefined;
    annotations?: PerpAnnotations | undefined;
  },
): ListedMarket[] {
  return universe.map(({ name: coin, isDelisted = false }, index) => {
    const colon = coin.indexOf(':');
    const before = known(coin);
    const listed = {
      coin,
      kind: colon < 0 ? 'perp' : 'hip3',
      dex: coin.slice(0, Math.max(colon, 0)),
      index,
      ticker: coin.slice(colon + 1),
      symbol: coin,
      chain: coin,
      isDelisted,
      ...wordsOf(annotations === undefined ? before : annotations.get(coin)),
    } as const;
    if (meta === undefined) return { ...unknownDetails, ...before, ...listed };
    const details = meta.universe[index]!;
    return {
      ...listed,
      collateral: tokens.get(meta.collateralToken ?? 0) ?? before?.collateral ?? '',
      szDecimals: details.szDecimals,
      maxLeverage: details.maxLeverage,
      onlyIsolated: details.onlyIsolated ?? details.marginMode !== undefined,
      marginTiers: tiersOf(meta, details),
    };
  });
}

function wordsOf({ displayName, keywords = [] }: Pick<ListedMarket, 'displayName' | 'keywords'> = {}) {
  return { ...(displayName && { displayName }), ...(keywords.length > 0 && { keywords }) };
}

const unknownDetails = {
  collateral: '',
  szDecimals: undefined,
  maxLeverage: 0,
  onlyIsolated: false,
  marginTiers: [],
};

/** A table id that is not listed means a single tier with the id as its leverage; without an id, the coin's highest leverage. */
function tiersOf(
  { marginTables }: WirePerpMeta,
  { marginTableId, maxLeverage }: WirePerpMeta['universe'][number],
): MarginTier[] {
  const table = marginTables.find(([id]) => id === marginTableId)?.[1];
  if (table === undefined) return [{ lowerBound: 0, maxLeverage: marginTableId ?? maxLeverage }];
  return table.marginTiers.map((tier) => ({
    lowerBound: Number(tier.lowerBound),
    maxLeverage: tier.maxLeverage,
  }));
}

/**
 * Spot pairs: `@n` is the pair of index n. The chain of a token is its lowest-index pair quoted in a dollar token, so that later pairs
 * do not change the chain. A pair quoted in another token is its own chain, because its profits are not in dollars.
 */
export function spotMarkets({ tokens, universe }: WireSpotMeta): ListedMarket[] {
  const byIndex = new Map(tokens.map((token) => [token.index, token]));
  const isInDollars = ({ tokens: [, quote] }: (typeof universe)[number]) =>
    isStablecoin(byIndex.get(quote)?.name ?? '');
  const chains = new Map<number, (typeof universe)[number]>();
  for (const pair of universe.filter(isInDollars)) {
    const first = chains.get(pair.tokens[0]);
    if (first === undefined || pair.index < first.index) chains.set(pair.tokens[0], pair);
  }
  return universe.map((pair) => {
    const { name: coin, index } = pair;
    const [baseIndex, quoteIndex] = pair.tokens;
    const [base, quote] = [byIndex.get(baseIndex), byIndex.get(quoteIndex)];
    const ticker = base?.name ?? coin;
    return {
      ...noMargin,
      coin,
      kind: 'spot',
      index,
      ticker,
      symbol: base && quote ? `${base.name}/${quote.name}` : coin,
      collateral: quote?.name ?? '',
      szDecimals: base?.szDecimals,
      chain: (isInDollars(pair) ? chains.get(baseIndex)?.name : undefined) ?? coin,
    };
  });
}

/** Both sides of unsettled outcomes. */
export function outcomeMarkets(
  { outcomes, questions }: Pick<WireOutcomeMeta, 'outcomes' | 'questions'>,
  find: FindTemplate = () => undefined,
): ListedMarket[] {
  const questionOf = new Map(
    questions.flatMap((question) =>
      [...question.namedOutcomes, question.fallbackOutcome].map((outcome) => [outcome, question] as const),
    ),
  );
  return outcomes.flatMap((spec) => {
    const { outcome, sideSpecs, quoteToken = '' } = spec;
    const text = withTemplates({ ...spec, question: questionOf.get(outcome) }, find);
    const title = outcomeDisplayName(text);
    return sideSpecs.map((side, place): ListedMarket => {
      const index = 10 * outcome + place;
      const coin = `#${index}`;
      const symbol = `${title} ${sideTitle(side.name, text)}`.trim() || coin;
      return {
        ...noMargin,
        coin,
        kind: 'outcome',
        index,
        ticker: coin,
        symbol,
        collateral: quoteToken,
        szDecimals: undefined,
        chain: coin,
      };
    });
  });
}

const noMargin = { dex: '', maxLeverage: 0, onlyIsolated: false, marginTiers: [], isDelisted: false };
