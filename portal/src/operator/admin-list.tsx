import type { ComponentChildren } from 'preact';
import type { CallFailure } from '../api/failure.ts';
import { Panel } from '../states/answer-panel.tsx';
import { Listed } from '../states/listed.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import type { Column } from '../table/column.ts';

interface AdminListProps<Row> {
  /** Names the table in the address and its CSV. */
  name: string;
  title: string;
  /** Undefined until loaded. */
  rows: readonly Row[] | undefined;
  failure?: CallFailure | undefined;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  rowClass?: (row: Row) => string | undefined;
  /** Shown if there are no rows. */
  empty: string;
  reload: () => Promise<void>;
  /** Above the table: forms. */
  children?: ComponentChildren;
}

/** A list of the admin surface: waited for, shown, reloaded. */
export function AdminList<Row>(props: AdminListProps<Row>) {
  const { name, title, rows, failure, columns, rowKey, rowClass, empty, reload, children } = props;
  return (
    <Panel
      title={title}
      actions={
        <button type="button" class="quiet" onClick={() => void reload()}>
          Refresh
        </button>
      }
    >
      {Boolean(children) && <div class="panel-body">{children}</div>}
      {failure !== undefined && <AdminFailure failure={failure} />}
      {rows === undefined && failure === undefined && <Skeleton shape={{ rows: 8 }} />}
      <Listed {...{ name, rows, columns, rowKey, rowClass, empty }} label={title} />
    </Panel>
  );
}

/** Unchanged error of the admin API: the remedies of the public pages do not apply to the operator. */
export function AdminFailure({ failure: { message, requestId } }: { failure: CallFailure }) {
  return (
    <div class="note failure" role="alert">
      <p>{message}</p>
      {requestId !== undefined && (
        <p class="note-foot dim">
          request <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
