import { Table, type TableProps } from '../table/table.tsx';
import { EmptyNote } from './empty-note.tsx';

interface ListedProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  /** Undefined until they are there. */
  rows: readonly Row[] | undefined;
  /** Why there are none. */
  empty: string;
}

/** Rows as a table, or why there are none; nothing until they are there. */
export function Listed<Row>({ rows, empty, ...table }: ListedProps<Row>) {
  if (rows === undefined) return null;
  return rows.length === 0 ? <EmptyNote why={empty} /> : <Table {...table} rows={rows} />;
}
