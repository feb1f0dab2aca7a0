import { nextLine } from './line-batch.ts';

/** What a node says of the time of a block, unix milliseconds. */
export interface BlockTimes {
  /** The exchange's. */
  blockMs: number;
  /** When the node wrote it; undefined where it does not say. */
  localMs: number | undefined;
}

/** Both stand before the events: the rest of a line, which may be megabytes, is not looked at. */
const headBytes = 256;
const timeOf = {
  block: /"block_time"\s*:\s*"([0-9T:.-]{19,40})Z?"/,
  local: /"local_time"\s*:\s*"([0-9T:.-]{19,40})Z?"/,
};

/** The times of the block line that begins at `at`; undefined where it has none. */
export function blockTimesAt(bytes: Buffer, at: number): BlockTimes | undefined {
  const end = Math.min(at + headBytes, nextLine(bytes, at));
  const head = bytes.toString('latin1', at, end);
  const blockMs = millisecondsOf(timeOf.block.exec(head)?.[1]);
  return blockMs === undefined
    ? undefined
    : { blockMs, localMs: millisecondsOf(timeOf.local.exec(head)?.[1]) };
}

/** A node's times have nanoseconds and no zone, and mean UTC (docs/exchange.md#node-files). */
function millisecondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(`${text.slice(0, 23)}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
