import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** How a file takes the place of the one before. */
export interface WholeFileOptions {
  /** Of a new draft; default: for its owner alone. */
  mode?: number;
  /** Where it is written first, in the same directory; default: `.draft` behind its name. */
  draft?: string;
  /**
   * Whether it is on the disk before it takes its place, and the move after that: it then stands through a loss of power, for some
   * milliseconds. Without it stands through the end of the process. Default: true.
   */
  flush?: boolean;
}

const suffix = '.draft';

/**
 * Replaces a file at once or not at all: readers see the one before until the new one is whole. What fails leaves no draft.
 *
 * @param content its text or bytes, or a function that writes them to the descriptor
 * @throws Error of the file system, and what `content` throws
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

/** As {@link replaceFile}, beside what else the process does. */
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

/** Removes the drafts of a directory that a process left which was killed. No other may be writing there. */
export function dropDrafts(dir: string): void {
  for (const name of readdirSync(dir)) if (name.endsWith(suffix)) rmSync(join(dir, name), { force: true });
}

/** Brings one file, or the list of a directory's entries, to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
