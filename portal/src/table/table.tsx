import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { definitionProps } from '../figure/definition-tip.tsx';
import { addressWith } from '../frame/address-state.ts';
import { type Column, sortRows } from './column.ts';
import { saveRows } from './csv.ts';
import { TableFoot } from './table-foot.tsx';

type Order = 'none' | 'ascending' | 'descending' | undefined;

interface TableViewProps<Row> {
  /** Label for screen readers. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Class of a row. */
  rowClass?: ((row: Row) => string | undefined) | undefined;
  /** The order of a column; undefined for one that the table cannot be sorted by. */
  orderOf: (column: Column<Row>) => Order;
  sortBy: (column: Column<Row>) => void;
}

/** Rows under heads that sort them. */
export function TableView<Row>(props: TableViewProps<Row>) {
  const { label, rows, columns, rowKey, rowClass, orderOf, sortBy } = props;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by its keys */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a second landmark of its panel's name */}
      <div class="table-scroll" role="group" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((one) => (
                <Head key={one.id} column={one} order={orderOf(one)} sortBy={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} class={rowClass?.(row)}>
                {columns.map((one) => (
                  <td key={one.id} class={classOf(one)}>
                    {one.cell === undefined ? one.value?.(row) : one.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

export interface TableProps<Row> extends Omit<TableViewProps<Row>, 'orderOf' | 'sortBy'> {
  /** Names it on the page: in the address, in the file of its CSV. */
  name: string;
  /** Period of its rows, in the name of the file. */
  window?: string;
  /** Column that it is sorted by at first, with a minus in front for largest first; default: the order of the rows. */
  sort?: string;
  /** Rows on a page; default: 25. */
  pageRows?: number;
  /** No foot: neither pages nor CSV. For a few rows on a page with more of them. */
  isShort?: boolean;
  /** The most rows that the call behind it returns: with this many there may be more, and the foot says so. */
  most?: number;
}

/** A table of rows that are all here: sorted and paged in the browser, saved as CSV, its state in the address. */
export function Table<Row>(props: TableProps<Row>) {
  const { name, window, rows, columns, sort = '', pageRows = 25, isShort = false, most, ...view } = props;
  const { query, route } = useLocation();
  const sortedBy = query[`${name}.sort`] ?? sort;
  const isDown = sortedBy.startsWith('-');
  const column = columns.find(({ id }) => id === sortedBy.replace(/^-/, ''));
  const sorted = useMemo(() => sortRows(rows, column, isDown), [rows, column, isDown]);
  const pages = Math.max(1, Math.ceil(sorted.length / pageRows));
  const page = Math.min(pages, pageIn(query, name));
  const shown = isShort ? sorted : sorted.slice((page - 1) * pageRows, page * pageRows);
  const set = (changes: Record<string, string | undefined>) => {
    const named = Object.entries(changes).map(([key, value]) => [`${name}.${key}`, value] as const);
    route(addressWith(Object.fromEntries(named)), true);
  };
  const sortBy = ({ id }: Column<Row>) => {
    const next = sortedBy === `-${id}` ? id : `-${id}`;
    set({ sort: next === sort ? undefined : next, page: undefined });
  };
  return (
    <>
      <TableView
        {...view}
        rows={shown}
        columns={columns}
        orderOf={(one) => orderOf(one, column, isDown)}
        sortBy={sortBy}
      />
      {!isShort && (
        <TableFoot
          {...{ page, pageRows, all: sorted.length, isCut: most !== undefined && rows.length >= most }}
          setPage={(to) => set({ page: to === 1 ? undefined : String(to) })}
          save={() => saveRows({ table: name, window }, sorted, columns)}
        />
      )}
    </>
  );
}

/** The page of a table that the address names, from 1. */
export function pageIn(query: Readonly<Record<string, string>>, name: string): number {
  return Math.max(1, Math.floor(Number(query[`${name}.page`] ?? 1)) || 1);
}

function orderOf<Row>(one: Column<Row>, sorted: Column<Row> | undefined, isDown: boolean): Order {
  if (one.value === undefined) return undefined;
  if (one !== sorted) return 'none';
  return isDown ? 'descending' : 'ascending';
}

function classOf<Row>({ align, isWide }: Column<Row>): string {
  return `${align ?? 'number'}${isWide === true ? ' wide' : ''}`;
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: Order;
  sortBy: (column: Column<Row>) => void;
}

function Head<Row>({ column, order, sortBy }: HeadProps<Row>) {
  return (
    <th scope="col" class={classOf(column)} aria-sort={order}>
      {order === undefined ? (
        <span {...definitionProps(column.of)}>{column.head}</span>
      ) : (
        <button type="button" onClick={() => sortBy(column)} {...definitionProps(column.of)}>
          {column.head}
        </button>
      )}
    </th>
  );
}
