import { Type } from 'typebox';
import { readAddress } from './address.ts';
import { drift } from './drift.ts';
import { fault } from './fault.ts';
import { type LedgerReading, readLedgerDelta, readLedgerFields } from './ledger-update.ts';
import { foreignLine, type NodeLine, readBlockLine } from './node-line.ts';
import { eachOf, payload, type Rejected } from './payload.ts';
import { address, decimal, hash, id, name, optional } from './scalar.ts';

/** A payment of an hour's funding. */
export interface MiscPayment {
  /** Lower case. */
  wallet: string;
  coin: string;
  /** Received; negative is paid. */
  usdc: string;
  szi: string;
  fundingRate: string;
  nSamples?: number;
}

export interface MiscUpdate extends LedgerReading {
  /** Whose balances it changes, lower case, each once; empty where it names none. */
  wallets: string[];
}

/** An event of `misc_events` or `misc_events_by_block` (docs/exchange.md#misc-events). */
export interface MiscEvent {
  timeMs: number;
  hash: string;
  payments: MiscPayment[];
  updates: MiscUpdate[];
  rejected: Rejected[];
}

const zeroHash = `0x${'0'.repeat(64)}`;

const timeForm = '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z?$';
const timePattern = new RegExp(timeForm);

/** Parses a node's time to unix milliseconds; undefined if malformed. */
export function isoTime(time: string): number | undefined {
  if (!timePattern.test(time)) return undefined;
  const timeMs = Date.parse(`${time.replace(/Z$/, '').slice(0, 23)}Z`);
  return Number.isNaN(timeMs) ? undefined : timeMs;
}

const event = payload(
  'event',
  Type.Object({
    time: Type.Unsafe<string>({
      type: 'string',
      pattern: timeForm,
      description: 'a UTC time such as "2026-03-15T00:01:00.014123001"',
    }),
    hash: optional(hash),
    inner: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      minProperties: 1,
      maxProperties: 1,
      description: 'an object with one key, the name of what happened',
    }),
  }),
);

const payment = payload(
  'payment',
  Type.Object({ user: address, coin: name, funding_amount: decimal, szi: decimal, funding_rate: decimal }),
);
const payments = eachOf(payment);
/** Of one wallet, as it was written before. */
const olderPayment = payload(
  'payment',
  Type.Object({ coin: name, usdc: decimal, szi: decimal, fundingRate: decimal, nSamples: optional(id) }),
);

const expected =
  'expected a line of misc_events_by_block {"block_time", "block_number", "events": [{"time", "hash", "inner"}, …]}' +
  ' or of misc_events {"time", "hash", "inner"}';

/** A line of `misc_events` or `misc_events_by_block`; its events are not yet checked. */
export type MiscLine = Extract<NodeLine, { kind: 'block' | 'fault' }> | { kind: 'event'; event: unknown };

/** Reads one line and recognises its kind by its shape. @param text the line without its line end */
export function readMiscLine(text: string): MiscLine {
  const read = readBlockLine(text, expected);
  if ('value' in read) {
    const { value } = read;
    const isEvent = typeof value === 'object' && value !== null && 'inner' in value;
    return isEvent ? { kind: 'event', event: value } : foreignLine(value, expected);
  }
  // Blocks of fills and of these differ by their events alone.
  if (read.kind === 'block' && Array.isArray(read.events[0])) return foreignLine(read.events[0], expected);
  return read;
}

/**
 * Reads one event. What names nothing that is known is kept as it is, of whom it names.
 *
 * @returns the reason where it is no event
 */
export function readMiscEvent(value: unknown): MiscEvent | string {
  const read = event.read(value);
  if ('fault' in read) return read.fault;
  const { time, hash: by = zeroHash, inner } = read.data;
  const timeMs = isoTime(time);
  if (timeMs === undefined) return fault('event.time', time, 'a UTC time such as "2026-03-15T00:01:00"');
  const [kind, said] = Object.entries(inner)[0]!;
  const found: MiscEvent = { timeMs, hash: by, payments: [], updates: [], rejected: [] };
  const reason = take(found, kind, said);
  return reason ?? found;
}

/** @returns why nothing of it can be used */
function take(found: MiscEvent, kind: string, said: unknown): string | undefined {
  if (typeof said !== 'object' || said === null) return fault(kind.slice(0, 64), said, 'an object');
  const fields = said as Record<string, unknown>;
  if (kind === 'Funding') return takeFunding(found, fields, walletsOf(fields));
  if (kind === 'ValidatorRewards') return takeRewards(found, fields);
  if (kind !== 'LedgerUpdate') return takeUpdate(found, walletsOf(fields), readLedgerFields(kind, said));
  const { users, delta, ...others } = fields;
  for (const key in others) drift.count(kind, key, others[key]);
  const wallets = addressesOf(users);
  if (wallets === undefined) return fault('users', users, 'an array of addresses');
  if ((delta as { type?: unknown } | null | undefined)?.type === 'funding')
    return takeFunding(found, delta as Record<string, unknown>, wallets);
  return takeUpdate(found, wallets, readLedgerDelta(delta));
}

function takeUpdate(
  found: MiscEvent,
  wallets: string[],
  reading: LedgerReading | string,
): string | undefined {
  if (typeof reading === 'string') return reading;
  found.updates.push({ wallets, ...reading });
  return undefined;
}

/** Both forms: all payments of an hour, or that of one wallet. */
function takeFunding(
  found: MiscEvent,
  fields: Record<string, unknown>,
  wallets: string[],
): string | undefined {
  if ('deltas' in fields) {
    const read = payments(fields.deltas);
    if ('fault' in read) return read.fault;
    for (const { user, coin, funding_amount, szi, funding_rate } of read.data)
      found.payments.push({ wallet: user, coin, usdc: funding_amount, szi, fundingRate: funding_rate });
    found.rejected.push(...read.rejected);
    return undefined;
  }
  const read = olderPayment.read(fields);
  if ('fault' in read) return read.fault;
  const [wallet, other] = wallets;
  if (wallet === undefined || other !== undefined)
    return 'Funding should name one user, whose payment it is, or have deltas';
  found.payments.push({ wallet, ...read.data });
  return undefined;
}

function takeRewards(found: MiscEvent, { validator_to_reward: rewards }: Record<string, unknown>) {
  if (!Array.isArray(rewards)) return fault('validator_to_reward', rewards, 'an array of pairs');
  for (const [index, pair] of rewards.entries()) {
    const [validator, amount] = Array.isArray(pair) ? pair : [];
    const reading = readLedgerFields('ValidatorRewards', { validator, amount });
    if (typeof reading === 'string') found.rejected.push({ index, reason: reading, value: pair });
    else found.updates.push({ wallets: [(validator as string).toLowerCase()], ...reading });
  }
  return undefined;
}

function walletsOf({ user, users }: Record<string, unknown>): string[] {
  return addressesOf(users ?? [user]) ?? [];
}

function addressesOf(value: unknown): string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const wallets = value.map(readAddress);
  return wallets.every((wallet) => wallet !== undefined) ? [...new Set(wallets)] : undefined;
}
