import { count } from '../format/numbers.ts';
import type { Column } from './column.ts';
import { csvOf, saveFile } from './csv.ts';

interface TableFootProps<Row> {
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  page: number;
  pages: number;
  pageRows: number;
  setPage: (page: number) => void;
}

/** Below a table: which rows are shown, the way to the others, and all of them as a file. */
export function TableFoot<Row>({ name, rows, columns, page, pages, pageRows, setPage }: TableFootProps<Row>) {
  const first = Math.min(rows.length, (page - 1) * pageRows + 1);
  const last = Math.min(rows.length, page * pageRows);
  return (
    <div class="table-foot">
      <span class="dim">
        {count(first)}–{count(last)} of {count(rows.length)}
      </span>
      {pages > 1 && (
        <span class="pager">
          <button
            type="button"
            aria-label="Page before"
            disabled={page === 1}
            onClick={() => setPage(page - 1)}
          >
            ‹
          </button>
          <span>
            {page} / {pages}
          </span>
          <button
            type="button"
            aria-label="Next page"
            disabled={page === pages}
            onClick={() => setPage(page + 1)}
          >
            ›
          </button>
        </span>
      )}
      <button
        type="button"
        class="quiet"
        onClick={() => saveFile(`tidemark-${name}.csv`, csvOf(rows, columns))}
      >
        CSV
      </button>
    </div>
  );
}
