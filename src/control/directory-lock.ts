import { DatabaseSync } from 'node:sqlite';
import { ControlError } from './store.ts';

/**
 * Holds a directory for one process, by a lock file beside it.
 *
 * Node offers no file lock of its own, and a file with a process id goes stale when its owner is
 * killed. SQLite, which Node carries, takes a lock of the operating system that ends with the
 * process, whatever ends it; the database in the file only says who holds it.
 * @returns a function that lets go.
 * @throws ControlError `in_use` where another process, or this one, holds it.
 */
export function lockDirectory(dir: string): () => void {
  const file = new DatabaseSync(`${dir}.lock`, { timeout: 0 });
  try {
    file.exec('create table if not exists holder (one integer primary key check (one = 1), pid integer)');
    file.exec('begin immediate');
    file.prepare('insert or replace into holder values (1, ?)').run(process.pid);
    file.exec('commit');
    // A pending write keeps others from writing and still lets them read who holds the lock.
    file.exec('begin immediate');
  } catch (error) {
    const pid = holder(file);
    file.close();
    if (!isBusy(error)) throw error;
    throw new ControlError(
      'in_use',
      `${dir} is in use by process ${pid ?? '(unknown)'}; stop it first, or use Postgres, which several processes can share`,
      error,
    );
  }
  return () => file.close();
}

function holder(file: DatabaseSync): unknown {
  try {
    return file.prepare('select pid from holder').get()?.pid;
  } catch {
    return undefined; // Nobody wrote its id yet.
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5; // SQLITE_BUSY
}
