import { readAddress } from './address.ts';
import {
  amountDecimalsLimit,
  decimalScan,
  integerDigitsLimit,
  priceDecimalsLimit,
  scanDecimal,
  textLengthLimit,
} from './decimal-text.ts';
import { drift } from './drift.ts';
import { fault, shown } from './fault.ts';

/** A decimal as the exchange sends it: a string; some sources hold it as a JSON number. */
export type WireDecimal = string | number;

/** The part of a fill that says it belongs to a liquidation, its own or the other side's. */
export interface WireLiquidation {
  /** The liquidated wallet is not always named. */
  liquidatedUser?: string | undefined;
  markPx?: WireDecimal | undefined;
  /** `market` or `backstop`; unknown values are kept; {@link unknownName} if missing or malformed. */
  method: string;
}

/** Placeholder for a missing or malformed name where "absent" already has a meaning: no liquidation, or a fee in USDC. */
export const unknownName = 'unknown';

/**
 * One fill in the exchange's own names, the same object in `userFills`, `userFillsByTime` and the
 * node's `node_fills` and `node_fills_by_block`. Fields the exchange left out of old records are optional.
 */
export interface WireFill {
  coin: string;
  px: WireDecimal;
  sz: WireDecimal;
  side: 'B' | 'A';
  /** Block time, unix milliseconds; text in what some programs keep, a number once it is read. */
  time: number;
  /** This wallet's signed position before the fill; a balance on spot. */
  startPosition: WireDecimal;
  /** For display only on the exchange's side; unknown values are kept. */
  dir: string;
  /** Before fees. */
  closedPnl: WireDecimal;
  oid: number | string;
  /** True where this side took liquidity. */
  crossed: boolean;
  /** In `feeToken`, the builder's fee included; negative is a rebate. */
  fee: WireDecimal;
  hash?: string | null;
  feeToken?: string | null;
  /** A hash of both orders: neither sortable nor unique alone. 0 on dust conversions, absent in 2023. */
  tid?: number | string | null;
  cloid?: string | null;
  twapId?: number | string | null;
  builderFee?: WireDecimal | null;
  builder?: string | null;
  deployerFee?: WireDecimal | null;
  priorityGas?: WireDecimal | null;
  liquidation?: WireLiquidation | null;
}

const fillFields = new Set<string>([
  'coin',
  'px',
  'sz',
  'side',
  'time',
  'startPosition',
  'dir',
  'closedPnl',
  'oid',
  'crossed',
  'fee',
  'hash',
  'feeToken',
  'tid',
  'cloid',
  'twapId',
  'builderFee',
  'builder',
  'deployerFee',
  'priorityGas',
  'liquidation',
]);

export const firstTimeMs = Date.UTC(2022, 0, 1);
export const endTimeMs = Date.UTC(2100, 0, 1);
export const nameLengthLimit = 64;
// The columns have a fixed width: anything else would be changed.
const hashPattern = /^0x[0-9a-fA-F]{64}$/;
const cloidPattern = /^0x[0-9a-fA-F]{32}$/;
/** What the price columns hold; the dearest coin costs a thousandth of it. */
export const priceLimit = 1e8;
/** What a product of price and size may come to: a rollup holds ten times as much. */
export const notionalLimit = 1e15;
const numberLimit = 10 ** integerDigitsLimit;
const integerPattern = /^\d{1,16}$/;

/** A usable fill, and why optional parts of it were left out. */
export interface FillReading {
  fill: WireFill;
  odd: readonly string[];
}

const nothingOdd: readonly string[] = [];

/**
 * Reads a fill. An optional part that is missing or odd costs that part alone. Runs for every fill that is not scanned from its
 * bytes: plain checks, no schema library, nothing copied of a fill that is as the exchange writes it.
 *
 * @param beforeMs No fill can be of this moment or later, unix milliseconds.
 * @returns the fill; or the first fault of a field that it cannot be without, naming the field, what it is and what it should be.
 */
export function readFill(value: unknown, beforeMs = endTimeMs): FillReading | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return `fill is ${shown(value)}, should be an object`;
  }
  const record = value as Record<string, unknown>;
  if (isTwapSlice(record)) {
    return 'record is an element of an answer of userTwapSliceFills, {fill, twapId}; expected a fill as userFills, userFillsByTime or a node has it';
  }
  const reason = fillFault(record, beforeMs);
  if (reason !== undefined) return reason;
  countDrift(record);
  const odd: string[] = [];
  const changes: Record<string, unknown> = {};
  if (typeof record.time === 'string') changes.time = Number(record.time);
  for (const [field, faultOf] of optionalFaults) {
    const part = record[field];
    const partFault = part == null ? undefined : faultOf(part);
    if (partFault === undefined) continue;
    odd.push(partFault);
    changes[field] = field === 'feeToken' ? unknownName : null;
  }
  const { liquidation } = record;
  if (liquidation != null) addLiquidation(liquidation, changes, odd);
  for (const _ in changes) return { fill: { ...record, ...changes } as unknown as WireFill, odd };
  return { fill: record as unknown as WireFill, odd: nothingOdd };
}

/** Every `dir` of docs/exchange.md#texts-of-fills. */
const knownDirs = new Set([
  'Open Long',
  'Open Short',
  'Close Long',
  'Close Short',
  'Long > Short',
  'Short > Long',
  'Liquidated Cross Long',
  'Liquidated Cross Short',
  'Liquidated Isolated Long',
  'Liquidated Isolated Short',
  'Auto-Deleveraging',
  'Settlement',
  'Buy',
  'Sell',
  'Spot Dust Conversion',
  'Split Outcome',
  'Merge Outcome',
  'Merge Question',
  'Negate Outcome',
  'Net Child Vaults',
  'Partial Borrow Liquidation',
  'Backstop Borrow Liquidation',
]);
const liquidationFields = new Set(['liquidatedUser', 'markPx', 'method']);
const liquidationMethods = new Set<unknown>(['market', 'backstop']);

/** True for a `dir` with a known meaning: a fill of another one is kept, and counted as drift. */
export const isKnownDir = (dir: string) => knownDirs.has(dir);

function countDrift(record: Record<string, unknown>): void {
  for (const key in record) if (!fillFields.has(key)) drift.count('fill', key, record[key]);
  if (!isKnownDir(record.dir as string)) drift.countValue('fill', 'dir', record.dir, record);
  if (typeof record.liquidation !== 'object' || record.liquidation === null) return;
  const liquidation = record.liquidation as Record<string, unknown>;
  for (const key in liquidation)
    if (!liquidationFields.has(key)) drift.count('fill', `liquidation.${key}`, liquidation[key]);
  const { method } = liquidation;
  if (method !== undefined && !liquidationMethods.has(method))
    drift.countValue('fill', 'liquidation.method', method, record);
}

function isTwapSlice({ fill, twapId, side }: Record<string, unknown>): boolean {
  return typeof fill === 'object' && fill !== null && twapId !== undefined && side === undefined;
}

/** Fields that a fill cannot be without, and the trade id: it distinguishes fills. */
function fillFault(fill: Record<string, unknown>, beforeMs: number): string | undefined {
  const { side, time, tid } = fill;
  if (side !== 'B' && side !== 'A') return fault('side', side, '"B" (buy) or "A" (sell)');
  if (!isTime(time)) return fault('time', time, 'an integer of unix milliseconds from 2022 up to 2100');
  if (Number(time) >= beforeMs) return `time is ${time}, more than five minutes ahead of the clock`;
  if (typeof fill.crossed !== 'boolean') return fault('crossed', fill.crossed, 'true or false');
  return (
    nameFault('coin', fill.coin) ??
    nameFault('dir', fill.dir) ??
    priceFault('px', fill.px) ??
    sizeFault(fill.sz) ??
    notionalFault(fill.px, fill.sz) ??
    positionFault(fill.startPosition) ??
    amountFault('closedPnl', fill.closedPnl) ??
    amountFault('fee', fill.fee) ??
    idFault('oid', fill.oid) ??
    (tid == null ? undefined : idFault('tid', tid))
  );
}

/** The fields that may be missing, be it in old records or because the source does not have them. */
const optionalFaults: readonly [field: string, faultOf: (value: unknown) => string | undefined][] = [
  ['feeToken', (value) => nameFault('feeToken', value)],
  [
    'hash',
    (value) => (isText(value, hashPattern) ? undefined : fault('hash', value, '0x and 64 hex digits')),
  ],
  ['twapId', (value) => idFault('twapId', value)],
  [
    'cloid',
    (value) => (isText(value, cloidPattern) ? undefined : fault('cloid', value, '0x and 32 hex digits')),
  ],
  ['builder', (value) => addressFault('builder', value)],
  ...['builderFee', 'deployerFee', 'priorityGas'].map(
    (field): [string, (value: unknown) => string | undefined] => [
      field,
      (value) => amountFault(field, value),
    ],
  ),
];

/** What can be used of a liquidation. Without its victim the fill is part of one, and whose it was is not known. */
function addLiquidation(value: unknown, changes: Record<string, unknown>, odd: string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    odd.push(fault('liquidation', value, 'an object {liquidatedUser, markPx, method}'));
    changes.liquidation = null;
    return;
  }
  const { liquidatedUser, markPx, method } = value as Record<string, unknown>;
  const faults = {
    liquidatedUser: addressFault('liquidation.liquidatedUser', liquidatedUser),
    markPx: priceFault('liquidation.markPx', markPx),
    method: nameFault('liquidation.method', method),
  };
  const found = Object.values(faults).filter((reason) => reason !== undefined);
  if (found.length === 0) return;
  odd.push(...found);
  changes.liquidation = {
    ...(faults.liquidatedUser === undefined && { liquidatedUser }),
    ...(faults.markPx === undefined && { markPx }),
    method: faults.method === undefined ? method : unknownName,
  };
}

function isTime(value: unknown): boolean {
  const time = typeof value === 'string' && integerPattern.test(value) ? Number(value) : value;
  return typeof time === 'number' && Number.isInteger(time) && time >= firstTimeMs && time < endTimeMs;
}

/** Half a surrogate pair would come back from the store as another character, and the fill be taken for a new one. */
function nameFault(field: string, value: unknown): string | undefined {
  if (typeof value === 'string' && value.length > 0 && value.length <= nameLengthLimit) {
    if (value.isWellFormed()) return undefined;
    return fault(field, value, 'text of whole Unicode characters');
  }
  return fault(field, value, `a non-empty string of at most ${nameLengthLimit} characters`);
}

function isText(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function idFault(field: string, value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return undefined;
  if (typeof value === 'string' && integerPattern.test(value) && Number.isSafeInteger(Number(value))) {
    return undefined;
  }
  return fault(field, value, 'an integer from 0 to 2^53-1');
}

function addressFault(field: string, value: unknown): string | undefined {
  return readAddress(value) !== undefined
    ? undefined
    : fault(field, value, 'an address: 0x and 40 hex digits');
}

/** Prices of 0 exist: the losing side of a settled outcome. */
function priceFault(field: string, value: unknown): string | undefined {
  const sign = signOf(value, priceDecimalsLimit);
  if (sign === decimalScan.positive || sign === decimalScan.zero) {
    return Number(value) < priceLimit ? undefined : fault(field, value, `a decimal below ${priceLimit}`);
  }
  return decimalFault(field, value, sign, priceDecimalsLimit, 'a decimal of at least 0 such as "0.65385"');
}

function sizeFault(value: unknown): string | undefined {
  const sign = signOf(value, amountDecimalsLimit);
  if (sign === decimalScan.positive) return undefined;
  return decimalFault('sz', value, sign, amountDecimalsLimit, 'a decimal above 0 such as "2014.3"');
}

/** Both are usable by themselves here. A volume that no column holds would fail its whole batch. */
function notionalFault(px: unknown, sz: unknown): string | undefined {
  if (Number(px) * Number(sz) < notionalLimit) return undefined;
  return fault('px × sz', Number(px) * Number(sz), `below ${notionalLimit}`);
}

/** Positions carry the float noise of the exchange, as many digits as a double has; the excess is cut. */
function positionFault(value: unknown): string | undefined {
  const sign = signOf(value, textLengthLimit);
  if (sign <= decimalScan.positive) return undefined;
  return decimalFault('startPosition', value, sign, textLengthLimit, 'a decimal such as "-113.20366"');
}

function amountFault(field: string, value: unknown): string | undefined {
  const sign = signOf(value, amountDecimalsLimit);
  if (sign <= decimalScan.positive) return undefined;
  return decimalFault(field, value, sign, amountDecimalsLimit, 'a decimal such as "-113.20366"');
}

/**
 * One of `decimalScan`. A JSON number is rounded to the decimals of its column later, so only its
 * magnitude counts, and what would round to 0 is 0.
 */
function signOf(value: unknown, decimalsLimit: number): number {
  if (typeof value === 'string') return scanDecimal(value, decimalsLimit);
  if (typeof value !== 'number' || !Number.isFinite(value)) return decimalScan.notDecimal;
  if (Math.abs(value) >= numberLimit) return decimalScan.tooManyIntegerDigits;
  if (Math.abs(value) < 0.5 * 10 ** -decimalsLimit) return decimalScan.zero;
  return value < 0 ? decimalScan.negative : decimalScan.positive;
}

function decimalFault(field: string, value: unknown, scan: number, decimalsLimit: number, right: string) {
  if (scan === decimalScan.tooManyIntegerDigits) {
    return fault(field, value, `a decimal of at most ${integerDigitsLimit} integer digits`);
  }
  if (scan === decimalScan.tooManyDecimals) {
    return fault(field, value, `a decimal of at most ${decimalsLimit} decimals, trailing zeros cut`);
  }
  return fault(field, value, right);
}
