import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Kysely, PGliteDialect } from 'kysely';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { takeProcessLock } from '../kernel/process-lock.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { syncPath } from '../kernel/whole-file.ts';
import { ControlError } from './control-error.ts';
import { openDirectory } from './durable-directory.ts';
import { migrateControl } from './migration.ts';
import type { ControlDatabase } from './schema.ts';
import { createSqlStore } from './sql-store.ts';
import type { ControlStore } from './store.ts';

export interface PgliteOptions {
  /** Directory of the database; created where it does not exist. One process at a time. */
  dir: string;
  clock?: Clock;
  rng?: Rng;
}

/**
 * The control store inside this process. A first start takes 3 to 4 seconds, later ones a quarter.
 * @throws ControlError `in_use` where another process has the directory.
 */
export async function openPglite({
  dir,
  clock = systemClock,
  rng = secureRng,
}: PgliteOptions): Promise<ControlStore> {
  const path = resolve(dir);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unlock = lockDirectory(path);
  try {
    await initialise(path);
    const db = new Kysely<ControlDatabase>({
      dialect: new PGliteDialect({ pglite: await openDirectory(path) }),
    });
    // Kysely closes only what it has begun to use.
    await db.selectNoFrom((eb) => eb.lit(1).as('ready')).execute();
    closeToOthers(path);
    return createSqlStore({
      kind: 'pglite',
      db,
      clock,
      rng,
      migrate: () => migrateControl(db),
      // The directory belongs to this process: there is no one to notify or to wait for.
      present: async () => {},
      isCurrent: () => true,
      becomesCurrent: async () => true,
      announce: async () => async () => {},
      async close() {
        await db.destroy();
        closeToOthers(path);
        unlock();
      },
    });
  } catch (error) {
    unlock();
    throw readable(error, path);
  }
}

/**
 * PGlite makes its files with the rights of everybody. Those it makes from here on are in directories that no other user may
 * enter.
 */
function closeToOthers(path: string): void {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  chmodSync(path, 0o700);
}

/** What the numbers of PGlite's file system mean (WASI's errno). */
const fileFaults: Readonly<Record<number, string>> = {
  2: 'permission denied',
  29: 'the disk failed',
  51: 'no space left on the disk',
  69: 'the file system is read-only',
};

/** That file system throws objects that are no errors and say nothing. */
function readable(fault: unknown, path: string): unknown {
  if (fault instanceof Error) return fault;
  const { errno } = (fault ?? {}) as { errno?: number };
  const reason = errno === undefined ? String(fault) : (fileFaults[errno] ?? `file system error ${errno}`);
  return new Error(`cannot open the control store in ${path}: ${reason}`);
}

/** Creates a new database in a temporary directory and renames it: a killed process leaves no partial database. */
async function initialise(path: string): Promise<void> {
  if (existsSync(join(path, 'PG_VERSION'))) return;
  if (existsSync(path) && readdirSync(path).length > 0) {
    throw new ControlError(
      'invalid_input',
      `${path} holds files but no control database; name an empty directory`,
    );
  }
  const unfinished = `${path}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  await makeDirectory(unfinished);
  renameSync(unfinished, path);
  syncPath(dirname(path));
}

/** See new-directory.ts. @throws what it met, as PGlite throws it */
function makeDirectory(path: string): Promise<void> {
  const script = join(import.meta.dirname, 'new-directory.ts');
  return new Promise((resolve, reject) => {
    // With this process's own flags, which spare the half of it (scripts/run.sh).
    execFile(process.execPath, [...process.execArgv, script, path], (error, stdout) => {
      if (error === null) resolve();
      else reject(faultOf(stdout) ?? error);
    });
  });
}

function faultOf(text: string): unknown {
  if (text === '') return undefined;
  const { errno, message } = JSON.parse(text) as { errno?: number; message?: string };
  return errno === undefined ? new Error(message) : { errno };
}

/** By `DIR.lock`. @returns the unlock function. @throws ControlError `in_use`, also by this process */
function lockDirectory(dir: string): () => void {
  const release = takeProcessLock(`${dir}.lock`, 0);
  if (release !== undefined) return release;
  throw new ControlError(
    'in_use',
    `${dir} is in use by another process; stop it first, or use Postgres, which several processes can share`,
  );
}
