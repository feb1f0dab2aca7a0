import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const sqliteBusy = 5;

/** Locks held. Without a reference, the garbage collector would close the database and release its lock. */
const held = new Set<DatabaseSync>();

/**
 * Takes a lock that this process holds until release or its end, kill −9 included.
 *
 * Node has no file locks, and a pid file goes stale when its owner is killed. SQLite, built into Node, takes a kernel lock:
 * an exclusive transaction on an empty database (docs/adr/storage.md#one-owner-of-a-data-directory).
 * Of any number of concurrent attempts exactly one succeeds.
 * @param file path of the lock file; the file remains after release
 * @returns releases the lock; undefined if another process, or this one, holds the lock
 * @throws Error with the reason why the file cannot be used
 */
export function takeProcessLock(file: string, waitMs: number): (() => void) | undefined {
  const lock = open(file, waitMs);
  try {
    // In-memory journal: a process killed while holding the lock leaves nothing to roll back.
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
    // SQLite hides the reason; the system call names it. Only after a failure: closing a file drops all locks its process has on that file.
    closeSync(openSync(file, 'a'));
    throw fault;
  }
}
