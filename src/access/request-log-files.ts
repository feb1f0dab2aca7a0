import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { takeProcessLock } from '../kernel/process-lock.ts';
import { replacingFile } from '../kernel/whole-file.ts';

/** Batches of the request log on disk, before the store has them. */
export interface RequestLogFiles {
  /** Tokens of files left by an earlier process: it was killed, or the store refused them. Oldest first. */
  readonly left: readonly string[];
  pathOf(token: string): string;
  /** Atomically replaces a batch's file. Runs in call order, together with `remove`. */
  write(token: string, bytes: Uint8Array): Promise<void>;
  remove(token: string): Promise<void>;
  /** Leaves the files to the next process. */
  close(): void;
}

/** Maximum processes sharing a directory. */
const slotLimit = 1_000;
/** Maximum files kept from earlier processes; the oldest are deleted first. */
const leftLimit = 200;
const suffix = '.arrow';

/**
 * Claims a slot in the directory, including the files its previous process left.
 * @throws Error if the directory cannot be used
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

  /** Serializes work: a later write of a batch contains more of its records. */
  function next<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  }

  return {
    left: kept.map((name) => name.slice(0, -suffix.length)),
    pathOf,
    write: (token, bytes) =>
      // No fsync: writes are frequent, and the rows are on their way into the store.
      next(() => replacingFile(pathOf(token), (file) => file.writeFile(bytes), { flush: false })),
    remove: (token) => next(() => rm(pathOf(token), { force: true })),
    close: release,
  };
}

/** Claims the first slot without a living process. Lock files are kept: a deleted lock could be held twice. */
function takeSlot(directory: string): { dir: string; release: () => void } {
  for (let slot = 0; slot < slotLimit; slot++) {
    const release = takeProcessLock(join(directory, `${slot}.lock`), 0);
    if (release !== undefined) return { dir: join(directory, String(slot)), release };
  }
  throw new Error(`${slotLimit} processes write their request log in ${directory}`);
}
