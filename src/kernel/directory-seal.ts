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

/** Notes what a small directory holds, beside it, after its writer has ended in order. */
export function sealDirectory(dir: string): void {
  replaceFile(sealOf(dir), JSON.stringify(hashes(dir)));
}

/**
 * Looks whether a directory is as it was sealed, and breaks the seal: it is about to be written. Without one, as after a kill, there is
 * nothing to compare with.
 * @returns files that were changed, removed or added since
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
