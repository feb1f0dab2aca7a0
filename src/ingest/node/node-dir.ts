import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

/** What a node writes of fills, the better one first: whole blocks, or fills alone (docs/exchange.md#node-files). */
export const fillKinds = ['node_fills_by_block', 'node_fills'] as const;
export type FillKind = (typeof fillKinds)[number];

/** A directory of hour files that can be followed, or why there is none. */
export type NodeDir = { kind: FillKind; hourly: string } | { fault: string; isEmpty: boolean };

const namedLimit = 8;

/**
 * Finds the hour files of fills below what an operator named: the directory that holds the node's output (`~/hl/data`), or the one
 * of a kind below it.
 *
 * @param dir absolute
 * @returns where they are; otherwise what was found and what is expected, and whether nothing is there yet: a node that writes its
 *   first hour, or a mount that comes later
 */
export function findNodeDir(dir: string): NodeDir {
  const own = fillKinds.find((kind) => basename(dir) === kind);
  const names = namesIn(dir);
  if (!Array.isArray(names)) return { fault: `${dir} ${names}`, isEmpty: false };
  if (own !== undefined) return hourlyOf(dir, own);
  for (const kind of fillKinds) if (names.includes(kind)) return hourlyOf(join(dir, kind), kind);
  const shown = names.filter((name) => !name.startsWith('.'));
  if (shown.length === 0)
    return { fault: `${dir} is empty: no node has written ${expected} yet`, isEmpty: true };
  const below = namesIn(join(dir, 'data'));
  const hint =
    Array.isArray(below) && fillKinds.some((kind) => below.includes(kind))
      ? `; name ${join(dir, 'data')}`
      : '; the node writes them with --write-fills (and --batch-by-block)';
  return { fault: `${dir} holds ${listed(shown)}, and no directory ${expected}${hint}`, isEmpty: false };
}

const expected = fillKinds.join(' or ');

function hourlyOf(dir: string, kind: FillKind): NodeDir {
  const hourly = join(dir, 'hourly');
  const names = namesIn(hourly);
  if (Array.isArray(names)) return { kind, hourly };
  const found = namesIn(dir);
  if (!Array.isArray(found)) return { fault: `${dir} ${found}`, isEmpty: false };
  if (found.length === 0)
    return { fault: `${dir} is empty: the node has not written an hour yet`, isEmpty: true };
  if (found.includes('hourly')) return { fault: `${hourly} ${names}`, isEmpty: false };
  const fault = `${dir} holds ${listed(found)}; expected hourly/YYYYMMDD/H, as a node writes it`;
  return { fault, isEmpty: false };
}

/** @returns the names, or what is wrong in words that follow the path */
function namesIn(dir: string): string[] | string {
  try {
    return readdirSync(dir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'does not exist';
    if (code === 'ENOTDIR')
      return 'is a file; expected the directory that the node writes to, such as ~/hl/data';
    if (code === 'EACCES')
      return 'cannot be read: permission denied; this process needs to read and enter it';
    return `cannot be read: ${code ?? String(error)}`;
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namedLimit).join(', ');
  return names.length > namedLimit ? `${shown} and ${names.length - namedLimit} more` : shown;
}
