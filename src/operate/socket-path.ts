import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Longest path a Unix socket takes everywhere: sun_path is 104 bytes on macOS and 108 on Linux, with its end mark. */
export const socketPathBytesLimit = 100;

/** Where the owner of a data directory shall listen. Only its owner may ask: leftovers of the one before are removed. */
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

/** Where the owner of a data directory would listen; undefined where there cannot be one. Only a long path has a pointer. */
export function findSocket(dataDir: string): string | undefined {
  const direct = directPath(dataDir);
  return readPointer(dataDir) ?? (Buffer.byteLength(direct) <= socketPathBytesLimit ? direct : undefined);
}

function removeSocket(dataDir: string): void {
  const elsewhere = readPointer(dataDir);
  // The pointer lies in the data directory (0700), yet only a directory of our own making is ever removed.
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
