/** What endpoints ask beside the engine, over a filled store: as in a server that has started, without HTTP. */
import { requestReads } from '../src/analytics/gathered-reads.ts';
import type { AnalyticsStore } from '../src/analytics/store.ts';
import { startSnapshots } from '../src/boards/refresher.ts';
import { createChangeFeed } from '../src/changes/change-feed.ts';
import { createWalletIndex } from '../src/domain/wallet-index.ts';
import type { Clock } from '../src/kernel/clock.ts';
import { createMarketMemory } from '../src/market/market-memory.ts';
import { createMarket } from '../src/market/open-market.ts';
import { startPositions } from '../src/positions/start-positions.ts';
import { createPositionTallies } from '../src/views/tallies/position-tallies.ts';

/** Builds boards and positions, and resolves once they are there. A failure of theirs ends the process. */
export async function startMemorySources({ store, clock }: { store: AnalyticsStore; clock: Clock }) {
  const onError = (error: unknown) => {
    throw error;
  };
  const wallets = createWalletIndex();
  const feed = createChangeFeed({ store, onError });
  const running = startSnapshots({ store, feed, wallets, clock, onError });
  await running.ready;
  const { positions, ...following } = startPositions({ store, feed, wallets, onError });
  await positions.ready;
  const memory = createMarketMemory({ clock });
  const market = createMarket({ memory, clock, reads: () => undefined, hasSource: false });
  const { boards, coins, recentFills, newestBlock } = running.snapshots;
  const tallies = createPositionTallies({ positions, market, clock });
  return {
    sources: {
      analytics: requestReads(store),
      boards,
      coins,
      recentFills,
      newestBlock,
      positions,
      market,
      tallies,
    },
    feed,
    onError,
    /** The registry that boards and positions share. */
    wallets,
    /** Takes market states. */
    memory,
    async close(): Promise<void> {
      await following.close();
      await running.close();
      await feed.close();
    },
  };
}
