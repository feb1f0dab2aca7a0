import { fsyncSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { syncPath } from '../kernel/whole-file.ts';

/** The part of Emscripten's NODEFS that lacks fsync. */
interface EmscriptenModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd?: number }) => number } };
}

/**
 * A directory for PGlite in which commits survive a power failure.
 *
 * PGlite starts Postgres without fsync, and its NODEFS does not implement it: a commit
 * only reaches the operating system and survives only a process exit. This file restores both;
 * a commit then costs one fsync, as on any Postgres.
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
 * Start parameters of Postgres for it: PGlite's own without `-F` (no fsync), and with the only sync method
 * that Emscripten passes on. The tables are small: the usual 128 MB of buffers would cost 130 MB more memory.
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

/** Opens the database in a directory, or creates it in an empty directory. */
export async function openDirectory(path: string): Promise<PGlite> {
  return await PGlite.create({ fs: durableDirectory(path), startParams: durableStartParams });
}

export async function syncTree(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true });
  for (const path of [...entries.map((entry) => join(dir, entry)), dir]) syncPath(path);
}
