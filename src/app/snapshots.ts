import type { AnalyticsStore } from '../analytics/store.ts';
import { startSnapshots } from '../boards/refresher.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Clock } from '../kernel/clock.ts';
import { createFaultLog } from '../kernel/fault-log.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';

/** Opens boards and coins. @param wallets the registry that boards and positions share */
export function openSnapshots(
  {
    analytics,
    wallets,
    cutOffs,
  }: { analytics: AnalyticsStore; wallets: WalletIndex; cutOffs: CohortCutOffs },
  clock: Clock,
  log: Log,
  shutdown: Shutdown,
) {
  const faults = createFaultLog({ log });
  shutdown.register('faults of the snapshots', () => faults.close());
  const running = startSnapshots({
    store: analytics,
    wallets,
    cutOffs,
    clock,
    onRefresh: (cost) => log.debug(cost, 'snapshots rebuilt'),
    onError: (err) => faults.report('snapshots', { err }, 'snapshots could not be rebuilt; trying again'),
  });
  shutdown.register('snapshots', () => running.close());
  return running;
}
