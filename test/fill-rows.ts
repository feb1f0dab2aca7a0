import { createFillColumns, type FillColumns } from '../src/ingest/fill-columns.ts';
import type { SourceFill } from '../src/ingest/source-fill.ts';
import type { WireFill } from '../src/wire/fill.ts';

/** Columns that hold these fills, in their order and with their numbers. */
export function rowsOf(fills: readonly SourceFill[]): FillColumns {
  const columns = createFillColumns(Math.max(1, fills.length));
  for (const fill of fills) columns.append(fill);
  return columns;
}

/** The fills that columns hold: decimals in their shortest form, and only fields that have a value. */
export function fillsOf(columns: FillColumns): SourceFill[] {
  return Array.from({ length: columns.count }, (_, row) => fillAt(columns, row));
}

/** A fill as it comes back from columns. */
export function stored(fill: SourceFill): SourceFill {
  return fillAt(rowsOf([fill]), 0);
}

function fillAt({ bytes, words, texts, timesMs, tids, oids, used }: FillColumns, row: number): SourceFill {
  const text = (name: keyof typeof texts) => texts[name].texts[words[name][row]!]!;
  const hex = (name: 'wallet' | 'hash' | 'cloid' | 'builder' | 'liquidated_user', width: number) =>
    `0x${Buffer.from(bytes[name].buffer).toString('hex', row * width, (row + 1) * width)}`;
  const decimal = (name: keyof typeof words, scale: number) => decimalText(words[name], row, scale);
  const integer = (name: 'block' | 'twap_id') => words[name][row * 2]! + words[name][row * 2 + 1]! * 2 ** 32;
  const fill: WireFill = {
    coin: text('coin'),
    px: decimal('px', 10),
    sz: decimal('sz', 12),
    side: bytes.side[row] === 1 ? 'B' : 'A',
    time: timesMs[row]!,
    startPosition: decimal('start_position', 12),
    dir: text('dir'),
    closedPnl: decimal('closed_pnl', 12),
    hash: hex('hash', 32),
    oid: oids[row]!,
    crossed: bytes.crossed[row] === 1,
    fee: decimal('fee', 12),
    tid: tids[row]!,
    feeToken: text('fee_token'),
  };
  if (used.has('cloid') && !isBlank(hex('cloid', 16))) fill.cloid = hex('cloid', 16);
  if (bytes.names_builder[row] === 1) fill.builder = hex('builder', 20);
  if (used.has('twap_id') && integer('twap_id') !== 0) fill.twapId = integer('twap_id');
  for (const [field, name] of rareDecimals) {
    const value = decimal(name, 12);
    if (used.has(name) && value !== '0') fill[field] = value;
  }
  if (used.has('liquidation_method') && text('liquidation_method') !== '') {
    fill.liquidation = {
      ...(bytes.names_liquidated[row] === 1 && { liquidatedUser: hex('liquidated_user', 20) }),
      markPx: decimal('liquidation_mark_px', 10),
      method: text('liquidation_method'),
    };
  }
  return { wallet: hex('wallet', 20), fill, block: integer('block'), seq: words.seq[row]! };
}

const rareDecimals = [
  ['builderFee', 'builder_fee'],
  ['deployerFee', 'deployer_fee'],
  ['priorityGas', 'priority_gas'],
] as const;

function isBlank(hex: string): boolean {
  return /^0x0*$/.test(hex);
}

function decimalText(words: Uint32Array, row: number, scale: number): string {
  let value = 0n;
  for (let i = 3; i >= 0; i--) value = (value << 32n) | BigInt(words[row * 4 + i]!);
  value = BigInt.asIntN(128, value);
  const digits = String(value < 0n ? -value : value).padStart(scale + 1, '0');
  const fraction = digits.slice(-scale).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`;
}
