import { createHash } from 'node:crypto';
import { globSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from './whole-file.ts';

const sealOf = (dir: string) => `${dir}.seal.json`;

function hashes(dir: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const path of globSync('**/*', { cwd: dir }).sort()) {
    if (!lstatSync(join(dir, path)).isFile()) continue;
    found[path] = createHash('sha256')
      .update(readFileSync(join(dir, path)))
      .digest('hex');
  }
  return found;
}

/** Records the hashes of a small directory's files next to the directory. Call after the writer has closed cleanly. */
export function sealDirectory(dir: string): void {
  replaceFile(sealOf(dir), JSON.stringify(hashes(dir)));
}

/**
 * Compares a directory with its seal and removes the seal, because the directory is about to be written. Without a seal, as after a kill,
 * nothing can be compared.
 * @returns files changed, removed or added since the seal
 */
export function breakSeal(dir: string): string[] {
  let sealed: Record<string, string>;
  try {
    sealed = JSON.parse(readFileSync(sealOf(dir), 'utf8')) as Record<string, string>;
  } catch {
    return [];
  }
  rmSync(sealOf(dir));
  const found = hashes(dir);
  const paths = new Set([...Object.keys(sealed), ...Object.keys(found)]);
  const changed = [...paths].filter((path) => sealed[path] !== found[path]);
  return changed;
}
