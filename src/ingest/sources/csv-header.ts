import { archivedContext, archivedContextColumns } from '../../wire/archived-context.ts';
import { builderFill, builderFillColumns } from '../../wire/builder-fill.ts';
import { drift } from '../../wire/drift.ts';
import { isIgnored } from '../../wire/ignored-fields.ts';
import { savedState, savedStateColumns } from '../../wire/saved-state.ts';
import { type BlockFeed, feedOfPath, miscFeed, nodeFeed, twapFeed } from '../blocks/block-coverage.ts';
import type { OpenableFile } from './file-cursor.ts';
import { nextLine } from './line-batch.ts';
import { readLines } from './line-reader.ts';

/** A list of column names, or the beginning of one. */
const headerPattern = /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)+,?$/i;
/** Columns of the trade history export on the exchange's website. */
export const tradeHistoryColumns = ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'closedPnl'];
const headBytes = 4_096;

/** Kind of an archive file, detected from its first line. */
export type ArchiveKind =
  | { kind: 'lines'; feed: BlockFeed }
  | { kind: 'contexts' | 'builderFills' | 'states'; columns: string[] }
  | { kind: 'foreign'; columns: string[] };

/** Columns of a CSV header line; undefined if the line is no header. @param text beginning of the file */
export function columnsOf(text: string): string[] | undefined {
  const line = text.split('\n', 1)[0]!.trim();
  return headerPattern.test(line) ? line.split(',').filter((name) => name !== '') : undefined;
}

/**
 * Detects a file's kind from its first line: a CSV header, otherwise JSON lines, whose reader reports the faults.
 *
 * @throws UnreadableFile if the file cannot be opened or read
 */
export async function archiveKind(file: OpenableFile & { path: string }): Promise<ArchiveKind> {
  for await (const { bytes } of readLines(file, { batchBytes: 1 })) {
    if (bytes.length === 0) continue;
    const columns = columnsOf(bytes.toString('utf8', 0, headBytes).replace('\ufeff', ''));
    if (columns === undefined) return { kind: 'lines', feed: recordOf(file.path, bytes) };
    const names = (wanted: readonly string[]) => wanted.every((column) => columns.includes(column));
    if (names(archivedContextColumns)) return known('contexts', columns, archivedContext);
    if (names(builderFillColumns)) return known('builderFills', columns, builderFill);
    if (names(savedStateColumns)) return known('states', columns, savedState);
    return { kind: 'foreign', columns };
  }
  return { kind: 'lines', feed: nodeFeed };
}

/** A file of a known kind; unknown columns count as drift, once per file. */
function known<K extends 'contexts' | 'builderFills' | 'states'>(
  kind: K,
  columns: string[],
  { name, schema }: { name: string; schema: { properties: object } },
) {
  for (const column of columns)
    if (!Object.hasOwn(schema.properties, column) && !isIgnored(name, column))
      drift.count(name, column, columns.join(','));
  return { kind, columns };
}

/** A node's records differ by the events of their blocks; if all blocks are empty, the path decides. */
function recordOf(path: string, bytes: Buffer): BlockFeed {
  for (let at = 0; at < bytes.length; at = nextLine(bytes, at)) {
    const head = bytes.toString('latin1', at, Math.min(at + headBytes, nextLine(bytes, at)));
    if (/^\s*(\{.*?"events"\s*:\s*)?\[\s*[["]/.test(head)) return nodeFeed;
    if (/^\s*\{.*?"twap_id"\s*:\s*\d+\s*,\s*"state"/.test(head)) return twapFeed;
    if (/^\s*\{.*?("events"\s*:\s*\[\s*\{|"inner"\s*:)/.test(head)) return miscFeed;
  }
  return feedOfPath(path);
}
