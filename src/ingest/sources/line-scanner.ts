import { asciiBytes, createAsciiCursor } from '../ascii-cursor.ts';
import { createFillScanner } from '../fill-scanner.ts';
import type { ChunkBuilder } from './chunk-builder.ts';
import { newline } from './line-batch.ts';

const openBracket = 91;
const closeBracket = 93;
const comma = 44;
const timeLengthLimit = 40;
const openBlock = asciiBytes('{');
const localTime = asciiBytes('"local_time":');
const blockTime = asciiBytes('"block_time":');
const between = asciiBytes(',');
const blockNumber = asciiBytes('"block_number":');
const events = asciiBytes(',"events":[');
const closeBlock = asciiBytes('}');

/**
 * Reads lines of node files in the node's own format (docs/exchange.md#node-files) directly into columns. Declines every other line
 * completely, for `wire/` to read.
 *
 * @param beforeMs see `readFill`
 */
export function createLineScanner(beforeMs?: () => number) {
  const cursor = createAsciiCursor();
  const fills = createFillScanner(cursor, beforeMs);

  function optionalTime(name: Uint8Array): boolean {
    const { at } = cursor;
    if (cursor.literal(name)) return cursor.text(timeLengthLimit) && cursor.literal(between);
    cursor.at = at;
    return true;
  }

  /** @returns the block's number; undefined if the line does not begin as a block line */
  function blockHead(): number | undefined {
    const isHead =
      cursor.literal(openBlock) &&
      optionalTime(localTime) &&
      optionalTime(blockTime) &&
      cursor.literal(blockNumber) &&
      cursor.integer();
    const number = cursor.value;
    return isHead && cursor.literal(events) ? number : undefined;
  }

  function blockEvents(bytes: Uint8Array, { rows }: ChunkBuilder): boolean {
    if (bytes[cursor.at] !== closeBracket) {
      while (true) {
        if (!fills.pair(bytes, rows)) return false;
        if (bytes[cursor.at] !== comma) break;
        cursor.at += 1;
      }
    }
    if (bytes[cursor.at] !== closeBracket) return false;
    cursor.at += 1;
    return cursor.literal(closeBlock);
  }

  function block(bytes: Uint8Array, builder: ChunkBuilder): boolean {
    const { rows } = builder;
    const first = rows.count;
    const number = blockHead();
    if (number === undefined) return false;
    if (!blockEvents(bytes, builder) || bytes[cursor.at] !== newline) {
      rows.truncate(first);
      return false;
    }
    for (let row = first; row < rows.count; row++) {
      rows.words.block[row * 2] = number;
      rows.words.block[row * 2 + 1] = number / 2 ** 32;
    }
    builder.noteBlock(number);
    builder.ordered(0);
    return true;
  }

  function pair(bytes: Uint8Array, builder: ChunkBuilder): boolean {
    const { rows } = builder;
    if (!fills.pair(bytes, rows)) return false;
    if (bytes[cursor.at] !== newline) {
      rows.truncate(rows.count - 1);
      return false;
    }
    builder.unordered();
    return true;
  }

  return {
    /**
     * Reads the line that begins at `at`.
     * @returns the offset of the next line; −1 if the line is declined, with nothing added
     */
    line(bytes: Uint8Array, at: number, builder: ChunkBuilder): number {
      cursor.start(bytes, at);
      const taken = bytes[at] === openBracket ? pair(bytes, builder) : block(bytes, builder);
      return taken ? cursor.at + 1 : -1;
    },
  };
}
