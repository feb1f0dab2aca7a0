import { createHash } from 'node:crypto';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { analyticsMigrations } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { Boards } from '../boards/boards.ts';
import { cohortMembers } from '../boards/trader-cohorts.ts';
import { type ChangeFeed, createChangeFeed } from '../changes/change-feed.ts';
import { openViewSnapshots, type ViewSnapshots } from '../changes/view-snapshots.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { readBuilderNames } from '../domain/builder-names.ts';
import { lifecycleRules } from '../domain/lifecycle.ts';
import { noLiveData } from '../endpoints/live-data.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { createStreamHub, type StreamHub } from '../streams/hub.ts';
import { version } from '../version.ts';
import type { ViewParts } from '../views/views.ts';
import { openFaults } from './faults.ts';
import type { Live } from './live.ts';
import { withMarketData } from './live-data.ts';
import { type OpenSources, openSources } from './sources.ts';
import type { Wholeness } from './wholeness.ts';

/**
 * Opens the view snapshots in the data directory. Snapshots as of a past moment have a directory of their own.
 *
 * @param parts.nowMs the past moment; undefined follows the clock
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
    version,
    migrations: analyticsMigrations(),
    derived: derivedTables.map(({ shape }) => shape),
    lifecycleRules,
    layout: endianness(),
    nowMs,
    copy,
  };
  const isWhole = !wholeness.wasMended && wholeness.check() === true;
  const snapshots = await openViewSnapshots({
    dir: join(config.dataDir, 'views', ...(nowMs === undefined ? [] : ['as-of'])),
    store: analytics,
    stamp: createHash('sha256').update(JSON.stringify(rules)).digest('hex'),
    ...(!isWhole && { unusable: 'the store was not whole' }),
    clock: systemClock,
    log,
  });
  shutdown.register('snapshots of views', () => snapshots.close());
  return snapshots;
}

export function openChangeFeed(
  { analytics, saved }: { analytics: AnalyticsStore; saved: ViewSnapshots },
  log: Log,
  shutdown: Shutdown,
): ChangeFeed {
  const faults = openFaults('the change feed', log, shutdown);
  const feed = createChangeFeed({
    store: analytics,
    snapshots: saved,
    onError: (err) => faults.report('changes', { err }, 'cannot poll for new fills; trying again'),
  });
  shutdown.register('change feed', () => feed.close());
  return feed;
}

/** Opens the hub of streams; reads nothing without subscriptions. */
export function openStreams(
  {
    boards,
    control,
    ...parts
  }: {
    feed: ChangeFeed;
    store: AnalyticsStore;
    boards: Boards;
    clock: Clock;
    control(): Promise<Pick<ControlStore, 'lists'>>;
  },
  log: Log,
  shutdown: Shutdown,
): StreamHub {
  const faults = openFaults('streams', log, shutdown);
  // Clients may send any cursor.
  const mismatches = openFaults('cursors', log, shutdown, { level: 'warn' });
  const hub = createStreamHub({
    ...parts,
    cohorts: (...params) => cohortMembers(boards, ...params),
    lists: async (of, version) => (await control()).lists.listSince(of, version),
    onError: (err) => faults.report('streams', { err }, 'cannot poll the changes for streams; trying again'),
    onMismatch: (about) =>
      mismatches.report('mismatch', about, 'a cursor or alert names a batch that is not stored'),
  });
  shutdown.register('streams', () => hub.close());
  return hub;
}

export function openOwnSources(
  parts: Omit<ViewParts, 'onChange' | 'onError' | 'onClose' | 'cutOffs'> & {
    config: Pick<Config, 'builderNames' | 'cutOffs'>;
    live: Live | undefined;
    log: Log;
    shutdown: Shutdown;
  },
): OpenSources {
  const { config, live, market, clock, log, shutdown } = parts;
  const { builderNames, cutOffs } = config;
  const faults = openFaults('the views', log, shutdown);
  return openSources(
    {
      ...parts,
      cutOffs,
      onChange: (view, cost) => log.debug({ view, ...cost }, 'a view was read'),
      onError: (err, view) => faults.report(view, { err, view }, 'a view could not be read; trying again'),
      onClose: shutdown.register,
    },
    {
      ...(builderNames !== undefined && { builderNames: readBuilderNames(builderNames)! }),
      live: withMarketData(live?.data ?? noLiveData, market.port, clock),
    },
  );
}
