/** Types of a board's columns; narrow types save memory, because a column has an item for every wallet. */
const columnTypes = {
  float64: Float64Array,
  uint32: Uint32Array,
  uint16: Uint16Array,
  uint8: Uint8Array,
} as const;

export type ColumnType = keyof typeof columnTypes;
export type Column = Float64Array | Uint32Array | Uint16Array | Uint8Array;
/** Values by the wallet's number. */
export type Columns<N extends string = string> = Record<N, Column>;
export type ColumnTypes<N extends string = string> = Readonly<Record<N, ColumnType>>;

function columnOver(type: ColumnType, memory: SharedArrayBuffer): Column {
  const made: new (memory: SharedArrayBuffer) => Column = columnTypes[type];
  return new made(memory);
}

/** A column that all threads share. */
export function sharedColumn(type: ColumnType, length: number): Column {
  const { BYTES_PER_ELEMENT: bytes } = columnTypes[type];
  return columnOver(type, new SharedArrayBuffer(length * bytes));
}

export function sharedColumns<N extends string>(types: ColumnTypes<N>, length: number): Columns<N> {
  const columns = Object.entries<ColumnType>(types).map(([name, type]) => [name, sharedColumn(type, length)]);
  return Object.fromEntries(columns) as Columns<N>;
}

export function largerColumns(types: ColumnTypes, columns: Columns, length: number): Columns {
  const larger = sharedColumns(types, length);
  for (const [name, values] of Object.entries(columns)) larger[name]!.set(values);
  return larger;
}
