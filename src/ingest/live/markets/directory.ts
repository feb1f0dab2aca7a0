import { dexOf } from '../../../domain/coin-name.ts';
import { type PerpAnnotations, type TokenNames, tokenNames } from '../../../market/listed-market.ts';
import type { WireOutcome, WireOutcomeMeta } from '../../../wire/outcome.ts';
import type { WireMarketList } from '../../../wire/perp-meta.ts';
import type { WireSpotMeta } from '../../../wire/spot-meta.ts';
import type { InfoClient } from '../../sources/hyperliquid/info-client.ts';
import type { Staleness } from '../../sources/hyperliquid/request-queue.ts';

export interface Markets {
  /** Per dex all coins in the order of its universe, delisted ones included: contexts come in that order. */
  universes: ReadonlyMap<string, readonly string[]>;
  /** Perp coins that trade. */
  perps: readonly string[];
  spot: readonly string[];
  /** Both sides of every outcome that is not settled. */
  outcomes: readonly string[];
  /** Names of spot tokens by their index. */
  tokens: TokenNames;
}

/** Lists as answered; undefined if one could not be read. */
export interface MarketAnswers {
  metas: readonly WireMarketList[];
  spot: WireSpotMeta | undefined;
  outcomes: WireOutcomeMeta | undefined;
  annotations?: PerpAnnotations | undefined;
}

export const noMarkets: Markets = {
  universes: new Map(),
  perps: [],
  spot: [],
  outcomes: [],
  tokens: new Map(),
};

export function coinsOf({ perps, spot, outcomes }: Markets): Set<string> {
  return new Set([...perps, ...spot, ...outcomes]);
}

/**
 * Reads the market lists. If the spot pairs or outcomes cannot be read, the previous ones stay: perps do not depend on them.
 *
 * @throws InfoError if the perps cannot be read
 */
export async function readMarkets(
  info: Pick<InfoClient, 'ask'>,
  { before, ...options }: { before: Markets; staleness: Staleness; signal: AbortSignal },
): Promise<{ markets: Markets; answers: MarketAnswers }> {
  const [metas, spot, outcome] = await Promise.all([
    info.ask({ type: 'allPerpMetas' }, options),
    info.ask({ type: 'spotMeta' }, options).catch(() => undefined),
    info.ask({ type: 'outcomeMeta' }, options).catch(() => undefined),
  ]);
  const lists = metas.data.map(({ universe }) => universe);
  const markets: Markets = {
    // The dex comes from a coin's name; a dex without coins has nothing to read.
    universes: new Map(
      lists.flatMap((universe) =>
        universe.length === 0 ? [] : [[dexOf(universe[0]!.name), universe.map(({ name }) => name)] as const],
      ),
    ),
    perps: lists.flatMap((universe) =>
      universe.filter(({ isDelisted }) => isDelisted !== true).map(({ name }) => name),
    ),
    spot: spot?.data.universe.map(({ name }) => name) ?? before.spot,
    outcomes: outcome?.data.outcomes.flatMap(sidesOf) ?? before.outcomes,
    tokens: spot === undefined ? before.tokens : tokenNames(spot.data),
  };
  return { markets, answers: { metas: metas.data, spot: spot?.data, outcomes: outcome?.data } };
}

export function sidesOf({ outcome, sideSpecs }: Pick<WireOutcome, 'outcome' | 'sideSpecs'>): string[] {
  return sideSpecs.map((_, side) => `#${10 * outcome + side}`);
}
