import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { renewSession, type Session, useSession } from '../api/session.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { words } from '../words/account.ts';
import './account.css';
import { KeysPanel } from './keys-panel.tsx';
import { MembersPanel } from './members-panel.tsx';
import { PlanPanel } from './plan-panel.tsx';
import { askPortal } from './portal-ask.ts';
import { SessionsPanel } from './sessions-panel.tsx';
import { UsagePanel } from './usage-panel.tsx';

type Account = Session['accounts'][number];

/** `/account`: keys, usage, plan, people and sessions. */
export default function AccountPage() {
  const { query, route } = useLocation();
  const session = useSession();
  const [isLeaving, setLeaving] = useState(false);
  if (session === undefined || isLeaving) return <Page title="Account">{null}</Page>;
  const account = session.accounts.find(({ id }) => id === query.account) ?? session.accounts[0];
  if (session.user === null || account === undefined) return <SignedOut />;
  const leave = async () => {
    // Removes the panels first: their polling would be refused.
    setLeaving(true);
    await askPortal('POST', 'auth/sign-out');
    await renewSession();
    route('/');
  };
  const leaveOrStay = () => leave().catch(() => setLeaving(false));
  const actions = (
    <>
      {session.accounts.length > 1 && (
        <Choice
          label="Account"
          options={session.accounts.map(({ id, name }) => [id, name] as const)}
          value={account.id}
          onChange={(id) => route(`/account?account=${id}`)}
        />
      )}
      <a href={`/account/alerts?account=${account.id}`}>Alerts</a>
      <button type="button" onClick={() => void leaveOrStay()}>
        Sign out
      </button>
    </>
  );
  return (
    <Page
      title={account.name}
      intro={`${session.user.email}, ${account.role}, ${account.tier}`}
      actions={actions}
    >
      <Panels key={account.id} account={account} />
    </Page>
  );
}

function Panels({ account }: { account: Account }) {
  return (
    <>
      <KeysPanel account={account.id} isOwner={account.role === 'owner'} />
      <UsagePanel account={account.id} />
      <PlanPanel account={account.id} isOwner={account.role === 'owner'} />
      <MembersPanel account={account.id} isOwner={account.role === 'owner'} />
      <SessionsPanel />
    </>
  );
}

function SignedOut() {
  return (
    <Page title="Account">
      <Panel title="Account" span={5}>
        <div class="panel-body">
          <p>{words.why}</p>
          <p>
            <a href="/login">{words.login}</a> · <a href="/signup">{words.signup}</a>
          </p>
        </div>
      </Panel>
    </Page>
  );
}
