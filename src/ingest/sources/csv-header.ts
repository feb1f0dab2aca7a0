import { archivedContextColumns } from '../../wire/archived-context.ts';
import { builderFillColumns } from '../../wire/builder-fill.ts';
import type { OpenableFile } from './file-cursor.ts';
import { readLines } from './line-reader.ts';

/** Names of columns, or the beginning of them. */
const headerPattern = /^[a-z][a-z0-9_]*(,[a-z][a-z0-9_]*)+,?$/i;
/** Of the trade history that the exchange's page exports. */
export const tradeHistoryColumns = ['time', 'coin', 'dir', 'px', 'sz', 'ntl', 'fee', 'closedPnl'];
const headBytes = 4_096;

/** What a file of archives holds, by its first line. */
export type ArchiveKind =
  | { kind: 'lines' }
  | { kind: 'contexts' | 'builderFills'; columns: string[] }
  | { kind: 'foreign'; columns: string[] };

/** The columns that a line of CSV names, undefined where it is no header. @param text the file's beginning */
export function columnsOf(text: string): string[] | undefined {
  const line = text.split('\n', 1)[0]!.trim();
  return headerPattern.test(line) ? line.split(',').filter((name) => name !== '') : undefined;
}

/**
 * Recognizes a file by its first line: a header of CSV, or else JSON lines, whose reader says what is wrong with them.
 *
 * @throws UnreadableFile where it cannot be opened or read
 */
export async function archiveKind(file: OpenableFile): Promise<ArchiveKind> {
  for await (const { bytes } of readLines(file, { batchBytes: 1 })) {
    if (bytes.length === 0) continue;
    const columns = columnsOf(bytes.toString('utf8', 0, headBytes).replace('\ufeff', ''));
    if (columns === undefined) break;
    const names = (wanted: readonly string[]) => wanted.every((column) => columns.includes(column));
    if (names(archivedContextColumns)) return { kind: 'contexts', columns };
    if (names(builderFillColumns)) return { kind: 'builderFills', columns };
    return { kind: 'foreign', columns };
  }
  return { kind: 'lines' };
}
