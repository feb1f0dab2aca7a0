import { useState } from 'preact/hooks';
import { CallFailure } from '../api/failure.ts';
import { Time } from '../format/time.tsx';
import { CopyButton } from '../names/copy-button.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { acting, texts, timed, wide } from '../table/usual-columns.tsx';
import { words } from '../words/account.ts';
import { askPortal, useDeed, usePortal } from './portal-ask.ts';

interface Member {
  id: string;
  name: string;
  email: string;
  role: 'owner' | 'member';
  joinedAt: string;
  self: boolean;
}

interface Invitation {
  id: string;
  role: string;
  note?: string;
  expiresAt: string;
}

/** Members and pending invitations of an account. */
export function MembersPanel({ account, isOwner }: { account: string; isOwner: boolean }) {
  const path = `accounts/${account}`;
  const { body, failure, reload } = usePortal<{ members: Member[]; invitations: Invitation[] }>(
    `${path}/members`,
  );
  const deed = useDeed();
  const [link, setLink] = useState<string>();
  const [asked, setAsked] = useState<Member>();
  const change = (method: string, to: string, fields?: object) =>
    deed.run(async () => {
      setLink((await askPortal<{ link?: string } | undefined>(method, `${path}/${to}`, fields))?.link);
      await reload();
    });
  /** Ends a membership. If the person created keys, the owner first chooses whether to keep or revoke them. */
  const part = (row: Member, keys?: 'kept' | 'revoked') =>
    deed.run(async () => {
      setAsked(undefined);
      try {
        await askPortal('DELETE', `${path}/members/${row.id}`, keys && { keys });
      } catch (error) {
        if (!(error instanceof CallFailure && error.code === 'KEYS_UNDECIDED')) throw error;
        return setAsked(row);
      }
      await reload();
    });
  const columns: Column<Member>[] = [
    texts('email', 'E-mail', (row) => row.email),
    ...wide(texts<Member>('name', 'Name', (row) => row.name)),
    texts('role', 'Role', (row) => row.role),
    timed('since', 'Since', (row) => row.joinedAt),
    acting(
      (row) =>
        (isOwner || row.self) && (
          <button type="button" onClick={() => void part(row)}>
            {row.self ? 'Leave' : 'Remove'}
          </button>
        ),
    ),
  ];
  return (
    <Panel title="People" span={8}>
      {body !== undefined && (
        <Table
          name="people"
          label="People"
          rows={body.members}
          columns={columns}
          rowKey={({ id }) => id}
          isShort
        />
      )}
      <div class="panel-body">
        {failure !== undefined && <FailureNote failure={failure} />}
        {deed.failure !== undefined && <FailureNote failure={deed.failure} />}
        {asked !== undefined && (
          <p role="status">
            {words.keysOf(asked.email)}{' '}
            <button type="button" onClick={() => void part(asked, 'kept')}>
              Keep them
            </button>{' '}
            <button type="button" onClick={() => void part(asked, 'revoked')}>
              Revoke them
            </button>{' '}
            <button type="button" onClick={() => setAsked(undefined)}>
              Cancel
            </button>
          </p>
        )}
        {body?.invitations.map(({ id, role, expiresAt }) => (
          <p key={id}>
            Open invitation, {role}, until <Time at={expiresAt} form="short" />{' '}
            <button type="button" onClick={() => void change('DELETE', `invitations/${id}`)}>
              Withdraw
            </button>
          </p>
        ))}
        {isOwner &&
          (['member', 'owner'] as const).map((role) => (
            <button key={role} type="button" onClick={() => void change('POST', 'invitations', { role })}>
              Invite {role === 'owner' ? 'an owner' : 'a member'}
            </button>
          ))}
        {link !== undefined && (
          <p class="secret" role="status">
            Send this link to the person you invite. It works once, within a week: <code>{link}</code>{' '}
            <CopyButton text={link} label="Copy link" />
          </p>
        )}
      </div>
    </Panel>
  );
}
