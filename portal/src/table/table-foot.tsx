import type { ComponentChildren } from 'preact';
import { count } from '../format/numbers.ts';

interface TableFootProps {
  page: number;
  pageRows: number;
  /** Rows on all pages. */
  all: number;
  /** True if the API has more rows than it returned: the table holds only the first. */
  isCut?: boolean;
  setPage: (page: number) => void;
  save: () => void;
  /** On the button that saves the rows; default: CSV. */
  saveLabel?: ComponentChildren;
  isSaving?: boolean;
}

/** Below a table: which rows are shown, the way to the others, and all of them as a file. */
export function TableFoot(props: TableFootProps) {
  const { page, pageRows, all, isCut = false, setPage, save, saveLabel = 'CSV', isSaving = false } = props;
  const pages = Math.max(1, Math.ceil(all / pageRows));
  const first = Math.min(all, (page - 1) * pageRows + 1);
  const last = Math.min(all, page * pageRows);
  return (
    <div class="table-foot">
      <span class="dim">
        {count(first)}–{count(last)} of {isCut && 'the first '}
        {count(all)}
      </span>
      {pages > 1 && (
        <span class="pager">
          <button
            type="button"
            aria-label="Page before"
            disabled={page <= 1}
            onClick={() => setPage(page - 1)}
          >
            ‹
          </button>
          <span>
            {count(page)} / {count(pages)}
          </span>
          <button
            type="button"
            aria-label="Next page"
            disabled={page >= pages}
            onClick={() => setPage(page + 1)}
          >
            ›
          </button>
        </span>
      )}
      <button type="button" class="quiet" disabled={isSaving} onClick={save}>
        {saveLabel}
      </button>
    </div>
  );
}
