import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';

/**
 * Spot pairs that share a chain, and for each pair the coin that names its lifecycles. A wallet has one balance of a token, whichever
 * pair trades the token (`chain` of market/listed-market.ts). Both lists have the same length.
 */
export interface TokenChains {
  pairs: readonly string[];
  chains: readonly string[];
}

export const tokenChainParams = { pairs: 'Array(String)', chains: 'Array(String)' } as const;

/** SQL: the coin of a fill's chain. `transform` rejects empty lists, so both get an empty coin. */
export const chainCoin = `transform(CAST(coin, 'String'), arrayPushBack({pairs:Array(String)}, ''),
  arrayPushBack({chains:Array(String)}, ''), CAST(coin, 'String'))`;
/** SQL: whether a fill's pair shares its chain. */
export const sharesChain = 'coin IN (SELECT arrayJoin({pairs:Array(String)}))';

const listedChains = query({
  name: 'lifecycle_token_chains',
  params: {},
  row: Type.Object({ pair: Type.String(), chain: Type.String() }),
  limits: { maxRows: 100_000 },
  sql: `
    WITH spot AS (SELECT coin, chain FROM listed_markets FINAL WHERE kind = 'spot')
    SELECT coin AS pair, chain FROM spot WHERE chain IN (SELECT chain FROM spot WHERE chain NOT IN ('', coin))
    ORDER BY pair`,
});

const tradedPairs = query({
  name: 'lifecycle_traded_pairs',
  params: { pairs: 'Array(String)' },
  row: Type.Object({ pairs: Type.String() }),
  sql: 'SELECT toString(uniqExact(coin)) AS pairs FROM coin_hour WHERE coin IN (SELECT arrayJoin({pairs:Array(String)}))',
});

/** Reads the chains from the current listings. A pair without a stored listing is a chain of its own. */
export async function readTokenChains(store: Pick<AnalyticsStore, 'rows'>): Promise<TokenChains> {
  const rows = await store.rows(listedChains, {}, { lane: 'job' });
  return { pairs: rows.map(({ pair }) => pair), chains: rows.map(({ chain }) => chain) };
}

export function movedPairs(before: TokenChains, after: TokenChains): string[] {
  const [was, is] = [chainByPair(before), chainByPair(after)];
  const pairs = new Set([...before.pairs, ...after.pairs]);
  return [...pairs].filter((pair) => (was.get(pair) ?? pair) !== (is.get(pair) ?? pair));
}

/** Whether fills of any of the pairs are stored. */
export async function arePairsTraded(
  store: Pick<AnalyticsStore, 'rows'>,
  pairs: readonly string[],
): Promise<boolean> {
  if (pairs.length === 0) return false;
  const [row] = await store.rows(tradedPairs, { pairs: [...pairs] }, { lane: 'job' });
  return Number(row!.pairs) > 0;
}

export function pairsOf({ pairs, chains }: TokenChains, coin: string): string[] {
  const found = pairs.filter((_, i) => chains[i] === coin);
  return found.length === 0 ? [coin] : found;
}

function chainByPair({ pairs, chains }: TokenChains): Map<string, string> {
  return new Map(pairs.map((pair, i) => [pair, chains[i]!]));
}
