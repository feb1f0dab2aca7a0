import { fsyncSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncPath } from '../kernel/whole-file.ts';

/** The part of Emscripten's file system over Node that has to learn fsync. */
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } };
}

/**
 * A directory for PGlite in which what was committed survives a power failure.
 *
 * PGlite starts Postgres without fsync, and its file system over Node has none to offer: a commit
 * reaches the operating system and survives the end of the process alone. Here both are put
 * back; a commit costs one fsync, as on any Postgres.
 */
export function durableDirectory(dir: string): NodeFS {
  const directory = new NodeFS(dir);
  const init = directory.init.bind(directory);
  const teachFsync = (module: unknown) => {
    (module as EmscriptenModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
      // Directories have no descriptor here.
      if (nfd !== undefined) fsyncSync(nfd);
      return 0;
    };
  };
  directory.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, teachFsync] } };
  };
  return directory;
}

/**
 * How Postgres has to be started for it: PGlite's own parameters without `-F` (no fsync), and with the one way to
 * sync that Emscripten passes on. The tables are small: with the usual 128 MB of buffers the process takes 130 MB more.
 */
export const durableStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=8MB',
];

/** Opens the database of a directory, or makes one in an empty one. */
export async function openDirectory(path: string): Promise<PGlite> {
  return await PGlite.create({ fs: durableDirectory(path), startParams: durableStartParams });
}

/** Brings every file and directory under `dir`, and itself, to the disk. */
export async function syncTree(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true });
  for (const path of [...entries.map((entry) => join(dir, entry)), dir]) syncPath(path);
}
