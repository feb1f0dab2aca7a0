import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { definitionProps } from '../figure/definition-tip.tsx';
import { addressWith } from '../frame/address-state.ts';
import { type Column, sortRows } from './column.ts';
import { TableFoot } from './table-foot.tsx';

export interface TableProps<Row> {
  /** Names it on the page: in the address, in the file of its CSV. */
  name: string;
  /** What it holds, for who cannot see it. */
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Column that it is sorted by at first, with a minus in front for largest first; the order of the rows where absent. */
  sort?: string;
  /** Rows on a page; 25 by default. */
  pageRows?: number;
  /** No foot: neither pages nor CSV. For a few rows on a page with more of them. */
  isShort?: boolean;
  /** Class of a row. */
  rowClass?: (row: Row) => string | undefined;
}

/** A table that is sorted, has pages and a CSV, and keeps its state in the address. */
export function Table<Row>(props: TableProps<Row>) {
  const { name, label, rows, columns, rowKey, sort = '', pageRows = 25, isShort = false, rowClass } = props;
  const { query, route } = useLocation();
  const sortedBy = query[`${name}.sort`] ?? sort;
  const isDown = sortedBy.startsWith('-');
  const column = columns.find(({ id }) => id === sortedBy.replace(/^-/, ''));
  const sorted = useMemo(() => sortRows(rows, column, isDown), [rows, column, isDown]);
  const pages = Math.max(1, Math.ceil(sorted.length / pageRows));
  const page = Math.min(pages, Math.max(1, Number(query[`${name}.page`] ?? 1) || 1));
  const shown = isShort ? sorted : sorted.slice((page - 1) * pageRows, page * pageRows);
  const set = (changes: Record<string, string | undefined>) => {
    const named = Object.entries(changes).map(([key, value]) => [`${name}.${key}`, value] as const);
    route(addressWith(Object.fromEntries(named)), true);
  };
  const sortBy = ({ id }: Column<Row>) => {
    const next = sortedBy === `-${id}` ? id : sortedBy === id ? `-${id}` : `-${id}`;
    set({ sort: next === sort ? undefined : next, page: undefined });
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by its keys */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section would be a second landmark of its panel's name */}
      <div class="table-scroll" role="group" tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((one) => (
                <Head key={one.id} column={one} order={orderOf(one, column, isDown)} sortBy={sortBy} />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
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
      {!isShort && (
        <TableFoot
          {...{ name, rows: sorted, columns, page, pages, pageRows }}
          setPage={(to) => set({ page: to === 1 ? undefined : String(to) })}
        />
      )}
    </>
  );
}

function orderOf<Row>(one: Column<Row>, sorted: Column<Row> | undefined, isDown: boolean) {
  if (one.value === undefined) return undefined;
  if (one !== sorted) return 'none';
  return isDown ? 'descending' : 'ascending';
}

function classOf<Row>({ align, isWide }: Column<Row>): string {
  return `${align ?? 'number'}${isWide === true ? ' wide' : ''}`;
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: 'none' | 'ascending' | 'descending' | undefined;
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
