import { readNodeTwap, readTwapLine } from '../../wire/twap.ts';
import { twapRow } from '../facts/twap-rows.ts';
import { type ChunkBuilder, rawJson } from './chunk-builder.ts';
import { type LineTaker, lineFault } from './line-batch.ts';
import { scanEmptyBlock } from './misc-lines.ts';

/** Reads a node's statuses of TWAP orders. @param nowMs unix milliseconds; undefined if the whole file is history */
export function createTwapTaker(builder: ChunkBuilder, nowMs: () => number | undefined): LineTaker {
  let timeMs = -1;

  function take(event: unknown, line: number, index: number): void {
    const read = readNodeTwap(event);
    if (typeof read === 'string') {
      builder.reject(line, index, read, rawJson(event));
      return;
    }
    timeMs = read.timeMs;
    builder.misc.twaps.push(twapRow(read, nowMs()));
    builder.leaveOut(line, index, read.odd, event, timeMs);
  }

  return {
    get timeMs() {
      return timeMs;
    },
    scan: (bytes, at) => scanEmptyBlock(builder, bytes, at),
    *add({ text, line, isTorn }) {
      const read = readTwapLine(text);
      if (read.kind === 'fault') builder.reject(line, -1, lineFault(read, isTorn), text);
      else if (read.kind === 'event') take(read.event, line, -1);
      else {
        builder.noteBlock(read.blockNumber);
        for (const [index, event] of read.events.entries()) {
          take(event, line, index);
          if (builder.full) yield undefined;
        }
      }
    },
  };
}
