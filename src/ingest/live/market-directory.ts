import type { InfoClient } from '../sources/hyperliquid/info-client.ts';
import type { Staleness } from '../sources/hyperliquid/request-queue.ts';

/** The markets as the exchange lists them now. */
export interface Markets {
  /** Per dex, '' first, all coins in the order of its universe, delisted ones included: contexts come in that order. */
  universes: ReadonlyMap<string, readonly string[]>;
  /** Perp coins that trade. */
  perps: readonly string[];
  /** Spot pairs. */
  spot: readonly string[];
  /** Both sides of every outcome that is not settled. */
  outcomes: readonly string[];
}

export const noMarkets: Markets = { universes: new Map(), perps: [], spot: [], outcomes: [] };

/** Reads the lists of markets. @throws InfoError */
export async function readMarkets(
  info: InfoClient,
  options: { staleness: Staleness; signal: AbortSignal },
): Promise<Markets> {
  const [dexes, metas, spot, outcome] = await Promise.all([
    info.ask({ type: 'perpDexs' }, options),
    info.ask({ type: 'allPerpMetas' }, options),
    info.ask({ type: 'spotMeta' }, options),
    info.ask({ type: 'outcomeMeta' }, options),
  ]);
  const universes = new Map(
    metas.data.map(({ universe }, i) => [dexes.data[i]?.name ?? '', universe.map(({ name }) => name)]),
  );
  const perps = metas.data.flatMap(({ universe }) =>
    universe.filter(({ isDelisted }) => isDelisted !== true).map(({ name }) => name),
  );
  return {
    universes,
    perps,
    spot: spot.data.universe.map(({ name }) => name),
    outcomes: outcome.data.outcomes.flatMap(({ outcome: id, sideSpecs }) =>
      sideSpecs.map((_, side) => `#${10 * id + side}`),
    ),
  };
}

/** The dex of a perp coin: `xyz` of `xyz:TSLA`, '' of `BTC`. */
export function dexOf(coin: string): string {
  const colon = coin.indexOf(':');
  return colon < 0 ? '' : coin.slice(0, colon);
}

/** True of perps; spot pairs, outcomes and their tokens have names of other forms (exchange notes §1). */
export function isPerp(coin: string): boolean {
  return !/^[@#+]|\//.test(coin);
}
