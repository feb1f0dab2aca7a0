import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A small file system for one directory, which can be filled up. */
export interface SmallDisk {
  /** False if this user cannot mount: the directory is then an ordinary one, and never full. */
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
        // Another process used the remaining space; the disk is full.
      }
    },
    free,
    close() {
      free();
      if (canFill) execFileSync('umount', ['-l', dir], { stdio: 'ignore' });
    },
  };
}
