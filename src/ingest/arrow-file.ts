import {
  type Data,
  Decimal,
  Dictionary,
  FixedSizeBinary,
  Int32,
  Int64,
  makeData,
  makeVector,
  Uint8,
  Uint32,
  Uint64,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import { writeArrowFile } from '../analytics/arrow-rows.ts';
import { fillColumnSpecs } from './fill-column-specs.ts';
import type { FillColumns } from './fill-columns.ts';

type Spec = (typeof fillColumnSpecs)[number];

/** How the engine reads the file, and how it turns that into the columns of `fills`. */
export interface FillFileShape {
  structure: string;
  target: string;
  select: string;
}

/**
 * Writes the batch as one Arrow record batch; columns that are absent in the whole batch are left out.
 * @param options.batch number of the batch that all fills belong to
 * @param options.places adds the place of each record in its file: columns `line` and `event`, which `fills` lacks
 */
export async function writeFillFile(
  path: string,
  columns: FillColumns,
  { places = false, batch }: { places?: boolean; batch?: number } = {},
): Promise<FillFileShape> {
  const specs = fillColumnSpecs.filter((spec) => columns.used.has(spec.name));
  const written = specs.map((spec) => ({
    name: spec.name as string,
    type: engineType(spec),
    select: selectExpression(spec),
    data: columnData(spec, columns),
  }));
  if (places) written.push(...placeColumns(columns));
  const names = written.map(({ name }) => name);
  await writeArrowFile(
    path,
    names,
    written.map(({ data }) => data),
    columns.count,
  );
  return {
    structure: written.map(({ name, type }) => `${name} ${type}`).join(', '),
    target: `fills (${[...names, ...(batch === undefined ? [] : ['batch'])].join(', ')})`,
    select: [...written.map(({ select }) => select), ...(batch === undefined ? [] : [batch])].join(', '),
  };
}

function placeColumns({ lines, events, count: length }: FillColumns) {
  const line = makeData({ type: new Uint32(), length, nullCount: 0, data: lines.subarray(0, length) });
  const event = makeData({ type: new Int32(), length, nullCount: 0, data: events.subarray(0, length) });
  return [
    { name: 'line', type: 'UInt32', select: 'line', data: line },
    { name: 'event', type: 'Int32', select: 'event', data: event },
  ];
}

function columnData(spec: Spec, columns: FillColumns): Data {
  const length = columns.count;
  const raw = columns.bytes[spec.name].subarray(0, length * spec.width);
  const { buffer } = raw;
  switch (spec.kind) {
    case 'bytes':
      return makeData({ type: new FixedSizeBinary(spec.width), length, nullCount: 0, data: raw });
    case 'decimal10':
    case 'decimal12': {
      const type = new Decimal(spec.kind === 'decimal10' ? 10 : 12, 38, 128);
      return makeData({ type, length, nullCount: 0, data: new Uint32Array(buffer, 0, length * 4) });
    }
    case 'int64':
      return makeData({
        type: new Int64(),
        length,
        nullCount: 0,
        data: new BigInt64Array(buffer, 0, length),
      });
    case 'uint64':
      return makeData({
        type: new Uint64(),
        length,
        nullCount: 0,
        data: new BigUint64Array(buffer, 0, length),
      });
    case 'uint32':
      return makeData({ type: new Uint32(), length, nullCount: 0, data: new Uint32Array(buffer, 0, length) });
    case 'uint8':
      return makeData({ type: new Uint8(), length, nullCount: 0, data: raw });
    case 'text': {
      const texts = columns.texts[spec.name as keyof FillColumns['texts']].texts;
      const dictionary = makeVector(vectorFromArray([...texts], new Utf8()).data);
      const type = new Dictionary(new Utf8(), new Int32());
      return makeData({ type, length, nullCount: 0, data: new Int32Array(buffer, 0, length), dictionary });
    }
  }
}

function engineType(spec: Spec): string {
  switch (spec.kind) {
    case 'bytes':
      return `FixedString(${spec.width})`;
    case 'decimal10':
      return 'Decimal(38, 10)';
    case 'decimal12':
      return 'Decimal(38, 12)';
    case 'text':
      return 'LowCardinality(String)';
    default:
      return { int64: 'Int64', uint64: 'UInt64', uint32: 'UInt32', uint8: 'UInt8' }[spec.kind];
  }
}

function selectExpression(spec: Spec): string {
  if (spec.name === 'time') return "fromUnixTimestamp64Milli(time, 'UTC')";
  if (spec.name === 'side') return "CAST(side, 'Enum8(\\'B\\' = 1, \\'A\\' = 2)')";
  if (spec.name === 'crossed') return "CAST(crossed, 'Bool')";
  return spec.kind === 'decimal10' ? `CAST(${spec.name}, 'Decimal(18, 10)')` : spec.name;
}
