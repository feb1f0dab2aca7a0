import type { KeyedSpan } from '../coverage/book.ts';
import type { ArchivedContext } from '../wire/archived-context.ts';
import type { BuilderFill } from '../wire/builder-fill.ts';
import type { BlockFeed } from './blocks/block-coverage.ts';
import type { BlockRun } from './blocks/block-set.ts';
import type { MiscRows } from './facts/ledger-rows.ts';
import type { StateRows } from './facts/saved-states.ts';
import type { FillColumns } from './fill-columns.ts';

/** A record that a source delivered and that cannot be used. Goes to quarantine unchanged, so nothing is lost. */
export interface RejectedRecord {
  /** Absolute path of the file, or the name of the feed. */
  source: string;
  /** Line of the file, from 1. */
  line: number;
  /** Index in the block's `events`; -1 for the whole line. */
  event: number;
  reason: string;
  /** The raw text, cut at 64 KiB. */
  raw: string;
  /** True if only an optional part is unusable; the rest of the record is used. */
  isPart?: boolean;
  /** Lower-case address of the wallet that the answer is about. */
  wallet?: string;
  /** Unix milliseconds, if the raw text does not contain the time. */
  timeMs?: number;
}

/** A value other than a fill, with its time in Unix milliseconds. */
export interface Dated<T> {
  timeMs: number;
  value: T;
}

/** One step of reading: large enough to amortise the step's cost, small enough for memory. */
export interface SourceChunk {
  /** Valid until the next chunk is requested, because the source reuses the memory. The sink sets the fee prices. */
  fills: FillColumns;
  rejected: RejectedRecord[];
  /** Blocks whose lines ended in this chunk, including empty ones. */
  blocks: number;
  /** Block numbers in line order, if the lines contain them; a followed source tracks them itself. */
  runs?: readonly BlockRun[];
  /** Node record that these blocks belong to; default: fills. */
  feed?: BlockFeed;
  /** Funding, and balance changes without a fill. */
  misc?: MiscRows;
  /** Bytes of the file consumed so far (compressed bytes for a compressed file). */
  bytesRead: number;
  file: string;
  /** Reasons why part or all of the file was not read: damage larger than a record. */
  unread?: readonly string[];
  /** What the file has completely of one wallet; of the file's last chunk. */
  covered?: readonly KeyedSpan[];
  contexts?: readonly Dated<ArchivedContext>[];
  states?: readonly Dated<StateRows>[];
  builderFills?: readonly Dated<BuilderFill>[];
  ends?: boolean;
  /** Position of a followed source after this chunk, in the source's own format. */
  position?: string;
}

/** Object of an object store, identified by its content version. */
export interface ObjectVersion {
  url: string;
  etag: string;
}

/** Source of fills: files of the exchange's node, or answers of its API. */
export interface FillSource {
  /** Total bytes of all files, known before the first chunk; for progress. */
  readonly totalBytes: number;
  readonly totalFiles: number;
  /** Every file ends with a chunk of its own. When the signal aborts, reading ends early without an error. */
  read(signal: AbortSignal): AsyncIterable<SourceChunk>;
  /** Objects skipped because they were imported before; default: 0. */
  readonly knownFiles?: number;
  /** Content version of a file in an object store; undefined for other files. */
  objectOf?(path: string): ObjectVersion | undefined;
}
