import type { Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inReadingOrder } from './archive-names.ts';
import { localFile, type OpenableFile } from './file-cursor.ts';

export interface ArchiveFile extends OpenableFile {
  bytes: number;
}

const depthLimit = 64;
const filesLimit = 1_000_000;
export interface ArchiveFiles {
  files: ArchiveFile[];
  /** Unreadable entries below a directory, with the reason. */
  unread: { path: string; reason: string }[];
}

interface Walk {
  unread: ArchiveFiles['unread'];
  /** By real path, so that a file named twice is read once. */
  files: Map<string, ArchiveFile>;
  directories: Set<string>;
}

/**
 * Lists the files behind PATH arguments: files as they are, directories with everything below them.
 * Hidden files are skipped, symbolic links followed, a file reached twice is listed once.
 *
 * @param paths Files and directories, absolute or relative to the working directory.
 * @returns Hour files (`…/YYYYMMDD/H[.lz4|.gz]`) in the order of their time, then all others in natural
 *   order of their path (`part-2` before `part-10`).
 * @throws Error naming a path argument that does not exist or is neither file nor directory, or a tree of too many files.
 */
export async function listArchiveFiles(paths: readonly string[]): Promise<ArchiveFiles> {
  const walk: Walk = { files: new Map(), directories: new Set(), unread: [] };
  for (const path of paths) {
    const absolute = resolve(path);
    const stats = await statOf(absolute);
    if (stats.isDirectory()) await walkDirectory(absolute, walk, 0);
    else if (stats.isFile()) await addFile(absolute, stats.size, walk);
    else throw new Error(`${absolute} is neither a file nor a directory; name regular files or directories`);
  }
  return { files: inReadingOrder(walk.files.values()), unread: walk.unread };
}

async function walkDirectory(directory: string, walk: Walk, depth: number): Promise<void> {
  // A link to a parent directory resolves to a known real path; the depth limit catches the other cycles.
  const real = await realpath(directory);
  if (walk.directories.has(real)) return;
  walk.directories.add(real);
  if (depth > depthLimit) throw new Error(`${directory} lies more than ${depthLimit} directories deep`);
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => error);
  if (names instanceof Error) {
    walk.unread.push({ path: directory, reason: `${directory} cannot be read: ${names.code}` });
    return;
  }
  for (const name of names.sort()) {
    if (name.startsWith('.')) continue;
    const path = join(directory, name);
    const stats = await statOf(path).catch((error: Error) => error);
    if (stats instanceof Error) walk.unread.push({ path, reason: stats.message });
    else if (stats.isDirectory()) await walkDirectory(path, walk, depth + 1);
    else if (stats.isFile()) await addFile(path, stats.size, walk);
  }
}

async function addFile(path: string, bytes: number, walk: Walk): Promise<void> {
  const real = await realpath(path);
  if (walk.files.has(real)) return;
  if (walk.files.size >= filesLimit) throw new Error(`more than ${filesLimit} files; name fewer at a time`);
  walk.files.set(real, { ...localFile(path), bytes });
}

async function statOf(path: string): Promise<Stats> {
  try {
    return await stat(path);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') throw new Error(`${path} does not exist; name a file or a directory`);
    if (code === 'EACCES') throw new Error(`${path} cannot be read: permission denied`);
    throw new Error(`${path} cannot be read: ${code ?? String(error)}`, { cause: error });
  }
}
