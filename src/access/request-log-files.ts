import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeProcessLock } from '../kernel/process-lock.ts';
import { replacingFile } from '../kernel/whole-file.ts';

/** Batches of the request log on disk, on their way from memory into the store. */
export interface RequestLogFiles {
  /** The tokens of what a process left that was killed, or that the store took nothing from; oldest first. */
  readonly left: readonly string[];
  pathOf(token: string): string;
  /** Writes a batch, whole or not at all, over what was there of it. In the order of the calls, as `remove`. */
  write(token: string, bytes: Uint8Array): Promise<void>;
  remove(token: string): Promise<void>;
  /** Leaves the files to the next process. */
  close(): void;
}

/** Processes that share a directory. */
const slotLimit = 1_000;
/** Files kept of earlier processes; the oldest go first. */
const leftLimit = 200;
const suffix = '.arrow';

/**
 * Takes a place of its own in a directory, with all that the process before it there has left.
 * @throws Error where the directory cannot be used
 */
export function openRequestLogFiles(directory: string): RequestLogFiles {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const { dir, release } = takeSlot(directory);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const names = readdirSync(dir).sort();
  const whole = names.filter((name) => name.endsWith(suffix));
  const kept = whole.slice(-leftLimit);
  for (const name of names) if (!kept.includes(name)) rmSync(join(dir, name), { force: true });
  const pathOf = (token: string) => join(dir, `${token}${suffix}`);
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: what is written of a batch later is more of it. */
  function next<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    left: kept.map((name) => name.slice(0, -suffix.length)),
    pathOf,
    write: (token, bytes) =>
      // Many a minute; the rows are on their way into the store.
      next(() => replacingFile(pathOf(token), (file) => file.writeFile(bytes), { flush: false })),
    remove: (token) => next(() => rm(pathOf(token), { force: true })),
    close: release,
  };
}

/** The first place that no living process has. Locks stay as files: one that is deleted could be held twice. */
function takeSlot(directory: string): { dir: string; release: () => void } {
  for (let slot = 0; slot < slotLimit; slot++) {
    const release = takeProcessLock(join(directory, `${slot}.lock`), 0);
    if (release !== undefined) return { dir: join(directory, String(slot)), release };
  }
  throw new Error(`${slotLimit} processes write their request log in ${directory}`);
}
