import { askPortal, useDeed, usePortal } from '../account/portal-ask.ts';
import { Time } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/alerts.ts';
import type { AlertRow, Delivery } from './rule.ts';

interface DeliveriesPanelProps {
  /** Of the alert. */
  path: string;
  rule: AlertRow;
  close: () => void;
  changed: () => Promise<void>;
}

/** What an alert sent, and what waits. */
export function DeliveriesPanel({ path, rule, close, changed }: DeliveriesPanelProps) {
  const { body, failure, reload } = usePortal<{ deliveries: Delivery[] }>(`${path}/deliveries`);
  const deed = useDeed();
  const ask = (name: string, fields: object) =>
    deed.run(async () => {
      await askPortal('POST', `${path}/${name}`, fields);
      await Promise.all([reload(), changed()]);
    });
  const columns: Column<Delivery>[] = [
    {
      ...{ id: 'made', head: 'Made' },
      value: ({ createdAt }) => createdAt,
      cell: ({ createdAt }) => <Time at={createdAt} form="short" />,
    },
    {
      id: 'state',
      head: 'Status',
      align: 'left',
      value: ({ state }) => (state === 'pending' ? 'waiting' : state),
    },
    { id: 'events', head: 'Events', value: ({ events }) => events },
    { id: 'attempts', head: 'Attempts', value: ({ attempts }) => attempts },
    { id: 'answer', head: 'Answer', align: 'left', value: ({ fault, status }) => fault ?? status ?? '' },
    {
      ...{ id: 'next', head: 'Next attempt' },
      value: ({ nextAt }) => nextAt,
      cell: ({ nextAt }) => <Time at={nextAt} form="short" />,
    },
    {
      id: 'id',
      head: 'Message',
      align: 'left',
      cell: ({ id }) => <code>{id.slice(0, 12)}…</code>,
      isWide: true,
    },
    {
      ...{ id: 'change', head: 'Actions' },
      cell: ({ id, state }) =>
        state === 'pending' ? (
          <button type="button" disabled={deed.isBusy} onClick={() => void ask('skip', { delivery: id })}>
            Skip
          </button>
        ) : (
          <button type="button" disabled={deed.isBusy} onClick={() => void ask('resend', { delivery: id })}>
            Resend
          </button>
        ),
    },
  ];
  const actions = (
    <>
      <button type="button" onClick={() => void reload()}>
        Refresh
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </>
  );
  return (
    <Panel title={words.deliveries(rule.name)} actions={actions}>
      <div class="panel-body">
        <SetBack isBusy={deed.isBusy} ask={(from) => void ask('resend', { from })} />
        {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
        {failure !== undefined && <FailureNote failure={failure} retry={() => void reload()} />}
      </div>
      {body?.deliveries.length === 0 && <EmptyNote why={words.noDeliveries} />}
      {body !== undefined && body.deliveries.length > 0 && (
        <Table
          name="deliveries"
          label={words.deliveries(rule.name)}
          rows={body.deliveries}
          columns={columns}
          rowKey={({ id }) => id}
        />
      )}
    </Panel>
  );
}

/** Sends all events again since a moment of the reader's own clock. */
function SetBack({ isBusy, ask }: { isBusy: boolean; ask: (from: string) => void }) {
  return (
    <form
      class="form inline"
      aria-label="Send again"
      onSubmit={(event) => {
        event.preventDefault();
        const from = String(new FormData(event.currentTarget).get('from'));
        ask(new Date(from).toISOString());
      }}
    >
      <label class="field">
        <span>Send all events again since</span>
        <input type="datetime-local" name="from" required title={words.setBack} />
      </label>
      <button type="submit" disabled={isBusy}>
        Send again
      </button>
    </form>
  );
}
