import plans from 'virtual:plans';
import { Panel } from '../states/answer-panel.tsx';
import { words } from '../words/account.ts';

/** Number of endpoints that a plan opens, with those of the plans below it. */
export function endpointsOf(tier: string): number {
  const last = plans.findIndex((plan) => plan.tier === tier);
  return plans.slice(0, last + 1).reduce((sum, { endpoints }) => sum + endpoints.length, 0);
}

/** Which endpoints each plan opens beyond the one below it. */
export function PlanEndpoints() {
  return (
    <Panel title="Endpoints by plan">
      <div class="panel-body plan-endpoints">
        <p>{words.everyPlan}</p>
        {plans.map(({ tier, endpoints }, i) =>
          endpoints.length === 0 ? (
            <p key={tier}>
              <b>{tier}</b> {words.opensNoMore}
            </p>
          ) : (
            <details key={tier}>
              <summary>
                <b>{tier}</b> {words.opens(endpoints.length, i === 0)}
              </summary>
              <ul>
                {endpoints.map(({ id, summary }) => (
                  <li key={id}>
                    <a href={`/docs/reference/${id}`}>{summary}</a>
                  </li>
                ))}
              </ul>
            </details>
          ),
        )}
      </div>
    </Panel>
  );
}
