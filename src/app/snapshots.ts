import type { AnalyticsStore } from '../analytics/store.ts';
import { startSnapshots } from '../boards/refresher.ts';
import { type ChangeFeed, createChangeFeed } from '../changes/change-feed.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { openFaults } from './faults.ts';

/** Opens the feed that everything in memory follows the store by. */
export function openChangeFeed(store: AnalyticsStore, log: Log, shutdown: Shutdown): ChangeFeed {
  const faults = openFaults('the change feed', log, shutdown);
  const feed = createChangeFeed({
    store,
    onError: (err) => faults.report('changes', { err }, 'cannot look for new fills; trying again'),
  });
  shutdown.register('change feed', () => feed.close());
  return feed;
}

/** Opens boards and coins. @param wallets the registry that boards and positions share */
export function openSnapshots(
  {
    analytics,
    feed,
    wallets,
    cutOffs,
  }: { analytics: AnalyticsStore; feed: ChangeFeed; wallets: WalletIndex; cutOffs: CohortCutOffs },
  clock: Clock,
  log: Log,
  shutdown: Shutdown,
) {
  const faults = openFaults('the snapshots', log, shutdown);
  const running = startSnapshots({
    store: analytics,
    feed,
    wallets,
    cutOffs,
    clock,
    onRefresh: (cost) => log.debug(cost, 'snapshots rebuilt'),
    onError: (err) => faults.report('snapshots', { err }, 'snapshots could not be rebuilt; trying again'),
  });
  shutdown.register('snapshots', () => running.close());
  return running;
}
