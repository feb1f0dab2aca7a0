import { useState } from 'preact/hooks';
import { CopyButton } from '../names/copy-button.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { acting, texts, timed, wide } from '../table/usual-columns.tsx';
import { words } from '../words/account.ts';
import { Field, Form } from './form.tsx';
import { askPortal, useDeed, usePortal } from './portal-ask.ts';

interface Key {
  id: string;
  name?: string;
  prefix: string;
  status: 'active' | 'revoked' | 'expired';
  createdAt: string;
  expiresAt?: string;
  lastUsedAt?: string;
  /** E-mail address, or `operator`; undefined for old keys. */
  madeBy?: string;
  /** Its maker has left: an owner decides whether it stays. */
  isLeftBehind?: boolean;
}

/** Grace periods of a replaced key that the server accepts, hours. */
const overlaps = [
  [0, 'stop working now'],
  [1, 'work for 1 more hour'],
  [24, 'work for 24 more hours'],
  [168, 'work for 7 more days'],
] as const;
const usualOverlapHours = 24;
const hourMs = 3_600_000;

const inDays = (days: number) => new Date(Date.now() + days * 24 * hourMs).toISOString();

/** The keys of an account: made, replaced with an overlap, ended. */
export function KeysPanel({ account, isOwner }: { account: string; isOwner: boolean }) {
  const path = `accounts/${account}/keys`;
  const { body, failure, reload } = usePortal<{ keys: Key[] }>(`${path}?limit=200`);
  const deed = useDeed();
  const [secret, setSecret] = useState<string>();
  const [rotated, setRotated] = useState<Key>();
  const change = (to: string, fields?: object) =>
    deed.run(async () => {
      const answer = await askPortal<{ key?: string }>('POST', to, fields);
      setSecret(answer.key);
      setRotated(undefined);
      await reload();
    });
  const columns: Column<Key>[] = [
    texts('name', 'Name', (key) => key.name ?? ''),
    { id: 'key', head: 'Key', align: 'left', cell: (key) => <code>{key.prefix}…</code> },
    texts('status', 'Status', (key) => key.status),
    ...wide(texts<Key>('maker', 'Created by', (key) => key.madeBy ?? '')),
    timed('used', 'Last used', (key) => key.lastUsedAt),
    ...wide(
      timed<Key>('made', 'Created', (key) => key.createdAt),
      timed<Key>('ends', 'Expires', (key) => key.expiresAt),
    ),
    acting(
      (key) =>
        key.status === 'active' && (
          <>
            <button type="button" onClick={() => setRotated(key)}>
              Rotate
            </button>{' '}
            <button type="button" onClick={() => void change(`${path}/${key.id}/revoke`)}>
              Revoke
            </button>
          </>
        ),
    ),
  ];
  return (
    <Panel title="Keys">
      <div class="panel-body">
        {body?.keys.length === 0 && (
          <FirstKey isBusy={deed.isBusy} make={(fields) => void change(path, fields)} />
        )}
        <NewKey isBusy={deed.isBusy} failure={deed.failure} make={(fields) => void change(path, fields)} />
        {secret !== undefined && <Secret secret={secret} />}
        {rotated !== undefined && (
          <Rotation
            key={rotated.id}
            of={rotated}
            isBusy={deed.isBusy}
            rotate={(hours) => void change(`${path}/${rotated.id}/rotate`, { overlapMs: hours * hourMs })}
            cancel={() => setRotated(undefined)}
          />
        )}
        {body?.keys
          .filter(({ isLeftBehind }) => isLeftBehind)
          .map((key) => (
            <p key={key.id} role="status">
              {words.leftBehind(key.name ?? key.prefix, key.madeBy ?? '')}{' '}
              {isOwner && (
                <>
                  <button type="button" onClick={() => void change(`${path}/${key.id}/keep`)}>
                    Keep
                  </button>{' '}
                  <button type="button" onClick={() => void change(`${path}/${key.id}/revoke`)}>
                    Revoke
                  </button>
                </>
              )}
            </p>
          ))}
        {failure !== undefined && <FailureNote failure={failure} retry={() => void reload()} />}
      </div>
      {body !== undefined && body.keys.length > 0 && (
        <Table name="keys" label="Keys" rows={body.keys} columns={columns} rowKey={({ id }) => id} isShort />
      )}
    </Panel>
  );
}

function FirstKey({ isBusy, make }: { isBusy: boolean; make: (fields: object) => void }) {
  return (
    <p>
      <button type="button" class="main" disabled={isBusy} onClick={() => make({ name: words.firstKeyName })}>
        {words.firstKey}
      </button>{' '}
      {words.firstKeyWhy}
    </p>
  );
}

/** A key that was just made, and a call with it that is ready to be pasted. */
function Secret({ secret }: { secret: string }) {
  const call = `curl -H "X-API-Key: ${secret}" "${location.origin}/api/public/v1/pulse/leaderboard?limit=5"`;
  return (
    <div class="secret" role="status">
      <p>{words.onceOnly}</p>
      <p>
        <code>{secret}</code> <CopyButton text={secret} label="Copy key" />
      </p>
      <p>{words.firstCall}</p>
      <pre>{call}</pre> <CopyButton text={call} label="Copy call" />
    </div>
  );
}

function Rotation({
  of,
  isBusy,
  rotate,
  cancel,
}: {
  of: Key;
  isBusy: boolean;
  rotate: (hours: number) => void;
  cancel: () => void;
}) {
  const name = of.name ?? of.prefix;
  return (
    <form
      class="form rotation"
      aria-label={`Rotate ${name}`}
      onSubmit={(event) => {
        event.preventDefault();
        rotate(Number(new FormData(event.currentTarget).get('overlap')));
      }}
    >
      <p>{words.rotation(name)}</p>
      <label class="field">
        <span>The old key should</span>
        <select name="overlap">
          {overlaps.map(([hours, text]) => (
            <option key={hours} value={hours} selected={hours === usualOverlapHours}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <div>
        <button type="submit" class="main" disabled={isBusy}>
          Create new key
        </button>{' '}
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
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
        action="Create key"
        {...{ isBusy, failure }}
        onSubmit={({ name, days }) => make({ name, ...(days && { expiresAt: inDays(Number(days)) }) })}
      >
        <Field name="name" label="Name" maxLength={64} />
        <Field name="days" label="Expires after days (never if empty)" type="number" optional />
      </Form>
    </div>
  );
}
