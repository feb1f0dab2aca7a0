import { type FSWatcher, watch } from 'node:fs';

/** Waits for a change below directories, or for a timeout: some file systems report no changes and are polled. */
export interface Wake {
  /** Replaces the watched directories. */
  watch(dirs: readonly string[]): void;
  /** Resolves at the next event (immediately if an event came since the last wait), after `waitMs` at the latest. */
  wait(waitMs: number): Promise<void>;
  close(): void;
}

export function createWake(signal: AbortSignal): Wake {
  const watchers = new Map<string, FSWatcher>();
  let happened = false;
  let wake: (() => void) | undefined;

  function event(): void {
    happened = true;
    wake?.();
  }
  signal.addEventListener('abort', event, { once: true });

  function forget(dir: string): void {
    watchers.get(dir)?.close();
    watchers.delete(dir);
  }

  return {
    watch(dirs) {
      for (const dir of watchers.keys()) if (!dirs.includes(dir)) forget(dir);
      for (const dir of dirs) {
        if (watchers.has(dir)) continue;
        try {
          // The next poll restarts a failed watch if the directory still exists.
          const watcher = watch(dir, { persistent: false }, event).on('error', () => forget(dir));
          watchers.set(dir, watcher);
        } catch {
          // No watches left, or the file system has none; polling continues.
        }
      }
    },
    async wait(waitMs) {
      if (!happened && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, waitMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      happened = false;
    },
    close() {
      for (const dir of watchers.keys()) forget(dir);
      signal.removeEventListener('abort', event);
    },
  };
}
