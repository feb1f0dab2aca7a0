import { useSession } from '../api/session.ts';
import { Page } from '../frame/page.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { words } from '../words/account.ts';
import './account.css';
import { PlanEndpoints } from './plan-endpoints.tsx';
import { PlanPanel, PlansOffered } from './plan-panel.tsx';

/** `/upgrade`: where refusals by a tier's limits point. */
export default function UpgradePage() {
  const session = useSession();
  const account = session?.accounts[0];
  return (
    <Page title="Plans" intro={words.plansIntro}>
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
      {session !== undefined && account === undefined && <PlansOffered />}
      <PlanEndpoints />
    </Page>
  );
}
