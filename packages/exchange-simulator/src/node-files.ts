import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { compressFrameSync } from 'lz4-napi';
import { hourMs, utcDate } from '../../../src/kernel/clock.ts';
import { makeDirectory } from '../../../src/kernel/directory.ts';
import { blockNumberAt, blockStartMs } from './block-time.ts';
import type { Block, FundingPayment, TwapEvent } from './events.ts';
import { fundingEvents, ledgerEvents, miscEventText } from './node/misc-events.ts';
import type { MiscEvent, NodeKind } from './node/node-block.ts';
import { blockLine, lineOf } from './node-line.ts';
import { twapEventText } from './payloads/twap.ts';
import type { Wallet } from './population.ts';
import type { RecordedUpdate } from './record/ledger-history.ts';

/**
 * Writes the files of an exchange's node: `{kind}/hourly/{YYYYMMDD}/{H}` (docs/exchange.md#node-files). Most empty blocks are omitted.
 */
export interface NodeFiles {
  /** Blocks in order of time. */
  write(block: Block): void;
  /** Events between and in blocks; called before their block is written. */
  funding(payment: FundingPayment): void;
  ledger(update: RecordedUpdate): void;
  twap(event: TwapEvent): void;
  /** The record is whole up to this moment, unix milliseconds: an empty block says so. */
  mark(timeMs: number): void;
  /** Writes the blocks held back and closes the files. @param untilMs All blocks before it are written. */
  close(untilMs?: number): void;
  readonly bytes: number;
  readonly files: number;
}

/** Files are written, and compressed, in pieces of this size or of one longer line. */
const pieceBytes = 1 << 20;
/** Text is turned into bytes this often: while it is short, its parts still lie in the processor's cache. */
const pendingChars = 1 << 14;
const markDelayMs = 200;
/** Single empty blocks at the end of files: a reader learns from them that others are left out. */
const lastMarks = 12;

interface NodeFilesOptions {
  lz4: boolean;
  wallets: readonly Wallet[];
  /** A node's files have 1 hour; here up to a day. Fewer files help if all are read at once, because each has a cost. */
  hoursPerFile?: number;
}

/**
 * @param dir created if missing
 * @param options.lz4 writes hours as `.lz4`, with a frame for each piece
 * @throws Error if `dir` cannot be created or written, or is not empty: two histories must not mix
 */
export function createNodeFiles(dir: string, options: NodeFilesOptions): NodeFiles {
  const { wallets } = options;
  openEmpty(dir);
  const fills = createHourFiles(dir, 'node_fills_by_block', options);
  const misc = createHourFiles(dir, 'misc_events_by_block', options);
  const twaps = createHourFiles(dir, 'node_twap_statuses_by_block', options);
  const all = [fills, misc, twaps];
  const statuses = new Map<number, TwapEvent[]>();
  const events = new Map<number, MiscEvent[]>();
  let payments: FundingPayment[] = [];
  let firstBlock: number | undefined;

  function hold(number: number, more: readonly MiscEvent[]): void {
    const held = events.get(number);
    if (held === undefined) events.set(number, [...more]);
    else held.push(...more);
  }
  /** A block for each dex, as a node splits an hour. */
  function settle(): void {
    for (const ofDex of Map.groupBy(payments, ({ market }) => market.dex).values()) {
      const { timeMs, market } = ofDex[0]!;
      hold(blockNumberAt(timeMs) + market.dex, fundingEvents(ofDex, wallets));
    }
    payments = [];
  }
  /** Writes the held events of complete blocks to the files of a kind. */
  function writeHeld<T>(
    held: Map<number, T[]>,
    files: HourFiles,
    before: number,
    textOf: (event: T) => string,
  ) {
    for (const number of [...held.keys()].sort((a, b) => a - b)) {
      if (number >= before) return;
      const block = { number, timeMs: blockStartMs(number), timeNs: 0 };
      const writtenMs = block.timeMs + markDelayMs;
      files.write(writtenMs, lineOf(block, writtenMs, held.get(number)!.map(textOf).join(',')));
      held.delete(number);
    }
  }
  function writeEvents(beforeBlock: number): void {
    settle();
    writeHeld(events, misc, beforeBlock, (event) => miscEventText(event, 0));
    writeHeld(statuses, twaps, beforeBlock, (event) => twapEventText(event, wallets, 0));
  }
  function markBlock(number: number): void {
    const block = { number, timeMs: blockStartMs(number), timeNs: 0 };
    const writtenMs = block.timeMs + markDelayMs;
    for (const files of all) files.write(writtenMs, lineOf(block, writtenMs, ''));
  }
  function mark(timeMs: number): void {
    const number = blockNumberAt(timeMs);
    firstBlock ??= number;
    writeEvents(number);
    markBlock(number);
  }

  return {
    get bytes() {
      return all.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    get files() {
      return all.reduce((sum, { files }) => sum + files, 0);
    },
    write(block) {
      firstBlock ??= block.number;
      if (events.size > 0 || statuses.size > 0 || payments.length > 0) writeEvents(block.number);
      // A file holds the blocks of an hour by the time of writing, so its first may be of the hour
      // before (docs/exchange.md#blocks).
      const writtenMs = block.timeMs + block.writeDelayMs;
      fills.write(writtenMs, blockLine(block, wallets));
    },
    funding: (payment) => void payments.push(payment),
    ledger: (update) => hold(blockNumberAt(update.timeMs), ledgerEvents(update, wallets)),
    twap(event) {
      const number = blockNumberAt(event.timeMs);
      statuses.set(number, [...(statuses.get(number) ?? []), event]);
    },
    mark,
    close(untilMs) {
      writeEvents(Number.POSITIVE_INFINITY);
      if (untilMs !== undefined) {
        const last = blockNumberAt(untilMs);
        const first = Math.max(firstBlock ?? last, last - 2 * lastMarks);
        const step = last - first < 2 * lastMarks ? 1 : 2;
        for (let number = first; number <= last; number += step) markBlock(number);
      }
      for (const files of all) files.close();
    },
  };
}

type HourFiles = ReturnType<typeof createHourFiles>;

/** Lines of one kind, in files by the hour of their writing. */
function createHourFiles(dir: string, kind: NodeKind, options: NodeFilesOptions) {
  const fileMs = (options.hoursPerFile ?? 1) * hourMs;
  let span = -1;
  let file = -1;
  let files = 0;
  let bytes = 0;
  let pending = '';
  let piece = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;

  /** Names, digits and hex are all ASCII: a byte a character. */
  function pack(): void {
    if (filled + pending.length > pieceBytes) flush();
    if (pending.length > piece.length) piece = Buffer.allocUnsafe(pending.length);
    filled += piece.write(pending, filled, 'latin1');
    pending = '';
  }
  function flush(): void {
    if (filled === 0) return;
    const full = piece.subarray(0, filled);
    filled = 0;
    try {
      bytes += writeAll(file, options.lz4 ? compressFrameSync(full) : full);
    } catch (error) {
      throw new Error(`${dir} cannot be written, and what is in it is not whole: ${reasonOf(error)}`);
    }
  }
  function close(): void {
    if (file < 0) return;
    pack();
    flush();
    closeSync(file);
    file = -1;
  }
  function openHour(writtenMs: number): void {
    close();
    const folder = join(dir, kind, 'hourly', utcDate(writtenMs).replaceAll('-', ''));
    mkdirSync(folder, { recursive: true });
    const name = String(new Date(writtenMs).getUTCHours());
    file = openSync(join(folder, options.lz4 ? `${name}.lz4` : name), 'wx');
    files += 1;
  }

  return {
    get bytes() {
      return bytes;
    },
    get files() {
      return files;
    },
    write(writtenMs: number, line: string): void {
      // Lines that come late belong to the file in hand.
      const next = Math.max(span, Math.floor(writtenMs / fileMs));
      if (next !== span) openHour(writtenMs);
      span = next;
      pending += `${line}\n`;
      if (pending.length >= pendingChars) pack();
    },
    close,
  };
}

function openEmpty(dir: string): void {
  let held: string[];
  try {
    makeDirectory(dir);
    held = readdirSync(dir);
  } catch (error) {
    throw new Error(`${dir} cannot be made; name a new directory: ${reasonOf(error)}`);
  }
  if (held.length > 0) throw new Error(`${dir} is not empty; name a new directory`);
}

/** `ENOSPC: no space left on device`: without the call that failed. */
function reasonOf(error: unknown): string {
  return String((error as Error).message).split(',')[0]!;
}

function writeAll(file: number, bytes: Buffer): number {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  return bytes.length;
}
