import type { ArchivedContext } from '../wire/archived-context.ts';
import type { BuilderFill } from '../wire/builder-fill.ts';
import type { BlockFeed } from './blocks/block-coverage.ts';
import type { BlockRun } from './blocks/block-set.ts';
import type { MiscRows } from './facts/ledger-rows.ts';
import type { StateRows } from './facts/saved-states.ts';
import type { FillColumns } from './fill-columns.ts';

/** Something a source delivered that cannot be used. Nothing is lost: it goes to quarantine as it is. */
export interface RejectedRecord {
  /** Absolute path of the file, or the name of the feed. */
  source: string;
  /** Line of the file, from 1. */
  line: number;
  /** Index in the block's `events`, -1 where the whole line is meant. */
  event: number;
  /** What is wrong, and what would be right. */
  reason: string;
  /** The raw text, cut at 64 KiB. */
  raw: string;
  /** True where the record is used without an optional part, which is what cannot be used. */
  isPart?: boolean;
  /** Lower-case address of the wallet that an answer is about. */
  wallet?: string;
  /** Unix milliseconds, where the raw text does not say it. */
  timeMs?: number;
}

/** Something beside fills, and when it was, unix milliseconds. */
export interface Dated<T> {
  timeMs: number;
  value: T;
}

/** What a source read in one step: enough to amortise a step's cost, little enough to stay small in memory. */
export interface SourceChunk {
  /** Valid until the next chunk is asked for: the source uses the memory again. Fee prices are the sink's to set. */
  fills: FillColumns;
  rejected: RejectedRecord[];
  /** Blocks whose lines ended in this chunk, the empty ones included. */
  blocks: number;
  /** Which they are, in the order of their lines, where the lines say so; a source that is followed keeps them by itself. */
  runs?: readonly BlockRun[];
  /** Of which record of a node these blocks are; default: of its fills. */
  feed?: BlockFeed;
  /** Funding, and what moves balances without a fill. */
  misc?: MiscRows;
  /** Bytes of the file consumed so far (of the compressed file, where it is compressed). */
  bytesRead: number;
  /** The file this chunk is from. */
  file: string;
  /** Why some of the file, or all of it, was not read: damage that costs more than a record. */
  unread?: readonly string[];
  /** States of markets, of an archive of them. */
  contexts?: readonly Dated<ArchivedContext>[];
  /** Saved account states. */
  states?: readonly Dated<StateRows>[];
  /** Rows of a file of what one builder took. */
  builderFills?: readonly Dated<BuilderFill>[];
  /** The file ends here. */
  ends?: boolean;
  /** Where a source that is followed stands once this chunk is stored, in its own words. */
  position?: string;
}

/** An object of an object store, by what names its content. */
export interface ObjectVersion {
  url: string;
  etag: string;
}

/** A source of fills: files of the exchange's node, answers of its API, later its live feeds. */
export interface FillSource {
  /** For progress: bytes over all files, known before the first chunk. */
  readonly totalBytes: number;
  readonly totalFiles: number;
  /** Every file ends with a chunk of its own; where the signal aborts, reading ends early without an error. */
  read(signal: AbortSignal): AsyncIterable<SourceChunk>;
  /** Objects that were imported before and are not read; default: 0. */
  readonly knownFiles?: number;
  /** What names the content of a file that lies in an object store; undefined for all others. */
  objectOf?(path: string): ObjectVersion | undefined;
}
