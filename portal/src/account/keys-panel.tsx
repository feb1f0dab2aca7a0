import { useState } from 'preact/hooks';
import { CopyButton } from '../format/address.tsx';
import { Time } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/account.ts';
import { Field, Form } from './form.tsx';
import { askPortal, useDeed, usePortal } from './portal-ask.ts';

interface Key {
  id: string;
  name: string | null;
  prefix: string;
  status: 'active' | 'revoked' | 'expired';
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  /** E-mail address, or `operator`; null for old keys. */
  madeBy: string | null;
  /** Its maker has left: an owner decides whether it stays. */
  isLeftBehind: boolean;
}

const rotationHours = 24;

/** The keys of an account: made, replaced with a day of overlap, ended. */
export function KeysPanel({ account, isOwner }: { account: string; isOwner: boolean }) {
  const path = `accounts/${account}/keys`;
  const { body, failure, reload } = usePortal<{ keys: Key[]; limit: number | null }>(path);
  const deed = useDeed();
  const [secret, setSecret] = useState<string>();
  const change = (method: string, to: string, fields?: object) =>
    deed.run(async () => {
      const answer = await askPortal<{ secret?: string } | undefined>(method, to, fields);
      setSecret(answer?.secret);
      await reload();
    });
  const columns: Column<Key>[] = [
    { id: 'name', head: 'Name', align: 'left', value: (key) => key.name ?? '' },
    { id: 'key', head: 'Key', align: 'left', cell: (key) => <code>{key.prefix}…</code> },
    { id: 'status', head: 'Status', align: 'left', value: (key) => key.status },
    { id: 'maker', head: 'Made by', align: 'left', value: (key) => key.madeBy ?? '', isWide: true },
    {
      id: 'used',
      head: 'Last use',
      value: (key) => key.lastUsedAt,
      cell: (key) => <Time at={key.lastUsedAt} form="short" />,
    },
    {
      id: 'made',
      head: 'Made',
      value: (key) => key.createdAt,
      cell: (key) => <Time at={key.createdAt} form="short" />,
      isWide: true,
    },
    {
      id: 'ends',
      head: 'Ends',
      value: (key) => key.expiresAt,
      cell: (key) => <Time at={key.expiresAt} form="short" />,
      isWide: true,
    },
    {
      id: 'change',
      head: '',
      cell: (key) =>
        key.status === 'active' && (
          <>
            <button
              type="button"
              onClick={() => void change('POST', `${path}/${key.id}/rotate`, { overlapHours: rotationHours })}
            >
              Rotate
            </button>{' '}
            <button type="button" onClick={() => void change('DELETE', `${path}/${key.id}`)}>
              Revoke
            </button>
          </>
        ),
    },
  ];
  return (
    <Panel title="Keys">
      <div class="panel-body">
        <NewKey
          isBusy={deed.isBusy}
          failure={deed.failure}
          make={(fields) => void change('POST', path, fields)}
        />
        {secret !== undefined && (
          <div class="secret" role="status">
            <p>{words.onceOnly}</p>
            <code>{secret}</code> <CopyButton text={secret} label="Copy key" />
          </div>
        )}
        {body?.keys
          .filter(({ isLeftBehind }) => isLeftBehind)
          .map((key) => (
            <p key={key.id} role="status">
              {words.leftBehind(key.name ?? key.prefix, key.madeBy ?? '')}{' '}
              {isOwner && (
                <>
                  <button type="button" onClick={() => void change('POST', `${path}/${key.id}/keep`)}>
                    Keep
                  </button>{' '}
                  <button type="button" onClick={() => void change('DELETE', `${path}/${key.id}`)}>
                    Revoke
                  </button>
                </>
              )}
            </p>
          ))}
        {failure !== undefined && <FailureNote failure={failure} retry={() => void reload()} />}
      </div>
      {body?.keys.length === 0 && <EmptyNote why={words.noKeys} />}
      {body !== undefined && body.keys.length > 0 && (
        <Table name="keys" label="Keys" rows={body.keys} columns={columns} rowKey={({ id }) => id} isShort />
      )}
    </Panel>
  );
}

function NewKey({
  isBusy,
  failure,
  make,
}: Pick<ReturnType<typeof useDeed>, 'isBusy' | 'failure'> & { make: (fields: object) => void }) {
  return (
    <div class="form inline">
      <Form
        label="New key"
        action="Make a key"
        {...{ isBusy, failure }}
        onSubmit={({ name, days }) => make({ name, ...(days && { expiresInDays: Number(days) }) })}
      >
        <Field name="name" label="Name" maxLength={64} />
        <Field name="days" label="Ends after days (never if empty)" type="number" optional />
      </Form>
    </div>
  );
}
