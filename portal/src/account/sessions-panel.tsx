import { renewSession } from '../api/session.ts';
import { Time } from '../format/time.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { Field, Form, NewPasswordField } from './form.tsx';
import { addPasskey, isNamed, knowsPasskeys } from './passkeys.ts';
import { askPortal, useDeed, usePortal } from './portal-ask.ts';

interface Signed {
  id: string;
  since: string;
  ip: string;
  userAgent: string;
  self: boolean;
}

/** A program that the person let in. */
interface Program {
  id: string;
  clientName: string;
  account: string;
  since: string;
}

/** The browsers that a person is signed in with, the programs they let in, their passkeys and password. */
export function SessionsPanel() {
  const { body, reload } = usePortal<{ sessions: Signed[] }>('sessions');
  const { body: passkeys, reload: reloadPasskeys } = usePortal<{ id: string; name: string | null }[]>(
    'auth/passkey/list-user-passkeys',
  );
  const { body: programs, reload: reloadPrograms } = usePortal<{ grants: Program[] }>('grants');
  const { isBusy, failure, run } = useDeed();
  const end = (id: string) =>
    run(async () => {
      await askPortal('DELETE', `sessions/${id}`);
      await Promise.all([reload(), renewSession()]);
    });
  const shutOut = (id: string) =>
    run(async () => {
      await askPortal('DELETE', `grants/${id}`);
      await reloadPrograms();
    });
  const add = () =>
    run(async () => {
      await addPasskey(navigator.platform || 'passkey');
      await reloadPasskeys();
    });
  const remove = (id: string) =>
    run(async () => {
      await askPortal('POST', 'auth/passkey/delete-passkey', { id });
      await reloadPasskeys();
    });
  const change = ({ old, password }: Record<string, string>) =>
    run(async () => {
      const fields = { currentPassword: old, newPassword: password, revokeOtherSessions: true };
      await askPortal('POST', 'auth/change-password', fields);
      await reload();
    });
  return (
    <Panel title="Signing in" span={4}>
      <div class="panel-body form-panel">
        {body?.sessions.map(({ id, since, ip, userAgent, self }) => (
          <p key={id}>
            {self ? 'This browser' : userAgent.slice(0, 60)} {ip} since <Time at={since} form="short" />{' '}
            <button type="button" disabled={isBusy} onClick={() => void end(id)}>
              End
            </button>
          </p>
        ))}
        {programs?.grants.map(({ id, clientName, account, since }) => (
          <p key={id}>
            {clientName} reads for {account} since <Time at={since} form="short" />{' '}
            <button type="button" disabled={isBusy} onClick={() => void shutOut(id)}>
              End
            </button>
          </p>
        ))}
        {passkeys?.map(({ id, name }) => (
          <p key={id}>
            Passkey {name ?? id}{' '}
            <button
              type="button"
              disabled={isBusy}
              aria-label={`Remove passkey ${name ?? id}`}
              onClick={() => void remove(id)}
            >
              Remove
            </button>
          </p>
        ))}
        {knowsPasskeys() && isNamed && (
          <button type="button" disabled={isBusy} onClick={() => void add()}>
            Add a passkey
          </button>
        )}
        <Form
          label="Change password"
          action="Change password"
          {...{ isBusy, failure }}
          onSubmit={(fields) => void change(fields)}
        >
          <Field name="old" label="Password now" type="password" autoComplete="current-password" />
          <NewPasswordField label="New password" />
        </Form>
        {failure !== undefined && failure.status === 0 && <FailureNote failure={failure} />}
      </div>
    </Panel>
  );
}
