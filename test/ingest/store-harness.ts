import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import { openCluster } from '../../src/analytics/cluster/cluster.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { audit } from '../../src/jobs/audit.ts';
import { type ClickHouseCluster, startClickHouse, startClickHouseCluster } from '../clickhouse-harness.ts';
import { seedEngine } from '../data-template.ts';

/** Databases, each as empty as a new data directory. */
export interface StoreHarness {
  kind: 'chDB' | 'ClickHouse' | 'two shards';
  /** A directory for files and journals. */
  dir: string;
  /** Opens a database with the tables in it; opened again under its name it has its rows. */
  open(database: string): Promise<AnalyticsStore>;
  /** Opens another database in the engine of one that is open; without tables at first. */
  openBeside(database: string, other: string): Promise<AnalyticsStore>;
  stop(): Promise<void>;
}

/** A chDB engine, which has one database open at a time. */
export async function chdbHarness(): Promise<StoreHarness> {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-ingest-'));
  return {
    kind: 'chDB',
    dir,
    // Each in a directory of its own, a copy of the empty one: making its tables costs twice as much.
    open: (database) =>
      migrated(openChdb({ dir: seedEngine(join(dir, 'engine', database)), readSessions: 1 })),
    openBeside: (database, other) =>
      openChdb({ dir: join(dir, 'engine', database), database: other, readSessions: 1 }),
    stop: async () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** A ClickHouse server of its own. */
export async function clickHouseHarness(): Promise<StoreHarness> {
  const server = await startClickHouse();
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-ingest-'));
  return {
    kind: 'ClickHouse',
    dir,
    open: (database) => migrated(openClickHouse({ url: server.url, database })),
    openBeside: (_, other) => openClickHouse({ url: server.url, database: other }),
    async stop() {
      rmSync(dir, { recursive: true, force: true });
      await server.stop();
    },
  };
}

export interface ClusterHarness extends StoreHarness {
  servers: ClickHouseCluster;
}

/** Two ClickHouse servers of its own that are one cluster. */
export async function clusterHarness(): Promise<ClusterHarness> {
  const servers = await startClickHouseCluster();
  const { urls, cluster, stop } = servers;
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-ingest-'));
  return {
    kind: 'two shards',
    dir,
    servers,
    open: (database) => migrated(openCluster({ url: urls.join(','), cluster, database })),
    openBeside: (_, other) => openCluster({ url: urls.join(','), cluster, database: other }),
    async stop() {
      rmSync(dir, { recursive: true, force: true });
      await stop();
    },
  };
}

async function migrated(opening: Promise<AnalyticsStore>): Promise<AnalyticsStore> {
  const store = await opening;
  await migrateAnalytics(store);
  return store;
}

/** The audit finds nothing. */
export async function assertSilentAudit(store: AnalyticsStore): Promise<void> {
  const { differences, differencesTotal } = await audit(store, () => undefined, new AbortController().signal);
  assert.deepEqual([differencesTotal, differences.slice(0, 5)], [0, []]);
}
