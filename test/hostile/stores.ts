/** The stores of the service under test: embedded, on a small disk of their own, or servers that are killed by themselves. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../../src/analytics/chdb.ts';
import { openClickHouse } from '../../src/analytics/clickhouse.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { startClickHouse } from '../clickhouse-harness.ts';
import { postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { openSmallDisk } from './full-disk.ts';

export interface TestedStores {
  /** Words for a report. */
  kind: string;
  /** `--data` of the service. */
  data: string;
  /** `--data` of commands: with server stores, each process has its own directory. */
  commandData: string;
  /** True if the service must stop before an import; otherwise imports go through the service. */
  oneWriter: boolean;
  /** Environment of every command. */
  settings: Readonly<Record<string, string>>;
  /** Disturbances by name; each ends with all stores running again. */
  disturbances: Readonly<Record<string, () => Promise<void>>>;
  /** Opens the analytics store for inspection; an embedded store must not be open elsewhere. */
  open(): Promise<AnalyticsStore>;
  close(): Promise<void>;
}

/** How long a disturbance lasts: resolves at a random moment of the next `mostMs`. */
export type Pause = (mostMs: number) => Promise<void>;

/** @param root a directory that the caller removes */
export function openEmbeddedStores(root: string, pause: Pause): TestedStores {
  const disk = openSmallDisk(join(root, 'disk'), 700);
  const data = join(root, 'disk', 'data');
  mkdirSync(data);
  const diskFull = async () => {
    disk.fill();
    await pause(8_000);
    disk.free();
  };
  return {
    kind: disk.canFill ? 'embedded' : 'embedded (no full disk: mounting is not allowed here)',
    data,
    commandData: data,
    oneWriter: false,
    settings: {},
    disturbances: disk.canFill ? { 'disk full': diskFull } : {},
    open: () => openChdb({ dir: join(data, 'analytics'), readSessions: 1 }),
    close: async () => disk.close(),
  };
}

/** @param root a directory that the caller removes */
export async function openServerStores(root: string, pause: Pause): Promise<TestedStores> {
  const [installation] = await postgresInstallations();
  const [clickhouse, postgres] = await Promise.all([startClickHouse(), startPostgres(installation!)]);
  const killed = (server: { kill(): Promise<void>; restart(): Promise<void> }) => async () => {
    await server.kill();
    await pause(8_000);
    await server.restart();
    await delay(1_000); // waits: connections are opened again
  };
  return {
    kind: 'ClickHouse and Postgres servers',
    data: join(root, 'data'),
    commandData: join(root, 'commands'),
    oneWriter: true,
    settings: {
      TIDEMARK_CLICKHOUSE_URL: clickhouse.url,
      TIDEMARK_POSTGRES_URL: await postgres.createDatabase(),
    },
    disturbances: { 'ClickHouse killed': killed(clickhouse), 'Postgres killed': killed(postgres) },
    open: () => openClickHouse({ url: clickhouse.url, database: 'tidemark' }),
    async close() {
      await Promise.all([clickhouse.stop(), postgres.stop()]);
    },
  };
}
