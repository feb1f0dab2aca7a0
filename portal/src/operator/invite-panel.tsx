import { useState } from 'preact/hooks';
import { Field, Form } from '../account/form.tsx';
import { useDeed } from '../account/portal-ask.ts';
import { Panel } from '../states/answer-panel.tsx';
import { words } from '../words/operator.ts';
import type { AskAdmin } from './admin.ts';
import { roles } from './admin-answers.ts';
import { AdminFailure } from './admin-list.tsx';
import { Once } from './once.tsx';

const weekMs = 7 * 24 * 3_600_000;

/** Creates a link that joins an account, or opens a new one. */
export function InvitePanel({ ask }: { ask: AskAdmin }) {
  const { isBusy, failure, run } = useDeed();
  const [path, setPath] = useState<string>();
  const invite = ({ account, role }: Record<string, string>) =>
    run(async () => {
      const expires = new Date(Date.now() + weekMs).toISOString();
      const fields = { role, expires, ...(account && { account }) };
      setPath((await ask<{ path: string }>('POST', 'invitations', fields)).path);
    });
  return (
    <Panel title="Invite">
      <div class="panel-body">
        <p class="dim">{words.invite}</p>
        <div class="form inline">
          <Form
            label="Invite"
            action="Create link"
            isBusy={isBusy}
            failure={undefined}
            onSubmit={(fields) => void invite(fields)}
          >
            <Field name="account" label="Account (their own if empty)" maxLength={64} optional />
            <label class="field">
              <span>Role</span>
              <select name="role">
                {roles.map((role) => (
                  <option key={role}>{role}</option>
                ))}
              </select>
            </label>
          </Form>
        </div>
        {failure !== undefined && <AdminFailure failure={failure} />}
        {path !== undefined && (
          <>
            <p class="dim">{words.inviteEnds}</p>
            <Once text={path} label="Copy link" />
          </>
        )}
      </div>
    </Panel>
  );
}
