/** Sources of endpoints over a filled store, as in a started server, without HTTP. */
import { requestReads } from '../src/analytics/gathered-reads.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { openSources } from '../src/app/sources.ts';
import { createChangeFeed } from '../src/changes/change-feed.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import type { Clock } from '../src/kernel/clock.ts';
import { openStoredMarket } from '../src/market/stored-market.ts';

/** A first reading of a large store takes minutes. */
const waitMs = 600_000;

/** Builds boards and positions; resolves once they are ready. A failure ends the process. */
export async function startMemorySources({ store, clock }: { store: AnalyticsStore; clock: Clock }) {
  const onError = (error: unknown) => {
    throw error;
  };
  const opened = new AsyncDisposableStack();
  const feed = createChangeFeed({ store, onError });
  opened.defer(feed.close);
  const market = openStoredMarket({ analytics: store, feed, clock, onError });
  opened.defer(market.close);
  const { sources, running, positions, start } = openSources(
    {
      store,
      feed,
      market,
      wallets: createWalletIndex(),
      clock,
      onError,
      waitMs,
      onClose: (_, close) => opened.defer(close),
    },
    { analytics: requestReads(store) },
  );
  await Promise.all([running.ready, positions.ready]);
  return {
    sources,
    /** Takes market states. */
    memory: market.memory,
    start,
    close: () => opened.disposeAsync(),
  };
}
