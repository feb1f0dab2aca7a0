import { Type } from 'typebox';
import { drift } from './drift.ts';
import { fault } from './fault.ts';
import { isoTime, type MiscLine } from './misc-event.ts';
import { foreignLine, readBlockLine } from './node-line.ts';
import { payload, type Reader, type ValueOf } from './payload.ts';
import { address, decimal, flag, id, name, optional, price, side, size, timeMs } from './scalar.ts';

/** A status of a TWAP order, with the order at that time (docs/exchange.md#twap-orders). */
export interface TwapStatus {
  /** Unix milliseconds. */
  timeMs: number;
  /** 0 if the record has no id. */
  twapId: number;
  status: string;
  /** Reason of an error; empty for every other status. */
  description: string;
  state: ValueOf<typeof twapState>;
  /** Why optional parts of the record were left out. */
  odd: readonly string[];
}

/** The first two are open; the last four end an order. */
export const twapStatuses = [
  'waitingForTrigger',
  'activated',
  'finished',
  'terminated',
  'stopped',
  'error',
] as const;
/** Statuses of an open order. */
export const openTwapStatuses: ReadonlySet<string> = new Set(['waitingForTrigger', 'activated']);

const descriptionLimit = 1_000;

const twapState = payload(
  'twap state',
  Type.Object({
    coin: name,
    user: address,
    side,
    sz: size,
    executedSz: decimal,
    executedNtl: decimal,
    minutes: id,
    reduceOnly: flag,
    randomize: flag,
    timestamp: timeMs,
    trigger: optional(Type.Object({ px: price, above: flag })),
    stopPx: optional(price),
  }),
);

const expected =
  'expected a line of node_twap_statuses_by_block {"block_time", "block_number", "events": [{"time", "twap_id", "state", "status"}, …]}' +
  ' or of node_twap_statuses {"time", "twap_id", "state", "status"}';

/** Reads one line of a node's TWAP statuses; its events are not yet checked. @param text the line without its line end */
export function readTwapLine(text: string): MiscLine {
  const read = readBlockLine(text, expected);
  const isStatus = (value: unknown) => typeof value === 'object' && value !== null && 'twap_id' in value;
  if ('value' in read)
    return isStatus(read.value) ? { kind: 'event', event: read.value } : foreignLine(read.value, expected);
  const [first] = read.kind === 'block' ? read.events : [];
  return first === undefined || isStatus(first) ? read : foreignLine(first, expected);
}

/** Reads one event of a node. @returns the reason if the event is unreadable */
export function readNodeTwap(value: unknown): TwapStatus | string {
  if (typeof value !== 'object' || value === null) return fault('event', value, 'an object');
  const { time, twap_id: twapId, state, status, ...others } = value as Record<string, unknown>;
  const atMs = typeof time === 'string' ? isoTime(time) : undefined;
  if (atMs === undefined) return fault('event.time', time, 'a UTC time such as "2026-03-15T00:01:00"');
  return readTwap(atMs, twapId, { state, status, others });
}

/** Element of the answer of `twapHistory` and of the stream `userTwapHistory`; `time` is in seconds. */
export const readTwapHistory: Reader<TwapStatus> = (value) => {
  if (typeof value !== 'object' || value === null) return { fault: fault('twapHistory', value, 'an object') };
  const { time, twapId = 0, state, status, ...others } = value as Record<string, unknown>;
  const atMs = typeof time === 'number' ? Math.round(time * 1000) : Number.NaN;
  if (!(atMs >= Date.UTC(2022, 0) && atMs < Date.UTC(2100, 0)))
    return { fault: fault('twapHistory.time', time, 'an integer of unix seconds from 2022 up to 2100') };
  const read = readTwap(atMs, twapId ?? 0, { state, status, others });
  if (typeof read === 'string') return { fault: read };
  const odd = read.odd.map((reason) => ({ index: 0, reason, value }));
  return { data: read, rejected: [], ...(odd.length > 0 && { odd }) };
};

function readTwap(
  atMs: number,
  twapId: unknown,
  { state, status, others }: { state: unknown; status: unknown; others: Record<string, unknown> },
): TwapStatus | string {
  if (!Number.isSafeInteger(twapId) || (twapId as number) < 0)
    return fault('twap id', twapId, 'an integer from 0 to 2^53-1');
  const named = readStatus(status);
  if (named === undefined) return fault('status', status, 'the name of a status');
  const read = twapState.read(state);
  if ('fault' in read) return read.fault;
  for (const key in others) drift.count('twap status', key, others[key]);
  if (!twapStatuses.some((known) => known === named.status))
    drift.countValue('twap status', 'status', named.status, { status, state });
  const odd = (read.odd ?? []).map(({ reason }) => reason);
  return { timeMs: atMs, twapId: twapId as number, ...named, state: read.data, odd };
}

/** `"activated"`, `{status, description?}`, or `{"error": "reason"}`. */
function readStatus(value: unknown): Pick<TwapStatus, 'status' | 'description'> | undefined {
  if (typeof value === 'string') return nameOf(value, '');
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('status' in value)) {
    const [only, other] = Object.entries(value);
    return only === undefined || other !== undefined ? undefined : nameOf(only[0], only[1]);
  }
  const { status, description = '', ...others } = value as Record<string, unknown>;
  for (const key in others) drift.count('twap status', `status.${key}`, others[key]);
  return nameOf(status, description ?? '');
}

function nameOf(status: unknown, description: unknown) {
  if (typeof status !== 'string' || status === '' || status.length > 64 || typeof description !== 'string')
    return undefined;
  return {
    status: status.toWellFormed(),
    description: description.slice(0, descriptionLimit).toWellFormed(),
  };
}
