import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface WholeFileOptions {
  /** Mode of a new draft; default: owner only. */
  mode?: number;
  /** Path of the draft, in the same directory; default: the file name with `.draft` appended. */
  draft?: string;
  /**
   * Syncs the draft before the rename, and the directory after. Costs some milliseconds and survives a loss of power; without it, the file
   * survives only the end of the process. Default: true.
   */
  flush?: boolean;
}

const suffix = '.draft';

/**
 * Replaces a file atomically: readers see the old file until the new one is complete. A failure leaves no draft.
 *
 * @param content text, bytes, or a function that writes to the descriptor
 * @throws Error of the file system, and errors of `content`
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array | ((descriptor: number) => void),
  { mode = 0o600, draft = `${path}${suffix}`, flush = true }: WholeFileOptions = {},
): void {
  try {
    const descriptor = openSync(draft, 'w', mode);
    try {
      if (typeof content === 'function') content(descriptor);
      else writeFileSync(descriptor, content);
      if (flush) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  if (flush) syncPath(dirname(path));
}

/** The asynchronous {@link replaceFile}. */
export async function replacingFile(
  path: string,
  write: (file: FileHandle) => Promise<unknown>,
  { mode = 0o600, draft = `${path}${suffix}`, flush = true }: WholeFileOptions = {},
): Promise<void> {
  try {
    const file = await open(draft, 'w', mode);
    try {
      await write(file);
      if (flush) await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  if (!flush) return;
  const directory = await open(dirname(path));
  await directory.sync().finally(() => directory.close());
}

/** Removes drafts that a killed process left in a directory. No other process may be writing there. */
export function dropDrafts(dir: string): void {
  for (const name of readdirSync(dir)) if (name.endsWith(suffix)) rmSync(join(dir, name), { force: true });
}

/** Syncs one file, or a directory's entries, to disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
