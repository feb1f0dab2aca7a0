import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/** Locks held: a database without a reference would be closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock that belongs to this process until it lets go or ends, by whatever end, kill −9 included.
 *
 * Node has no file lock of its own, and a file with a process id goes stale when its owner is killed. SQLite,
 * which Node carries, takes a lock of the kernel: an exclusive transaction on an empty database (docs/adr/storage.md#one-owner-of-a-data-directory).
 * Of any number of processes that try at once exactly one wins.
 * @param file path of the lock file; it stays when the lock is gone
 * @param waitMs how long to wait for another holder to let go
 * @returns lets go; undefined where another process, or this one, holds the lock
 * @throws Error that says why the file cannot be used
 */
export function takeProcessLock(file: string, waitMs: number): (() => void) | undefined {
  const lock = open(file, waitMs);
  try {
    // The journal in memory: a process killed while holding the lock leaves nothing to roll back.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (fault) {
    lock.close();
    if ((fault as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw fault;
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    if (lock.isOpen) lock.close();
  };
}

function open(file: string, waitMs: number): DatabaseSync {
  try {
    return new DatabaseSync(file, { timeout: waitMs });
  } catch (fault) {
    // SQLite does not say why, the system does. Not before: a file that is closed loses the locks of all its process.
    closeSync(openSync(file, 'a'));
    throw fault;
  }
}
