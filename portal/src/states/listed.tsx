import { Table, type TableProps } from '../table/table.tsx';
import { EmptyNote } from './empty-note.tsx';

interface ListedProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  /** Undefined until loaded. */
  rows: readonly Row[] | undefined;
  /** Shown if there are no rows. */
  empty: string;
}

/** Rows as a table, or a note if there are none; nothing until loaded. */
export function Listed<Row>({ rows, empty, ...table }: ListedProps<Row>) {
  if (rows === undefined) return null;
  return rows.length === 0 ? <EmptyNote why={empty} /> : <Table {...table} rows={rows} />;
}
