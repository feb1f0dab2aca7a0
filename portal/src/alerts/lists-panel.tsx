import { useRef, useState } from 'preact/hooks';
import { Field } from '../account/form.tsx';
import { askPortal, useDeed } from '../account/portal-ask.ts';
import type { CallFailure } from '../api/failure.ts';
import { useFollowed } from '../followed/followed.ts';
import { Time } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { Listed } from '../states/listed.tsx';
import type { Column } from '../table/column.ts';
import { listWords as words } from '../words/alerts.ts';
import { entriesOf, walletsLimit } from './rule.ts';

interface ListRow {
  name: string;
  /** Number of wallets. */
  wallets: number;
  changedAt: string;
}

/** Lists of wallets of an account. */
export interface WalletLists {
  lists: ListRow[];
}

interface ListsPanelProps {
  path: string;
  body: WalletLists | undefined;
  failure: CallFailure | undefined;
  reload: () => Promise<void>;
}

/** Lists of wallets that alerts and streams can be of, with the form for another. */
export function ListsPanel({ path, body, failure, reload }: ListsPanelProps) {
  const deed = useDeed();
  const [start, setStart] = useState<{ name: string; wallets: readonly string[] }>();
  const pathOf = (name: string) => `${path}/${encodeURIComponent(name)}`;
  const open = (name: string) =>
    deed.run(async () => {
      const { wallets } = await askPortal<{ wallets: string[] }>('GET', pathOf(name));
      setStart({ name, wallets });
    });
  const remove = (name: string) =>
    deed.run(async () => {
      await askPortal('DELETE', pathOf(name));
      setStart(undefined);
      await reload();
    });
  const columns: Column<ListRow>[] = [
    { id: 'name', head: 'Name', align: 'left', value: ({ name }) => name },
    { id: 'wallets', head: 'Wallets', value: ({ wallets }) => wallets },
    {
      id: 'changed',
      head: 'Changed',
      value: ({ changedAt }) => changedAt,
      cell: ({ changedAt }) => <Time at={changedAt} form="short" />,
    },
    {
      id: 'actions',
      head: 'Actions',
      cell: ({ name }) => (
        <div class="row-actions">
          <button type="button" disabled={deed.isBusy} onClick={() => void open(name)}>
            Change
          </button>
          <button type="button" disabled={deed.isBusy} onClick={() => void remove(name)}>
            Delete
          </button>
        </div>
      ),
    },
  ];
  if (failure !== undefined)
    return (
      <Panel title={words.title}>
        <FailureNote failure={failure} />
      </Panel>
    );
  if (body === undefined) return null;
  return (
    <Panel title={words.title}>
      <div class="panel-body">{deed.failure !== undefined && <FailureNote failure={deed.failure} />}</div>
      <Listed
        {...{ name: 'wallet-lists', label: words.title, rows: body.lists, columns, isShort: true }}
        empty={words.none}
        rowKey={({ name }) => name}
      />
      <ListForm key={start?.name ?? 'new'} {...{ path, start, reload }} />
    </Panel>
  );
}

interface ListFormProps extends Pick<ListsPanelProps, 'path' | 'reload'> {
  /** The list that is changed; undefined for a new one. */
  start: { name: string; wallets: readonly string[] } | undefined;
}

function ListForm({ path, start, reload }: ListFormProps) {
  const deed = useDeed();
  const form = useRef<HTMLFormElement>(null);
  const { wallets: followed } = useFollowed();
  const [said, setSaid] = useState<string>();
  const keep = () =>
    deed.run(async () => {
      const fields = new FormData(form.current!);
      const name = String(fields.get('name')).trim();
      const wallets = entriesOf(String(fields.get('wallets')));
      const kept = await askPortal<ListRow>('PUT', `${path}/${encodeURIComponent(name)}`, { wallets });
      setSaid(words.kept(kept.name, kept.wallets));
      await reload();
    });
  const title = start === undefined ? words.another : words.change(start.name);
  return (
    <form
      class="form panel-body"
      ref={form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <Field name="name" label="Name of the list" value={start?.name ?? ''} maxLength={64} />
      <label class="field">
        <span>Wallets, one a line, up to {walletsLimit.toLocaleString('en-US')}</span>
        <textarea name="wallets" rows={4} required defaultValue={(start?.wallets ?? followed).join('\n')} />
      </label>
      <div>
        <button type="submit" disabled={deed.isBusy}>
          Keep the list
        </button>
      </div>
      {said !== undefined && <p role="status">{said}</p>}
      {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
    </form>
  );
}
