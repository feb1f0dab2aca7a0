import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile } from '../../kernel/whole-file.ts';

/**
 * What the engine needs to find its tables: a statement for each database, table and view, and the format of each table's directory.
 * Without one of them it does not start, or starts without the table, and says nothing.
 */
const patterns = ['metadata/*.sql', 'store/*/*/*.sql', 'store/*/*/format_version.txt'];
/** Temporary tables. */
const stages = /__|^fills_before_|^fill_rewrite_|^ingest_recovery/;
const copyName = 'tidemark-metadata.json';

interface Copy {
  /** Whether the engine was closed in order after it was made: then every difference is a damage. */
  isClosed: boolean;
  /** Text by path below the directory. */
  files: Record<string, string>;
}

/** How many stores of this process have the engine of a directory open. */
const users = new Map<string, number>();

/**
 * Restores damaged metadata before the first store opens the engine of a directory; {@link endUse} must follow.
 * @returns paths of the restored files
 */
export function beginUse(dir: string): string[] {
  const before = users.get(dir) ?? 0;
  users.set(dir, before + 1);
  return before === 0 ? restoreMetadata(dir) : [];
}

/** @param isClosed false where the engine did not open */
export function endUse(dir: string, isClosed = true): void {
  const left = (users.get(dir) ?? 1) - 1;
  if (left > 0) users.set(dir, left);
  else users.delete(dir);
  if (left === 0 && isClosed) keepMetadata(dir, true);
}

/** Copies the engine's metadata into one file in the same directory. */
export function keepMetadata(dir: string, isClosed: boolean): void {
  const files: Copy['files'] = {};
  for (const path of globSync(patterns, { cwd: dir }).sort()) {
    const text = textOf(join(dir, path));
    if (text !== undefined) files[path] = text;
  }
  const body = JSON.stringify({ isClosed, files } satisfies Copy);
  replaceFile(join(dir, copyName), `${hashOf(body)}\n${body}`);
}

/**
 * Restores metadata files damaged since the copy was made, before the engine opens.
 *
 * @param isBroken the engine refused to open: every file that differs counts as damaged, even after an unclean shutdown
 * @returns paths of the restored files
 */
export function restoreMetadata(dir: string, isBroken = false): string[] {
  const copy = readCopy(dir);
  if (copy === undefined) return [];
  const restored: string[] = [];
  for (const [path, text] of Object.entries(copy.files)) {
    const file = join(dir, path);
    const found = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    if (found === text) continue;
    // Of an engine that was killed, tables may have been made or dropped since: without its view one is made again from fills.
    const isDamage = copy.isClosed || isBroken || (path.endsWith('.txt') && existsSync(dirname(file)));
    const isLost =
      found === undefined && !/^ATTACH MATERIALIZED VIEW/.test(text) && !stages.test(basename(path));
    if (!isDamage && !isLost) continue;
    mkdirSync(dirname(file), { recursive: true });
    // The engine removes leftover `.tmp` files, and refuses to open if a file with any other unknown name exists.
    const draft = `${file}.tmp`;
    replaceFile(file, text, { draft, mode: found === undefined ? 0o640 : statSync(file).mode });
    restored.push(path);
  }
  return restored;
}

/** The first file of the metadata whose text is not as the engine writes it. */
export function damagedMetadata(dir: string): string | undefined {
  return globSync(patterns, { cwd: dir })
    .sort()
    .find((path) => {
      const text = textOf(join(dir, path));
      if (text === undefined) return false;
      return path.endsWith('.txt') ? text.trim() !== '1' : !isWholeStatement(text);
    });
}

/** Undefined if the file was removed since it was listed: after opening, the engine removes dropped tables in the background. */
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isWholeStatement(text: string): boolean {
  const bare = text.replaceAll(/'(?:[^'\\]|\\.)*'/g, "''");
  const count = (sign: string) => bare.split(sign).length;
  return (
    /^ATTACH /.test(text) &&
    text.endsWith('\n') &&
    count('(') === count(')') &&
    !/''?'(?!')/.test(bare.replaceAll("''", ''))
  );
}

function readCopy(dir: string): Copy | undefined {
  try {
    const text = readFileSync(join(dir, copyName), 'utf8');
    const at = text.indexOf('\n');
    const body = text.slice(at + 1);
    return hashOf(body) === text.slice(0, at) ? (JSON.parse(body) as Copy) : undefined;
  } catch {
    return undefined; // there is none yet, or it is damaged itself: the next one is whole
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
