import { globSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const damageKinds = ['cut', 'flipped', 'removed'] as const;

export interface Damage {
  /** Below the directory. */
  path: string;
  kind: (typeof damageKinds)[number];
}

/** Files below a directory, without links and temporary files of a process. */
export function filesOf(dir: string): string[] {
  return globSync('**/*', { cwd: dir })
    .sort()
    .filter((path) => !lstatSync(join(dir, path)).isSymbolicLink() && statSync(join(dir, path)).isFile());
}

/** Truncates a file to half, flips a bit of it, or removes it. @param below random integers below a bound */
export function damage(dir: string, { path, kind }: Damage, below: (bound: number) => number): void {
  const file = join(dir, path);
  const bytes = readFileSync(file);
  if (kind === 'removed') rmSync(file);
  else if (kind === 'cut') writeFileSync(file, bytes.subarray(0, bytes.length >> 1));
  else if (bytes.length > 0) {
    const at = below(bytes.length);
    bytes[at] = bytes[at]! ^ (1 << below(8));
    writeFileSync(file, bytes);
  }
}
