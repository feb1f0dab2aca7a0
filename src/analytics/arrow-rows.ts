import { open } from 'node:fs/promises';
import {
  type Data,
  type DataType,
  Dictionary,
  Field,
  Float32,
  Float64,
  Int32,
  Int64,
  makeData,
  makeVector,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  Uint16,
  Utf8,
} from 'apache-arrow';

/** The kernel takes at most 1024 buffers in one call. */
const partsPerWrite = 512;

export type ArrowColumn = Data;

/** Writes columns of text and small integers, for tables other than `fills`. */
export async function writeRowsFile(
  path: string,
  rows: readonly Record<string, string | number>[],
): Promise<void> {
  const names = Object.keys(rows[0]!);
  const columns = names.map((name) => {
    const values = rows.map((row) => row[name]);
    return typeof values[0] === 'string' ? textColumn(values as string[]) : integerColumn(values as number[]);
  });
  await writeArrowFile(path, names, columns, rows.length);
}

/**
 * Writes columns as an Arrow IPC stream file of one record batch. The columns' own memory goes to the file, uncopied and
 * off this thread: it must not change before the promise resolves.
 */
export async function writeArrowFile(
  path: string,
  names: readonly string[],
  columns: readonly ArrowColumn[],
  length: number,
): Promise<void> {
  const parts = await Array.fromAsync(arrowWriter(names, columns, length));
  const file = await open(path, 'w');
  try {
    for (let i = 0; i < parts.length; i += partsPerWrite)
      await file.writev(parts.slice(i, i + partsPerWrite));
  } finally {
    await file.close();
  }
}

/** The bytes of an Arrow IPC stream of one record batch; names and columns in the same order. */
export function arrowStream(
  names: readonly string[],
  columns: readonly ArrowColumn[],
  length: number,
): Uint8Array {
  return arrowWriter(names, columns, length).toUint8Array(true);
}

function arrowWriter(names: readonly string[], columns: readonly ArrowColumn[], length: number) {
  const schema = new Schema(names.map((name, i) => new Field(name, columns[i]!.type as DataType, false)));
  const children = [...columns];
  const batch = new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length, nullCount: 0, children }),
  );
  return RecordBatchStreamWriter.writeAll([batch]);
}

export function numberColumn(values: Float64Array | Float32Array | Uint16Array): ArrowColumn {
  const { length } = values;
  if (values instanceof Float64Array) {
    return makeData({ type: new Float64(), length, nullCount: 0, data: values });
  }
  if (values instanceof Float32Array) {
    return makeData({ type: new Float32(), length, nullCount: 0, data: values });
  }
  return makeData({ type: new Uint16(), length, nullCount: 0, data: values });
}

function integerColumn(values: readonly number[]): ArrowColumn {
  const data = BigInt64Array.from(values, BigInt);
  return makeData({ type: new Int64(), length: values.length, nullCount: 0, data });
}

/** A column of texts that differ from row to row. */
export function textColumn(texts: readonly string[]): Data<Utf8> {
  const valueOffsets = new Int32Array(texts.length + 1);
  for (const [i, text] of texts.entries()) {
    valueOffsets[i + 1] = valueOffsets[i]! + Buffer.byteLength(text);
  }
  const data = Buffer.from(texts.join(''));
  return makeData({ type: new Utf8(), length: texts.length, nullCount: 0, valueOffsets, data });
}

/** A column of texts that repeat: `codes` are places in `texts`, one per row. */
export function dictionaryColumn(texts: readonly string[], codes: Int32Array): ArrowColumn {
  const type = new Dictionary(new Utf8(), new Int32());
  const dictionary = makeVector(textColumn(texts));
  return makeData({ type, length: codes.length, nullCount: 0, data: codes, dictionary });
}
