import { useState } from 'preact/hooks';
import { Field, Form } from '../account/form.tsx';
import { useDeed } from '../account/portal-ask.ts';
import type { Column } from '../table/column.ts';
import { acting, texts, timed, wide } from '../table/usual-columns.tsx';
import { words } from '../words/operator.ts';
import { type AskAdmin, useAdmin } from './admin.ts';
import type { KeySummary } from './admin-answers.ts';
import { AdminFailure, AdminList } from './admin-list.tsx';
import { Once } from './once.tsx';

const limit = 10_000;

function columnsWith(revoke: (key: KeySummary) => void, isBusy: boolean): readonly Column<KeySummary>[] {
  return [
    texts('account', 'Account', ({ account }) => account),
    texts('name', 'Name', ({ name }) => name),
    {
      ...texts<KeySummary>('key', 'Key', ({ prefix }) => prefix),
      cell: ({ prefix }) => <code>{prefix}…</code>,
    },
    texts('tier', 'Tier', ({ tier }) => tier),
    texts('status', 'Status', ({ status }) => status),
    timed('used', 'Last used', ({ lastUsedAt }) => lastUsedAt),
    ...wide(
      timed<KeySummary>('made', 'Created', ({ createdAt }) => createdAt),
      timed<KeySummary>('ends', 'Expires', ({ expiresAt }) => expiresAt),
    ),
    acting(
      (key) =>
        key.status === 'active' && (
          <button
            type="button"
            disabled={isBusy}
            aria-label={`Revoke ${key.prefix}`}
            onClick={() => revoke(key)}
          >
            Revoke
          </button>
        ),
    ),
  ];
}

/** Every key: made, ended. */
export function KeysPanel({ ask }: { ask: AskAdmin }) {
  const { body, failure, reload } = useAdmin<{ keys: KeySummary[] }>(ask, `keys?limit=${limit}`);
  const making = useDeed();
  const ending = useDeed();
  const [secret, setSecret] = useState<string>();
  const make = ({ account, name }: Record<string, string>) =>
    making.run(async () => {
      const { key } = await ask<{ key: string }>('POST', 'keys', { account, ...(name && { name }) });
      setSecret(key);
      await reload();
    });
  const revoke = ({ id }: KeySummary) =>
    ending.run(async () => {
      await ask('POST', `keys/${encodeURIComponent(id)}/revoke`);
      await reload();
    });
  return (
    <AdminList
      {...{ name: 'keys', title: words.tabs.keys, rows: body?.keys, failure, reload }}
      columns={columnsWith((key) => void revoke(key), ending.isBusy)}
      rowKey={({ id }) => id}
      empty={words.noKeys}
    >
      <div class="form inline">
        <Form
          label="New key"
          action="Create key"
          isBusy={making.isBusy}
          failure={undefined}
          onSubmit={(fields) => void make(fields)}
        >
          <Field name="account" label="Account" maxLength={64} />
          <Field name="name" label="Name of the key" maxLength={64} optional />
        </Form>
      </div>
      {[making.failure, ending.failure].map(
        (fault) => fault !== undefined && <AdminFailure key={fault.message} failure={fault} />,
      )}
      {secret !== undefined && <Once text={secret} label="Copy key" />}
    </AdminList>
  );
}
