import { readAddress } from './address.ts';
import { drift } from './drift.ts';
import { type FillReading, readFill } from './fill.ts';
import { isIgnored } from './ignored-fields.ts';

/** One `[wallet, fill]` pair, checked. */
export interface WalletFill extends FillReading {
  /** Lower case. */
  wallet: string;
}

export type NodeLine =
  /** A line of `node_fills`; the pair is not yet checked. */
  | { kind: 'event'; event: unknown[] }
  /** A line of `node_fills_by_block`; its events are not yet checked. */
  | { kind: 'block'; blockNumber: number; events: unknown[] }
  | { kind: 'fault'; reason: string; isJson: boolean };

const expected =
  'expected a line of node_fills_by_block {"block_time", "block_number", "events": [[wallet, fill], …]}' +
  ' or of node_fills [wallet, fill]';

/**
 * Reads one line of the node's fill files and recognises its kind by its shape (docs/exchange.md#node-files).
 *
 * @param text The line without its line end.
 * @returns The line; a `fault` where it is no JSON or another kind of record. Events are checked one by
 *   one by `readEvent`, so that a bad one costs only itself.
 */
export function readNodeLine(text: string): NodeLine {
  const read = readBlockLine(text, expected);
  if (!('value' in read)) return read;
  if (Array.isArray(read.value)) return { kind: 'event', event: read.value };
  return foreignLine(read.value, expected);
}

/** A block of a `_by_block` file; a `fault`; or another value, with what the line is. */
export type BlockLine = Extract<NodeLine, { kind: 'block' | 'fault' }> | { value: unknown };

/** Reads a line as that of a block. @param right what would be right, for reasons */
export function readBlockLine(text: string, right: string): BlockLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { kind: 'fault', isJson: false, reason: `line is no JSON (${short(error)}); ${right}` };
  }
  const { events, block_number } = (value ?? {}) as Record<string, unknown>;
  if (Array.isArray(value) || !Array.isArray(events)) return { value };
  for (const key in value as object) {
    if (key !== 'events' && key !== 'block_number' && !isIgnored('block', key))
      drift.count('block', key, (value as Record<string, unknown>)[key]);
  }
  const isText = typeof block_number === 'string' && /^\d{1,16}$/.test(block_number);
  const blockNumber = isText ? Number(block_number) : (block_number ?? 0);
  if (typeof blockNumber !== 'number' || !Number.isSafeInteger(blockNumber) || blockNumber < 0) {
    return { kind: 'fault', isJson: true, reason: 'block_number should be an integer from 0 to 2^53-1' };
  }
  return { kind: 'block', blockNumber, events };
}

/**
 * Checks one event of a block line, or a whole `[wallet, fill]` line.
 *
 * @param beforeMs see `readFill`
 * @returns The pair, or the reason why it is none.
 */
export function readEvent(event: unknown, beforeMs?: number): WalletFill | string {
  if (!Array.isArray(event) || event.length !== 2) return 'event should be a pair [wallet, fill]';
  const wallet = readAddress(event[0]);
  if (wallet === undefined) return 'wallet of the event should be an address: 0x and 40 hex digits';
  const reading = readFill(event[1], beforeMs);
  return typeof reading === 'string' ? reading : { wallet, ...reading };
}

/** The names of the other files a node writes (docs/exchange.md#node-files), by the fields of their lines. */
function kindOf(record: Record<string, unknown>): string {
  if ('side_info' in record) return 'a node_trades record (it has neither fee nor closedPnl)';
  if ('raw_book_diff' in record) return 'a node_raw_book_diffs record';
  if ('twap_id' in record) return 'a node_twap_statuses record';
  if ('inner' in record) return 'a misc_events record';
  if ('order' in record && 'status' in record) return 'a node_order_statuses record';
  if ('coin' in record && 'px' in record) return 'a fill without its wallet';
  return 'a JSON object of another kind';
}

/** The reason of a line that is something else. @param right what would be right */
export function foreignLine(value: unknown, right: string): Extract<NodeLine, { kind: 'fault' }> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const found = isObject ? kindOf(value as Record<string, unknown>) : kindOfValue(value);
  return { kind: 'fault', isJson: true, reason: `line is ${found}; ${right}` };
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a node_fills pair [wallet, fill]';
  return value === null ? 'a JSON null' : `a JSON ${typeof value}`;
}

function short(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.length > 160 ? `${message.slice(0, 160)}…` : message;
}
