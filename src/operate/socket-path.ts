import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Longest socket path that works everywhere: sun_path has 104 bytes on macOS and 108 on Linux, including the terminator. */
export const socketPathBytesLimit = 100;

/** Prepares the socket path of a data directory. For its owner only: removes leftovers of the previous owner. */
export function placeSocket(dataDir: string): { path: string; remove(): void } {
  removeSocket(dataDir);
  const direct = directPath(dataDir);
  if (Buffer.byteLength(direct) <= socketPathBytesLimit) {
    return { path: direct, remove: () => removeSocket(dataDir) };
  }
  const path = join(mkdtempSync(join(shortTemporaryDir(), 'tidemark-')), 'sock');
  writeFileSync(pointerPath(dataDir), path, { mode: 0o600 });
  return { path, remove: () => removeSocket(dataDir) };
}

/** Socket path of a data directory's owner; undefined if none can exist. Only an overlong path has a pointer file. */
export function findSocket(dataDir: string): string | undefined {
  const direct = directPath(dataDir);
  return readPointer(dataDir) ?? (Buffer.byteLength(direct) <= socketPathBytesLimit ? direct : undefined);
}

function removeSocket(dataDir: string): void {
  const elsewhere = readPointer(dataDir);
  // The pointer lies in the data directory (0700); still, only directories that this program created are removed.
  if (elsewhere !== undefined && /\/tidemark-[A-Za-z0-9]{6}\/sock$/.test(elsewhere)) {
    rmSync(dirname(elsewhere), { recursive: true, force: true });
  }
  rmSync(pointerPath(dataDir), { force: true });
  rmSync(directPath(dataDir), { force: true });
}

function readPointer(dataDir: string): string | undefined {
  try {
    return readFileSync(pointerPath(dataDir), 'utf8');
  } catch {
    return undefined; // no pointer: the socket lies in the directory itself
  }
}

function shortTemporaryDir(): string {
  return Buffer.byteLength(tmpdir()) <= socketPathBytesLimit - 30 ? tmpdir() : '/tmp';
}

function directPath(dataDir: string): string {
  return join(dataDir, 'tidemark.sock');
}

function pointerPath(dataDir: string): string {
  return join(dataDir, 'tidemark.sock.path');
}
