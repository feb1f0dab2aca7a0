import { callOf, type Schemas } from '../api/calls.ts';
import { count } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/status.ts';

type Plan = Schemas['PlanTier'];

/** Text of a limit; 0 means unlimited. */
const limit = (value: number) => (value === 0 ? words.unlimited : count(value));

const columns: readonly Column<Plan>[] = [
  { id: 'tier', head: 'Plan', align: 'left', of: 'PlanTier.tier', cell: ({ tier }) => tier },
  {
    id: 'minute',
    head: 'Per minute',
    of: 'PlanTier.requestsPerMin',
    cell: (plan) => limit(plan.requestsPerMin),
  },
  { id: 'day', head: 'Per day', of: 'PlanTier.requestsPerDay', cell: (plan) => limit(plan.requestsPerDay) },
  {
    id: 'month',
    head: 'Per month',
    of: 'PlanTier.requestsPerMonth',
    cell: (plan) => limit(plan.requestsPerMonth),
  },
];

/** Request limits of each plan. */
export function PlanLimits() {
  return (
    <AnswerPanel title={words.limits} call={callOf('account.plan')} span={8} shape={{ rows: 4 }}>
      {({ tiers }) => (
        <Table
          name="plans"
          label={words.limits}
          rows={tiers ?? []}
          columns={columns}
          rowKey={({ tier }) => tier}
          isShort
        />
      )}
    </AnswerPanel>
  );
}
