import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monotonicMs } from '../kernel/clock.ts';

export interface StorageCheckOptions {
  /** Less free space counts as full: a batch and a merge need room. */
  leastBytes?: number;
  /** How long a result is cached, in milliseconds. */
  keptMs?: number;
}

/** Checks whether a data directory accepts writes. */
export interface StorageCheck {
  /** True, or the fault. Unprivileged callers read it, so it names no path. */
  check(): true | string;
  /** Free bytes for this process; undefined if the disk does not report them. */
  freeBytes(): number | undefined;
}

const probeBytes = 4_096;

/** @param dataDir absolute path */
export function createStorageCheck(dataDir: string, options: StorageCheckOptions = {}): StorageCheck {
  const { leastBytes = 64 * 2 ** 20, keptMs = 5_000 } = options;
  let kept: { atMs: number; result: true | string } | undefined;

  function freeBytes(): number | undefined {
    try {
      const { bavail, bsize } = statfsSync(dataDir);
      return bavail * bsize;
    } catch {
      return undefined;
    }
  }

  function probe(): true | string {
    const free = freeBytes();
    if (free !== undefined && free < leastBytes) {
      const megabytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
      return `nothing can be stored: ${megabytes(free)} MiB are free on the disk of the data directory, at least ${megabytes(leastBytes)} are needed`;
    }
    const file = join(dataDir, `tidemark.probe.${process.pid}`);
    try {
      writeFileSync(file, Buffer.alloc(probeBytes), { mode: 0o600 });
      rmSync(file, { force: true });
      return true;
    } catch (fault) {
      const { code = 'unknown fault' } = fault as NodeJS.ErrnoException;
      const reason = code === 'EROFS' ? 'the disk is read-only' : code;
      return `nothing can be stored: the data directory cannot be written (${reason})`;
    }
  }

  return {
    check() {
      const nowMs = monotonicMs();
      if (kept === undefined || nowMs - kept.atMs > keptMs) kept = { atMs: nowMs, result: probe() };
      return kept.result;
    },
    freeBytes,
  };
}
