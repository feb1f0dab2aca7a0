import { vwapOf } from '../analytics/nearest-sql.ts';
import type { Lifecycle } from '../domain/lifecycle.ts';
import { carryAll, writeSize, writeSum } from './amount-sums.ts';
import { type LifecycleSums, sumCount } from './lifecycle-sums.ts';

/**
 * Column of a `lifecycles` row between the engine and the fold. Rows are RowBinary with the same bytes in both directions, so stored
 * and folded rows are compared bytewise.
 */
interface Column {
  name: string;
  /** Type in an insert file. */
  type: string;
  /** SQL to select, and to insert, the column; default: its name. */
  select?: string;
  insert?: string;
}

const time = (name: string): Column => ({
  name,
  type: 'Int64',
  select: `toUnixTimestamp64Milli(${name})`,
  insert: `fromUnixTimestamp64Milli(${name}, 'UTC')`,
});
const text = (name: string): Column => ({ name, type: 'String', select: `CAST(${name}, 'String')` });
const amount = (name: string): Column => ({ name, type: 'Decimal(38, 12)' });
const usd = (name: string): Column => ({ name, type: 'Decimal(38, 22)' });
const count = (name: string): Column => ({ name, type: 'UInt32' });
const flag = (name: string): Column => ({ name, type: 'Bool' });
const price = (name: string): Column => ({ name, type: 'Decimal(18, 10)' });

const columns: readonly Column[] = [
  { name: 'wallet', type: 'FixedString(20)' },
  text('coin'),
  time('opened'),
  { name: 'id', type: 'UInt64' },
  count('num'),
  { name: 'side', type: 'Int8', select: "CAST(side, 'Int8')" },
  flag('is_censored'),
  flag('starts_apart'),
  flag('is_closed'),
  time('last'),
  count('fills'),
  price('low_px'),
  price('high_px'),
  amount('position'),
  amount('peak_size'),
  amount('opened_size'),
  usd('entry_cost'),
  amount('closed_size'),
  usd('exit_cost'),
  amount('pnl'),
  usd('fees'),
  usd('builder_fees'),
  count('liquidated_fills'),
  text('liquidation_method'),
  amount('liquidation_pnl'),
  usd('penalty'),
  count('deleveraged_fills'),
  text('closed_by'),
  flag('names_liquidator'),
  { name: 'liquidator', type: 'FixedString(20)' },
  price('mae_px'),
  price('mfe_px'),
];

/** SELECT list of a stored row, followed by its version. */
export const storedRow = [...columns.map(({ name, select = name }) => select), 'version'].join(', ');

/** Structure of an insert file: rows, each followed by its version and deletion flag. */
export const rowStructure = [...columns, { name: 'version', type: 'UInt64' }, flag('deleted')]
  .map(({ name, type }) => `${name} ${type}`)
  .join(', ');

const written = [...columns.map(({ name }) => name), 'version', 'deleted'];
const insertOf = new Map(columns.map(({ name, insert = name }) => [name, insert]));

export const lifecyclesInsert = {
  target: `lifecycles (${written.join(', ')})`,
  select: written.map((name) => insertOf.get(name) ?? name).join(', '),
};

const copied =
  'wallet, id, coin, side, is_censored, fills, peak_size, pnl, fees, builder_fees, liquidated_fills, liquidation_method, liquidation_pnl, penalty, deleveraged_fills, closed_by, names_liquidator, liquidator, mae_px, mfe_px, version, deleted';

export const byCloseInsert = {
  target: `lifecycles_by_close (closed, opened, entry_vwap, exit_vwap, notional, ${copied})`,
  select: `${insertOf.get('last')}, ${insertOf.get('opened')}, ${vwapOf('entry_cost', 'opened_size')},
    ${vwapOf('exit_cost', 'closed_size')}, toDecimal128(toFloat64(peak_size) * ${vwapOf('entry_cost', 'opened_size')}, 12), ${copied}`,
};

export interface RowWriter {
  readonly count: number;
  /** Bytes so far: the offset of the next row. */
  readonly length: number;
  /**
   * Appends a row without its version.
   *
   * @param head wallet and coin as row bytes
   */
  add(head: Uint8Array, lifecycle: Lifecycle | LifecycleSums, beside: BesideFold): void;
  /** Appends the bytes of a row from another writer or from the engine. */
  copy(row: Uint8Array): void;
  /** Completes a row with its version and deletion flag. */
  end(version: number, isDeleted: boolean): void;
  /** Offset of the prices in the row added last. */
  pricesPlace(): number;
  setPrices(place: number, maePx: bigint, mfePx: bigint): void;
  /** The bytes after an offset; valid until the next row is added. */
  since(length: number): Uint8Array;
  cut(length: number): void;
  /** All rows; add no rows afterwards. */
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Values of a row that do not follow from its own fills. */
export interface BesideFold {
  /** 20 bytes of the counterparty with the largest share of the liquidation. */
  liquidator?: Uint8Array | undefined;
  /** × 10^10; 0n if unknown. */
  maePx: bigint;
  mfePx: bigint;
}

const most = 2_048;

export function createRowWriter(): RowWriter {
  let buffer = Buffer.allocUnsafeSlow(1 << 16);
  // A DataView is three times as fast as the buffer's own methods.
  let view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  let at = 0;
  let rows = 0;
  let pricesAt = 0;

  function room(bytes: number): void {
    if (at + bytes <= buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, at + bytes));
    buffer.copy(larger, 0, 0, at);
    buffer = larger;
    view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  }
  function byte(value: number): void {
    buffer[at] = value;
    at += 1;
  }
  function uint32(value: number): void {
    view.setUint32(at, value, true);
    at += 4;
  }
  function int64(value: number): void {
    uint32(value % 2 ** 32);
    uint32(Math.floor(value / 2 ** 32));
  }
  function bigint64(value: bigint): void {
    view.setBigInt64(at, value, true);
    at += 8;
  }
  function int128(value: bigint): void {
    bigint64(value);
    bigint64(value >> 64n);
  }
  function amounts({ position, peakSize, openedSize, entryCost, ...rest }: Lifecycle): void {
    for (const amount of [position, peakSize, openedSize, entryCost]) int128(amount);
    const { closedSize, exitCost, pnl, fees, builderFees } = rest;
    for (const amount of [closedSize, exitCost, pnl, fees, builderFees]) int128(amount);
  }
  function amountsOfSums({ position, peakSize, sums }: LifecycleSums): void {
    writeSize(position, view, at);
    writeSize(peakSize, view, at + 16);
    at += 32;
    carryAll(sums);
    for (let sum = 0; sum < sumCount; sum++, at += 16) writeSum(sums, sum, view, at);
  }
  function string(value: string): void {
    if (value === '') {
      byte(0);
      return;
    }
    const length = Buffer.byteLength(value);
    for (let rest = length; ; rest >>>= 7) {
      byte(rest < 128 ? rest : (rest & 127) | 128);
      if (rest < 128) break;
    }
    at += buffer.write(value, at);
  }
  function raw(bytes: Uint8Array): void {
    // A loop is faster than `set` for so few bytes.
    for (let i = 0; i < bytes.length; i++) buffer[at + i] = bytes[i]!;
    at += bytes.length;
  }

  return {
    get count() {
      return rows;
    },
    get length() {
      return at;
    },
    add(head, one, { liquidator, maePx, mfePx }) {
      room(most + head.length);
      raw(head);
      int64(one.openedMs);
      int64(one.id);
      uint32(one.num);
      byte(one.isLong ? 1 : 2);
      byte(Number(one.isCensored));
      byte(Number(one.startsApart));
      byte(Number(one.isClosed));
      int64(one.lastMs);
      uint32(one.fills);
      if ('sums' in one) {
        int64(one.lowPx);
        int64(one.highPx);
        amountsOfSums(one);
      } else {
        bigint64(one.lowPx);
        bigint64(one.highPx);
        amounts(one);
      }
      uint32(one.liquidatedFills);
      string(one.liquidationMethod);
      int128(one.liquidationPnl);
      int128(one.penalty);
      uint32(one.deleveragedFills);
      string(one.closedBy);
      byte(Number(liquidator !== undefined));
      raw(liquidator ?? noWallet);
      pricesAt = at;
      bigint64(maePx);
      bigint64(mfePx);
    },
    copy(row) {
      room(row.length + most);
      buffer.set(row, at);
      at += row.length;
    },
    end(version, isDeleted) {
      int64(version);
      byte(Number(isDeleted));
      rows += 1;
    },
    pricesPlace: () => pricesAt,
    setPrices(place, maePx, mfePx) {
      view.setBigInt64(place, maePx, true);
      view.setBigInt64(place + 8, mfePx, true);
    },
    since: (length) => buffer.subarray(length, at),
    cut(length) {
      at = length;
    },
    bytes: () => new Uint8Array(buffer.buffer, buffer.byteOffset, at),
  };
}

const noWallet = new Uint8Array(20);
