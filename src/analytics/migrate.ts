import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import { firstSchemaVersion, type SqlFile, sqlFiles } from '../kernel/sql-files.ts';
import type { Derived } from './derived/derived.ts';
import { derivedTables } from './derived/derived-tables.ts';
import { createDerived } from './filling/schema.ts';
import { query } from './query.ts';
import type { AnalyticsStore } from './store.ts';

const directory = new URL('./migrations/', import.meta.url);

/** In order; one DDL source for both engines. */
export const analyticsMigrations = (): SqlFile[] => sqlFiles(directory);

const appliedVersions = query({
  name: 'applied_versions',
  params: {},
  row: Type.Object({ version: Type.Integer() }),
  sql: 'SELECT DISTINCT version FROM schema_versions ORDER BY version',
});

/** Another process may run the same migration on a server: a statement then finds what it needs gone, and repeats. */
const attempts = 6;
const betweenAttemptsMs = 250;

/** @returns whether it ran here; false where another process has run it meanwhile */
async function runMigration(store: AnalyticsStore, { version, name, statements }: SqlFile): Promise<boolean> {
  const isShared = store.kind === 'clickhouse';
  const isApplied = async () =>
    isShared && (await store.rows(appliedVersions, {})).some((row) => row.version === version);
  for (let attempt = 1; !(await isApplied()); attempt++) {
    try {
      for (const statement of statements) await store.command(statement);
      await store.command(`INSERT INTO schema_versions VALUES (${version}, '${name}')`);
      return true;
    } catch (error) {
      if (!isShared || attempt === attempts) throw error;
      await delay(attempt * betweenAttemptsMs);
    }
  }
  return false;
}

/**
 * Migrates the store's tables to this program's version. Leaves derived tables missing from a store with fills to
 * `fillDerived`.
 * Safe to repeat, interrupt and run concurrently: statements tolerate that their table already exists or is already dropped, and
 * the version is written last.
 * @returns the names of the migrations that ran now, e.g. `0100_fills`.
 * @throws Error when the store was written by a newer program, or by one from before the first release.
 */
export async function migrateAnalytics(
  store: AnalyticsStore,
  tables: readonly Derived[] = derivedTables,
): Promise<string[]> {
  await store.command(
    'CREATE TABLE IF NOT EXISTS schema_versions (version UInt32, name String) ENGINE = ReplacingMergeTree ORDER BY version',
  );
  const migrations = analyticsMigrations();
  const applied = new Set((await store.rows(appliedVersions, {})).map((row) => row.version));
  const newest = migrations.at(-1)?.version ?? 0;
  const unknown = [...applied].filter((version) => version > newest);
  if (unknown.length > 0) {
    throw new Error(
      `the analytics store has schema version ${unknown.at(-1)}, this program knows ${newest}: upgrade tidemark`,
    );
  }
  if ([...applied].some((version) => version < firstSchemaVersion)) {
    throw new Error(
      'the analytics store was made by a version before the first release and cannot be migrated: serve it with that version, or import its sources again into a new data directory (--data)',
    );
  }
  const pending = migrations.filter((migration) => !applied.has(migration.version));
  const ran: SqlFile[] = [];
  for (const migration of pending) if (await runMigration(store, migration)) ran.push(migration);
  await createDerived(store, tables);
  return ran.map(({ name }) => name);
}
