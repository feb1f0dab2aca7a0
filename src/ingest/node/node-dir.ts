import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BlockFeed, miscFeed, nodeFeed, twapFeed } from '../blocks/block-coverage.ts';

/** A node's record: its kinds of files, the better one first, as whole blocks or as events alone (docs/exchange.md#node-files). */
interface NodeRecordFiles {
  feed: BlockFeed;
  kinds: readonly FileKind[];
  /** Flag that makes a node write them. */
  flag: string;
}
type RecordName = 'node_fills' | 'misc_events' | 'node_twap_statuses';
export type FileKind = RecordName | `${RecordName}_by_block`;
export type NodeRecord = 'fills' | 'ledger' | 'twaps';

export const nodeRecords: Readonly<Record<NodeRecord, NodeRecordFiles>> = {
  fills: { feed: nodeFeed, kinds: ['node_fills_by_block', 'node_fills'], flag: '--write-fills' },
  ledger: { feed: miscFeed, kinds: ['misc_events_by_block', 'misc_events'], flag: '--write-misc-events' },
  twaps: {
    feed: twapFeed,
    kinds: ['node_twap_statuses_by_block', 'node_twap_statuses'],
    flag: '--write-fills',
  },
};
export const recordNames = Object.keys(nodeRecords) as NodeRecord[];
export const fileKinds = Object.values(nodeRecords).flatMap(({ kinds }) => kinds);

/** Directory of hour files that can be followed. */
export interface NodeDir {
  kind: FileKind;
  hourly: string;
}
interface DirFault {
  fault: string;
  isAwaited: boolean;
}
/** Directories of a record, the better kind first, with the faults of others; or the reason if there are none. */
export type NodeDirs = { dirs: NodeDir[]; faults: string[] } | DirFault;

const namedLimit = 8;

/**
 * Finds the hour files of a record below the directory an operator named: the node's output (`~/hl/data`), or the directory of one kind
 * below it. A node started with other flags writes the other kind of the record, so both are searched.
 *
 * @param dir absolute path
 * @param record default: fills
 * @returns the directories; otherwise the content found and expected, and whether a directory may appear later: a node that writes its
 *   first hour, or a mount
 */
export function findNodeDirs(dir: string, record: NodeRecord = 'fills'): NodeDirs {
  const { kinds, flag } = nodeRecords[record];
  const expected = kinds.join(' or ');
  const named = fileKinds.find((kind) => basename(dir) === kind);
  const within = named === undefined ? dir : dirname(dir);
  const listing = namesIn(within);
  if (!Array.isArray(listing) && named === undefined)
    return { fault: `${within} ${listing}`, isAwaited: false };
  const names = Array.isArray(listing) ? listing : [];
  const found = kinds
    .filter((kind) => names.includes(kind) || kind === named)
    .map((kind) => hourlyOf(join(within, kind), kind));
  const dirs = found.flatMap((one) => ('fault' in one ? [] : [one]));
  const faults = found.flatMap((one) => ('fault' in one ? [one] : []));
  if (dirs.length > 0)
    return { dirs, faults: faults.flatMap(({ fault, isAwaited }) => (isAwaited ? [] : [fault])) };
  if (faults[0] !== undefined) return faults[0];
  const shown = names.filter((name) => !name.startsWith('.'));
  if (shown.length === 0)
    return { fault: `${within} is empty: no node has written ${expected} yet`, isAwaited: true };
  const below = namesIn(join(within, 'data'));
  const hint =
    Array.isArray(below) && kinds.some((kind) => below.includes(kind))
      ? `; name ${join(within, 'data')}`
      : `; the node writes them with ${flag} (and --batch-by-block)`;
  const fault = `${within} holds ${listed(shown)}, and no directory ${expected}${hint}`;
  return { fault, isAwaited: fileKinds.some((kind) => shown.includes(kind)) };
}

function hourlyOf(dir: string, kind: FileKind): NodeDir | DirFault {
  const hourly = join(dir, 'hourly');
  const names = namesIn(hourly);
  if (Array.isArray(names)) return { kind, hourly };
  const found = namesIn(dir);
  if (!Array.isArray(found)) return { fault: `${dir} ${found}`, isAwaited: false };
  if (found.length === 0)
    return { fault: `${dir} is empty: the node has not written an hour yet`, isAwaited: true };
  if (found.includes('hourly')) return { fault: `${hourly} ${names}`, isAwaited: false };
  const fault = `${dir} holds ${listed(found)}; expected hourly/YYYYMMDD/H, as a node writes it`;
  return { fault, isAwaited: false };
}

/** @returns the names, or the fault as text that follows the path */
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
