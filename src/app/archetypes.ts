import type { AnalyticsStore } from '../analytics/store.ts';
import type { Archetypes } from '../archetypes/archetypes.ts';
import { startArchetypes } from '../archetypes/start-archetypes.ts';
import type { ChangeFeed } from '../changes/change-feed.ts';
import type { Version } from '../changes/versions.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { openFaults } from './faults.ts';
import { requestArchetypes } from './request-sources.ts';

/** Opens the lists over lifecycles, in every process alike: they follow the store, whichever process writes it. */
export function openArchetypes(parts: {
  analytics: AnalyticsStore;
  feed: ChangeFeed;
  wallets: WalletIndex;
  clock: Clock;
  log: Log;
  shutdown: Shutdown;
}): { archetypes: Archetypes; version: Version } {
  const { analytics, feed, wallets, clock, log, shutdown } = parts;
  const faults = openFaults('the archetypes', log, shutdown);
  const running = startArchetypes({
    ...{ store: analytics, feed, wallets, clock },
    onChange: (cost) => log.debug(cost, 'closed lifecycles read'),
    onError: (err, view) =>
      faults.report(view, { err, view }, 'closed lifecycles could not be read; trying again'),
  });
  shutdown.register('archetypes', () => running.close());
  return { archetypes: requestArchetypes(running), version: running.version };
}
