import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Who owns a data directory, for messages only: the lock decides, not this. */
export interface DataDirOwner {
  pid: number;
  /** `serve`, `import`, `audit` … */
  command: string;
}

/** A data directory that belongs to this process until it is released or the process ends. */
export interface DataDirClaim {
  readonly dir: string;
  release(): void;
}

/** Another living process owns the data directory. */
export class DataDirInUse extends Error {
  readonly dir: string;
  readonly owner: DataDirOwner | undefined;

  constructor(dir: string, owner: DataDirOwner | undefined) {
    const by = owner === undefined ? 'another process' : `tidemark ${owner.command} (pid ${owner.pid})`;
    super(`data directory ${dir} is in use by ${by}. Stop it first, or name another directory with --data.`);
    this.name = 'DataDirInUse';
    this.dir = dir;
    this.owner = owner;
  }
}

const lockWaitMs = 250;
const sqliteBusy = 5;

/**
 * Claims a data directory for this process alone, creating it (mode 0700) where it is missing.
 *
 * The lock is an exclusive transaction on an empty SQLite file: a lock of the kernel, so that of
 * any number of processes starting at once exactly one wins, and that ends with its process, also
 * by kill −9. Node has no flock of its own (ADR 0003).
 * @param dir absolute path
 * @throws DataDirInUse where another process holds it; Error where the directory cannot be used.
 */
export function claimDataDir(dir: string, owner: DataDirOwner): DataDirClaim {
  prepareDir(dir);
  const lock = openLock(dir);
  try {
    // The journal in memory: a process killed while holding the lock leaves nothing to roll back.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if ((fault as { errcode?: number }).errcode === sqliteBusy) throw new DataDirInUse(dir, readOwner(dir));
    throw new Error(`cannot lock data directory ${dir}: ${(fault as Error).message}`, { cause: fault });
  }
  writeOwner(dir, owner);
  let held = true;
  return {
    dir,
    release() {
      if (!held) return;
      held = false;
      rmSync(ownerFile(dir), { force: true });
      lock.close();
    },
  };
}

/** The owner as it wrote itself down; out of date where it was killed. */
export function readOwner(dir: string): DataDirOwner | undefined {
  try {
    const { pid, command } = JSON.parse(readFileSync(ownerFile(dir), 'utf8')) as DataDirOwner;
    return typeof pid === 'number' && typeof command === 'string' ? { pid, command } : undefined;
  } catch {
    return undefined; // not written yet, or gone already
  }
}

function openLock(dir: string): DatabaseSync {
  const file = join(dir, 'tidemark.lock');
  try {
    return new DatabaseSync(file, { timeout: lockWaitMs });
  } catch (fault) {
    throw new Error(`cannot write to data directory ${dir}: ${(fault as Error).message}`, { cause: fault });
  }
}

/** The directory holds key hashes and the operations socket: nobody else may look in. */
function prepareDir(dir: string): void {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
  } catch (fault) {
    throw new Error(`cannot create data directory ${dir}: ${(fault as Error).message}`, { cause: fault });
  }
  const { mode, uid } = statSync(dir);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(dir, 0o700);
}

function writeOwner(dir: string, owner: DataDirOwner): void {
  const temporary = `${ownerFile(dir)}.${owner.pid}`;
  writeFileSync(temporary, JSON.stringify(owner), { mode: 0o600 });
  renameSync(temporary, ownerFile(dir));
}

function ownerFile(dir: string): string {
  return join(dir, 'tidemark.owner.json');
}
