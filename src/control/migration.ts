import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { firstSchemaVersion, sqlFiles } from '../kernel/sql-files.ts';
import { ControlError } from './control-error.ts';
import type { ControlDatabase } from './schema.ts';

const directory = new URL('./migrations/', import.meta.url);

export function controlMigrations(): Record<string, Migration> {
  const upOf = (statements: readonly string[]) => async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  };
  return Object.fromEntries(
    sqlFiles(directory).map(({ name, statements }) => [name, { up: upOf(statements) }]),
  );
}

/**
 * Runs the migrations that are missing, all in one transaction under the migrator's lock, so that
 * of several processes that start at once one does the work and the others wait for it.
 * @returns the names of those that ran here.
 * @throws ControlError `schema` where a migration fails, and where the database is newer than this program or from before the
 * first release.
 */
export async function migrateControl(
  db: Kysely<ControlDatabase>,
  migrations: Record<string, Migration> = controlMigrations(),
): Promise<string[]> {
  const unknown = (await appliedMigrations(db)).find((name) => migrations[name] === undefined);
  if (unknown !== undefined && Number.parseInt(unknown, 10) < firstSchemaVersion) {
    throw new ControlError(
      'schema',
      'the control database was made by a version before the first release and cannot be migrated: serve it with that version, or start a new one and create its keys again',
    );
  }
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
