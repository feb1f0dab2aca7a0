import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ControlError } from './control-error.ts';
import { controlMigrations } from './migrations/index.ts';
import type { ControlDatabase } from './schema.ts';

/**
 * Runs the migrations that are missing, all in one transaction under the migrator's lock, so that
 * of several processes that start at once one does the work and the others wait for it.
 * @returns the names of those that ran here.
 * @throws ControlError `schema` where a migration fails or the database is newer than this program.
 */
export async function migrateControl(
  db: Kysely<ControlDatabase>,
  migrations: Record<string, Migration> = controlMigrations,
): Promise<string[]> {
  const unknown = (await appliedMigrations(db)).find((name) => migrations[name] === undefined);
  if (unknown !== undefined) {
    throw new ControlError(
      'schema',
      `the control database holds migration ${unknown}, which this version of Tidemark does not know; run the version that wrote it, or a newer one`,
    );
  }
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName;
    throw new ControlError(
      'schema',
      `the control database could not be migrated${failed === undefined ? '' : ` (${failed})`}: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Names of the migrations in the database, oldest first. */
export async function appliedMigrations(db: Kysely<ControlDatabase>): Promise<string[]> {
  const found = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(db);
  if (found.rows[0]?.present !== true) return [];
  const applied = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return applied.rows.map((row) => row.name);
}
