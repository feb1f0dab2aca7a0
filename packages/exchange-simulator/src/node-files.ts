import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { compressFrameSync } from 'lz4-napi';
import { hourMs, utcDate } from '../../../src/kernel/clock.ts';
import { makeDirectory } from '../../../src/kernel/directory.ts';
import type { Block } from './events.ts';
import { blockLine } from './node-line.ts';
import type { Wallet } from './population.ts';

/**
 * Writes blocks as the exchange's node does: `node_fills_by_block/hourly/{YYYYMMDD}/{H}`
 * (docs/exchange.md#node-files).
 */
export interface NodeFiles {
  /** Blocks in order of time. */
  write(block: Block): void;
  /** Writes what is held back and closes the file. */
  close(): void;
  readonly bytes: number;
  readonly files: number;
}

/** Files are written, and compressed, in pieces of this size or of one longer line. */
const pieceBytes = 1 << 20;
/** Text is turned into bytes this often: while it is short, its parts still lie in the processor's cache. */
const pendingChars = 1 << 14;

/**
 * @param dir made where it is not there.
 * @param options.lz4 hours as `.lz4`, one frame for each piece.
 * @param options.hoursPerFile more than the 1 of a node, up to a day: where files are few and read at once, each costs a part of what it holds
 * @throws Error where `dir` cannot be made or written, or holds anything: two histories must not mix.
 */
export function createNodeFiles(
  dir: string,
  options: { lz4: boolean; wallets: readonly Wallet[]; hoursPerFile?: number },
): NodeFiles {
  openEmpty(dir);
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
    const folder = join(dir, 'node_fills_by_block', 'hourly', utcDate(writtenMs).replaceAll('-', ''));
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
    write(block) {
      // A file holds the blocks of an hour by the time of writing, so its first may be of the hour
      // before (docs/exchange.md#blocks).
      const writtenMs = block.timeMs + block.writeDelayMs;
      const next = Math.floor(writtenMs / fileMs);
      if (next !== span) openHour(writtenMs);
      span = next;
      pending += `${blockLine(block, options.wallets)}\n`;
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
