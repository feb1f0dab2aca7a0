import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own for one directory, which can be filled up. */
export interface SmallDisk {
  /** False where this user may mount nothing: the directory is one as any other, and is never full. */
  readonly canFill: boolean;
  fill(): void;
  free(): void;
  close(): void;
}

/** @param dir is made */
export function openSmallDisk(dir: string, mebibytes: number): SmallDisk {
  mkdirSync(dir, { recursive: true });
  const ballast = join(dir, 'ballast');
  let canFill = true;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'none', dir], { stdio: 'ignore' });
  } catch {
    canFill = false;
  }
  const free = () => rmSync(ballast, { force: true });
  return {
    canFill,
    fill() {
      if (!canFill) return;
      const { bavail, bsize } = statfsSync(dir);
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize, 1));
      } catch {
        // Somebody else took the last of it: full it is.
      }
    },
    free,
    close() {
      free();
      if (canFill) execFileSync('umount', ['-l', dir], { stdio: 'ignore' });
    },
  };
}
