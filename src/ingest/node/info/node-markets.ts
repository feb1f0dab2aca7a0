import type { MarketAnswers } from '../../live/markets/directory.ts';
import type { InfoServer } from './info-server.ts';

/**
 * Reads the lists of markets as a node has them: one by one, as `allPerpMetas` is not among its types, and without outcomes.
 *
 * @param known dexes, where the node does not say which there are
 * @throws InfoError where the perps of a dex cannot be had
 */
export async function readNodeMarkets(
  server: Pick<InfoServer, 'ask'>,
  known: readonly string[],
  signal: AbortSignal,
): Promise<MarketAnswers> {
  const listed = await server.ask({ type: 'perpDexs' }, { signal }).catch(() => undefined);
  const dexes = listed?.data.map((dex) => dex?.name ?? '') ?? (known.length === 0 ? [''] : known);
  const metas = [];
  for (const dex of dexes) {
    const { data } = await server.ask({ type: 'meta', ...(dex !== '' && { dex }) }, { signal });
    metas.push({ universe: data.universe, meta: data });
  }
  const spot = await server.ask({ type: 'spotMeta' }, { signal }).catch(() => undefined);
  return { metas, spot: spot?.data, outcomes: undefined };
}
