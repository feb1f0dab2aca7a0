import { createMarginTable, type MarginTable, type MarginTier } from '../../../src/domain/margin-tiers.ts';
import { powersOfTen, roundToTick } from './decimal.ts';
import { builderDexes, nativePerps, type PerpListing, spotPairs, yearFactorOf } from './listing.ts';

/** The coin of an order book. Prices are integers of 10^-pxDecimals, sizes of 10^-szDecimals. */
export interface Market {
  index: number;
  coin: string;
  kind: 'perp' | 'spot' | 'outcome';
  /** Position in the list of dexes; 0 also for spot and outcomes. */
  dex: number;
  assetId: number;
  szDecimals: number;
  pxDecimals: number;
  /** Decimals of px × sz, of fees and of PnL: 6 on perps, 8 elsewhere, whatever the coin. */
  moneyDecimals: 6 | 8;
  /** Name of the token in which PnL and fees are. */
  quote: string;
  /** Spot: name of the token that is bought. */
  base: string;
  maxLeverage: number;
  /** Margin tiers in USD, as listed by `meta`; empty without leverage. */
  tiers: readonly MarginTier[];
  /** The same in units of 10^-6 USD. */
  table: MarginTable;
  onlyIsolated: boolean;
  growthMode: boolean;
  /** The deployer's, of an outcome that is on a venue; undefined of others, which cost nothing. */
  feeScale?: number | undefined;
  startPx: number;
  /** Its price stays between `startPx` divided by it and `startPx` times it, above 1. */
  yearFactor: number;
  /** Spot: market whose price it follows; −1 if its price is independent. */
  follows: number;
  /** Market whose book it trades in: itself, or the Yes side of an outcome. */
  book: number;
  open: boolean;
}

/** The dexes in the order of `perpDexs`; the first is the native one, without a name. */
export const dexes = [
  { name: '', fullName: '', collateral: 'USDC' },
  ...builderDexes.map(({ name, fullName, collateral }) => ({ name, fullName, collateral })),
];

/** Index of a dex in {@link dexes}; '' and undefined mean the native dex. Undefined for an unknown name. */
export function dexIndex(name = ''): number | undefined {
  const index = dexes.findIndex((dex) => dex.name === name);
  return index < 0 ? undefined : index;
}

/** Every slot a market may take; bounds the outcomes that a long run lists. */
export const marketsLimit = 8192;
const nativePerpsLimit = 300;

/**
 * The markets open at the start: native perps, those of two HIP-3 dexes, spot pairs. Outcomes are added as they are listed.
 *
 * @param coins Native perps, 2 to 300. Beyond the known names come made-up ones.
 * @throws RangeError where `coins` is out of bounds.
 */
export function createMarkets(coins: number): Market[] {
  if (!Number.isInteger(coins) || coins < 2 || coins > nativePerpsLimit) {
    throw new RangeError(`coins is ${coins}, should be an integer from 2 to ${nativePerpsLimit}`);
  }
  const markets: Market[] = [];
  for (let i = 0; i < coins; i++) {
    addPerp(markets, { listing: nativePerps[i] ?? madeUpPerp(i), dex: 0, assetId: i });
  }
  for (const [order, dex] of builderDexes.entries()) {
    for (const [i, listing] of dex.perps.entries()) {
      addPerp(markets, { listing, dex: order + 1, assetId: 100_000 + (order + 1) * 10_000 + i });
    }
  }
  for (const pair of spotPairs) {
    const coin = pair.pairIndex === 0 ? `${pair.token}/USDC` : `@${pair.pairIndex}`;
    const follows = markets.findIndex((market) => market.coin === pair.follows);
    addMarket(markets, {
      coin,
      kind: 'spot',
      szDecimals: pair.szDecimals,
      px: pair.px,
      assetId: 10_000 + pair.pairIndex,
      base: pair.token,
      follows,
    });
  }
  return markets;
}

/** A coin whose name, price and leverage follow from its place: the long tail of the listing. */
function madeUpPerp(order: number): PerpListing {
  const px = [0.0312, 0.4821, 1.2345, 7.811, 0.09713, 2.8804][order % 6]!;
  return { name: `SIM${order}`, szDecimals: px > 1 ? 1 : 0, maxLeverage: [3, 5, 10][order % 3]!, px };
}

function addPerp(
  markets: Market[],
  { listing, dex, assetId }: { listing: PerpListing; dex: number; assetId: number },
): void {
  const { name, szDecimals, maxLeverage, px, tier, ...flags } = listing;
  const { name: dexName, collateral } = dexes[dex]!;
  const tiers = [
    { lowerBound: 0, maxLeverage },
    ...(tier === undefined ? [] : [{ lowerBound: tier.fromUsd, maxLeverage: tier.maxLeverage }]),
  ];
  addMarket(markets, {
    coin: dexName === '' ? name : `${dexName}:${name}`,
    kind: 'perp',
    dex,
    assetId,
    szDecimals,
    px,
    quote: collateral,
    maxLeverage,
    tiers,
    ...flags,
  });
}

/**
 * Adds a market at the end of the list and returns it.
 *
 * @param fields.px First price in USD.
 */
export function addMarket(
  markets: Market[],
  fields: Partial<Market> & Pick<Market, 'coin' | 'kind' | 'szDecimals' | 'assetId'> & { px: number },
): Market {
  const { px, tiers = [], ...rest } = fields;
  const moneyDecimals = rest.kind === 'perp' ? 6 : 8;
  const pxDecimals = moneyDecimals - rest.szDecimals;
  const micro = powersOfTen[6]!;
  const market: Market = {
    index: markets.length,
    dex: 0,
    pxDecimals,
    moneyDecimals,
    quote: 'USDC',
    base: '',
    maxLeverage: 1,
    tiers,
    table: createMarginTable(
      tiers.length === 0
        ? [{ lowerBound: 0, maxLeverage: 1 }]
        : tiers.map((tier) => ({ ...tier, lowerBound: tier.lowerBound * micro })),
    ),
    onlyIsolated: false,
    growthMode: false,
    startPx: roundToTick(px * powersOfTen[pxDecimals]!, pxDecimals),
    yearFactor: yearFactorOf(rest.coin.slice(rest.coin.indexOf(':') + 1)),
    follows: -1,
    book: markets.length,
    open: true,
    ...rest,
  };
  markets.push(market);
  return market;
}

/** Decimals of spot balances: more than those of sizes, because fees are deducted from the bought size. */
const balanceDecimals = 8;

/** Balance units in a size unit: 1 except on spot. */
export function sizeFactor(market: Market): number {
  return market.kind === 'spot' ? powersOfTen[balanceDecimals - market.szDecimals]! : 1;
}

/** Decimals of a position or balance. */
export function sziDecimals(market: Market): number {
  return market.kind === 'spot' ? balanceDecimals : market.szDecimals;
}
