import { type FSWatcher, watch } from 'node:fs';

/** Waits until something happens below directories, or a while has passed: file systems that report nothing are polled. */
export interface Wake {
  /** Watches these directories from now on. */
  watch(dirs: readonly string[]): void;
  /** Resolves at the next event, at once where there was one since the last wait, and after `waitMs` at most. */
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
          // One that ends is set up again with the next look, where the directory is there still.
          const watcher = watch(dir, { persistent: false }, event).on('error', () => forget(dir));
          watchers.set(dir, watcher);
        } catch {
          // No watch is left, or a file system without them: the poll remains.
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
