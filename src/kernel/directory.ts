import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates a directory and its missing parents with `mode`. Node's own recursive `mkdirSync` never returns if a file system answers ENOENT
 * to a new directory, as /proc does.
 *
 * @throws Error of the file system if the directory cannot be created, or the path is a file
 */
export function makeDirectory(path: string, mode = 0o777): void {
  const whole = resolve(path);
  if (isDirectory(whole)) return;
  if (dirname(whole) !== whole) makeDirectory(dirname(whole), mode);
  try {
    mkdirSync(whole, { mode });
  } catch (fault) {
    // Another process may have created the directory first.
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST' || !isDirectory(whole)) throw fault;
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
