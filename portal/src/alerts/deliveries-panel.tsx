import { askPortal, useDeed, usePortal } from '../account/portal-ask.ts';
import { Panel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { Listed } from '../states/listed.tsx';
import type { Column } from '../table/column.ts';
import { acting, texts, timed } from '../table/usual-columns.tsx';
import { words } from '../words/alerts.ts';
import type { AlertRow, Delivery } from './rule.ts';

interface DeliveriesPanelProps {
  /** Path of the alert. */
  path: string;
  rule: AlertRow;
  close: () => void;
  changed: () => Promise<void>;
}

/** Sent and pending messages of an alert. */
export function DeliveriesPanel({ path, rule, close, changed }: DeliveriesPanelProps) {
  const { body, failure, reload } = usePortal<{ deliveries: Delivery[] }>(`${path}/deliveries?limit=200`);
  const deed = useDeed();
  const ask = (name: string, fields: object) =>
    deed.run(async () => {
      await askPortal('POST', `${path}/${name}`, fields);
      await Promise.all([reload(), changed()]);
    });
  const columns: Column<Delivery>[] = [
    timed('made', 'Created', ({ createdAt }) => createdAt),
    texts('state', 'Status', ({ state }) => (state === 'pending' ? 'waiting' : state)),
    { id: 'events', head: 'Events', value: ({ events }) => events },
    { id: 'attempts', head: 'Attempts', value: ({ attempts }) => attempts },
    { id: 'answer', head: 'Answer', align: 'left', value: ({ fault, status }) => fault ?? status ?? '' },
    timed('next', 'Next attempt', ({ nextAt }) => nextAt),
    {
      id: 'id',
      head: 'Message',
      align: 'left',
      cell: ({ id }) => <code>{id.slice(0, 12)}…</code>,
      isWide: true,
    },
    acting(({ id, state }) =>
      state === 'pending' ? (
        <button type="button" disabled={deed.isBusy} onClick={() => void ask('skip', { delivery: id })}>
          Skip
        </button>
      ) : (
        <button type="button" disabled={deed.isBusy} onClick={() => void ask('resend', { delivery: id })}>
          Resend
        </button>
      ),
    ),
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
      <Listed
        {...{ name: 'deliveries', rows: body?.deliveries, columns, empty: words.noDeliveries }}
        label={words.deliveries(rule.name)}
        rowKey={({ id }) => id}
      />
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
