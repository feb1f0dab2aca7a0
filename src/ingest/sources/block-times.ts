import { nextLine } from './line-batch.ts';

/** A node's times of a block, Unix milliseconds. */
export interface BlockTimes {
  /** Block time of the exchange. */
  blockMs: number;
  /** Time at which the node wrote the block; undefined if the line has none. */
  localMs: number | undefined;
}

/** Both times precede the events, so the rest of the line (up to megabytes) is not searched. */
const headBytes = 256;
const timeOf = {
  block: /"block_time"\s*:\s*"([0-9T:.-]{19,40})Z?"/,
  local: /"local_time"\s*:\s*"([0-9T:.-]{19,40})Z?"/,
};

/** Times of the block line that begins at `at`; undefined if it has none. */
export function blockTimesAt(bytes: Buffer, at: number): BlockTimes | undefined {
  const end = Math.min(at + headBytes, nextLine(bytes, at));
  const head = bytes.toString('latin1', at, end);
  const blockMs = millisecondsOf(timeOf.block.exec(head)?.[1]);
  return blockMs === undefined
    ? undefined
    : { blockMs, localMs: millisecondsOf(timeOf.local.exec(head)?.[1]) };
}

/** A node's times have nanoseconds and no zone; they are UTC (docs/exchange.md#node-files). */
function millisecondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(`${text.slice(0, 23)}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}
