import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../kernel/directory.ts';
import { takeProcessLock } from '../kernel/process-lock.ts';
import { replaceFile } from '../kernel/whole-file.ts';

/** Owner of a data directory, for messages only: the lock decides ownership. */
export interface DataDirOwner {
  pid: number;
  /** `serve`, `import`, `audit` … */
  command: string;
}

/** A data directory owned by this process until release or exit. */
export interface DataDirClaim {
  readonly dir: string;
  release(): void;
}

export class DataDirInUse extends Error {
  readonly dir: string;
  readonly owner: DataDirOwner | undefined;
  /** `tidemark serve (pid 7)`. */
  readonly by: string;

  constructor(dir: string, owner: DataDirOwner | undefined) {
    const by = owner === undefined ? 'another process' : `tidemark ${owner.command} (pid ${owner.pid})`;
    super(`data directory ${dir} is in use by ${by}. Stop it first, or name another directory with --data.`);
    this.name = 'DataDirInUse';
    this.dir = dir;
    this.owner = owner;
    this.by = by;
  }
}

const lockWaitMs = 250;

/**
 * Claims a data directory for this process alone, creating it (mode 0700) if missing. Of any number of processes that start at once
 * exactly one wins; the claim ends with its process.
 * @param dir absolute path
 * @throws DataDirInUse if another process holds it; Error if the directory is unusable
 */
export function claimDataDir(dir: string, owner: DataDirOwner): DataDirClaim {
  prepareDir(dir);
  const unlock = lock(dir);
  if (unlock === undefined) throw new DataDirInUse(dir, readOwner(dir));
  writeOwner(dir, owner);
  let held = true;
  return {
    dir,
    release() {
      if (!held) return;
      held = false;
      rmSync(ownerFile(dir), { force: true });
      unlock();
    },
  };
}

/** The owner as recorded in the directory; outdated if the owner was killed. */
export function readOwner(dir: string): DataDirOwner | undefined {
  try {
    const { pid, command } = JSON.parse(readFileSync(ownerFile(dir), 'utf8')) as DataDirOwner;
    return typeof pid === 'number' && typeof command === 'string' ? { pid, command } : undefined;
  } catch {
    return undefined; // not written yet, or removed already
  }
}

function lock(dir: string): (() => void) | undefined {
  try {
    return takeProcessLock(join(dir, 'tidemark.lock'), lockWaitMs);
  } catch (fault) {
    throw new Error(`cannot lock data directory ${dir}: ${(fault as Error).message}`, { cause: fault });
  }
}

/** The directory holds key hashes and the operations socket: other users must not read it. */
function prepareDir(dir: string): void {
  try {
    makeDirectory(dir, 0o700);
  } catch (fault) {
    throw new Error(`cannot create data directory ${dir}: ${(fault as Error).message}`, { cause: fault });
  }
  const { mode, uid } = statSync(dir);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(dir, 0o700);
}

function writeOwner(dir: string, owner: DataDirOwner): void {
  // No sync: a loss of power also ends the owner.
  replaceFile(ownerFile(dir), JSON.stringify(owner), { flush: false });
}

function ownerFile(dir: string): string {
  return join(dir, 'tidemark.owner.json');
}
