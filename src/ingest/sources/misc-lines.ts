import { type MiscEvent, readMiscEvent, readMiscLine } from '../../wire/misc-event.ts';
import { readNodeTwap, readTwapLine } from '../../wire/twap.ts';
import { miscRows } from '../facts/ledger-rows.ts';
import { twapRow } from '../facts/twap-rows.ts';
import { type ChunkBuilder, rawJson } from './chunk-builder.ts';
import { type LineTaker, lineFault, nextLine } from './line-batch.ts';

const emptyEnd = Buffer.from('"events":[]}\n');
/** Strict, because a torn line joined with another one may end like an empty block. */
const numberOf =
  /^\{(?:"(?:local|block)_time":"[\d:T.-]{1,40}",){0,2}"block_number":(0|[1-9]\d{0,14}),"events":\[\]\}\n$/;
/** An empty block takes half of it. */
const emptyBytes = 256;
/** Maximum parts of one event whose reasons are listed. */
const namedParts = 8;

/** Notes a block without events from its bytes. @returns the offset of the next line; −1 for any other line */
function scanEmptyBlock(builder: ChunkBuilder, bytes: Buffer, at: number): number {
  const next = nextLine(bytes, at);
  const isEmpty =
    next - at <= emptyBytes &&
    bytes.compare(emptyEnd, 0, emptyEnd.length, next - emptyEnd.length, next) === 0;
  const number = isEmpty ? numberOf.exec(bytes.toString('latin1', at, next))?.[1] : undefined;
  if (number === undefined) return -1;
  builder.noteBlock(Number(number));
  return next;
}

/** Reads a node's misc events: funding payments, and balance changes without a fill. */
export function createMiscTaker(builder: ChunkBuilder): LineTaker {
  let timeMs = -1;
  /** Counts equal consecutive events of one moment, for lines without blocks. */
  let ofMoment: ((event: MiscEvent) => void) | undefined;

  function take(event: unknown, line: number, index: number, put: (read: MiscEvent) => void): void {
    const read = readMiscEvent(event);
    if (typeof read === 'string') {
      builder.reject(line, index, read, rawJson(event));
      return;
    }
    put(read);
    const { rejected } = read;
    const reasons = rejected.slice(0, namedParts).map(({ reason }) => reason);
    if (rejected.length > namedParts) reasons.push(`${rejected.length - namedParts} more`);
    builder.leaveOut(
      line,
      index,
      reasons,
      rejected.map(({ value }) => value),
      read.timeMs,
    );
  }

  return {
    get timeMs() {
      return timeMs;
    },
    scan: (bytes, at) => scanEmptyBlock(builder, bytes, at),
    *add({ text, line, isTorn }) {
      const read = readMiscLine(text);
      if (read.kind === 'fault') {
        builder.reject(line, -1, lineFault(read, isTorn), text);
      } else if (read.kind === 'block') {
        builder.noteBlock(read.blockNumber);
        // Counts equal events per line, so that a block written twice counts once.
        const put = miscRows(builder.misc);
        for (const [index, event] of read.events.entries()) {
          take(event, line, index, put);
          if (builder.full) yield undefined;
        }
      } else {
        take(read.event, line, -1, (found) => {
          if (found.timeMs !== timeMs) ofMoment = miscRows(builder.misc);
          timeMs = found.timeMs;
          ofMoment!(found);
        });
      }
    },
  };
}

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
