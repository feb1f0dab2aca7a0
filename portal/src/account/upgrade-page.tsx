import { useSession } from '../api/session.ts';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { PlanLimits } from '../status/plan-limits.tsx';
import { words } from '../words/account.ts';
import './account.css';
import { PlanPanel } from './plan-panel.tsx';

/** `/upgrade`: where refusals by a tier's limits point. */
export default function UpgradePage() {
  const session = useSession();
  const account = session?.accounts[0];
  return (
    <Page
      title="Plans"
      intro="What each plan allows. A change counts from the next request on, for all keys of the account."
    >
      {account !== undefined && <PlanPanel account={account.id} isOwner={account.role === 'owner'} />}
      {session !== undefined && account === undefined && (
        <Panel title="Your plan" span={4}>
          <div class="panel-body">
            <p>
              <a href="/login">{words.login}</a> or <a href="/signup">{words.signup}</a> to see and change
              your plan.
            </p>
          </div>
        </Panel>
      )}
      {session !== undefined && account === undefined && <PlanLimits />}
    </Page>
  );
}
