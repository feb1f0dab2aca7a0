import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { analyticsMigrations } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { startSnapshots } from '../boards/refresher.ts';
import { type ChangeFeed, createChangeFeed } from '../changes/change-feed.ts';
import { openViewSnapshots, type ViewSnapshots } from '../changes/view-snapshots.ts';
import type { Config } from '../config/config.ts';
import type { CohortCutOffs } from '../domain/cohort-cut-offs.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import type { WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { version } from '../version.ts';
import { openFaults } from './faults.ts';
import type { Wholeness } from './wholeness.ts';

/**
 * Opens what views wrote to the data directory. As of a moment that is over they have a place of their own.
 *
 * @param parts.nowMs that moment, undefined where that is the clock's
 */
export async function openSavedViews(parts: {
  config: Pick<Config, 'dataDir'>;
  analytics: AnalyticsStore;
  wholeness: Wholeness;
  nowMs: number | undefined;
  copy?: string | undefined;
  log: Log;
  shutdown: Shutdown;
}): Promise<ViewSnapshots> {
  const { config, analytics, wholeness, nowMs, copy, log, shutdown } = parts;
  const rules = {
    ...{ version, migrations: analyticsMigrations(), derived: derivedTables.map(({ shape }) => shape) },
    ...{ lifecycleRules, layout: endianness(), nowMs, copy },
  };
  const isWhole = !wholeness.wasMended && wholeness.check() === true;
  const snapshots = await openViewSnapshots({
    dir: join(config.dataDir, 'views', ...(nowMs === undefined ? [] : ['as-of'])),
    store: analytics,
    stamp: createHash('sha256').update(JSON.stringify(rules)).digest('hex'),
    ...(!isWhole && { unusable: 'the store was not whole' }),
    ...{ clock: systemClock, log },
  });
  shutdown.register('snapshots of views', () => snapshots.close());
  return snapshots;
}

/** Opens the feed that everything in memory follows the store by. */
export function openChangeFeed(
  { analytics, saved }: { analytics: AnalyticsStore; saved: ViewSnapshots },
  log: Log,
  shutdown: Shutdown,
): ChangeFeed {
  const faults = openFaults('the change feed', log, shutdown);
  const feed = createChangeFeed({
    store: analytics,
    snapshots: saved,
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
