import { callOf, type Schemas } from '../api/calls.ts';
import { share } from '../format/numbers.ts';
import { Builder } from '../names/builder.tsx';
import { Cohort } from '../names/cohort.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, gain, wallet } from '../table/usual-columns.tsx';

type Trader = Schemas['BuilderTraderRow'];
type Overlap = Schemas['BuilderOverlapRow'];
type Group = Schemas['BuilderCohortRow'];
type Period = 'day' | 'week' | 'month';

const traderColumns: readonly Column<Trader>[] = [
  wallet('wallet', 'Trader', (row) => row.wallet),
  dollars('fees', 'Fees paid', (row) => row.builderFeesUsd, 'BuilderTraderRow.builderFeesUsd'),
  dollars('volume', 'Volume', (row) => row.volumeUsd, 'BuilderTraderRow.volumeUsd'),
  gain('pnl', 'PnL', (row) => row.pnl, 'BuilderTraderRow.pnl'),
  counted('fills', 'Trades', (row) => row.fills, 'BuilderTraderRow.fills'),
  dollars('equity', 'Equity', (row) => row.equity, 'BuilderTraderRow.equity'),
  {
    id: 'tier',
    head: 'PnL cohort',
    align: 'left',
    isWide: true,
    value: (row) => row.pnlTier,
    cell: (row) => <Cohort tier={row.pnlTier} />,
  },
];

const overlapColumns: readonly Column<Overlap>[] = [
  {
    id: 'builder',
    head: 'Builder',
    align: 'left',
    value: (row) => row.builderName ?? row.builder,
    cell: (row) => <Builder builder={row.builder} name={row.builderName} />,
  },
  counted('shared', 'Shared users', (row) => row.sharedUsers, 'BuilderOverlapRow.sharedUsers'),
  {
    id: 'share',
    head: 'Share',
    value: (row) => row.share,
    cell: (row) => share(row.share),
    of: 'BuilderOverlapRow.share',
  },
  dollars('fees', 'Fees paid there', (row) => row.feesUsd, 'BuilderOverlapRow.feesUsd'),
];

const cohortColumns: readonly Column<Group>[] = [
  {
    id: 'tier',
    head: 'Cohort',
    align: 'left',
    value: (row) => row.tier,
    cell: (row) => <Cohort tier={row.tier} />,
  },
  counted('users', 'Users', (row) => row.users, 'BuilderCohortRow.users'),
  {
    id: 'share',
    head: 'Share',
    value: (row) => row.share,
    cell: (row) => share(row.share),
    of: 'BuilderCohortRow.share',
  },
  dollars('fees', 'Fees', (row) => row.builderFeesUsd, 'BuilderCohortRow.builderFeesUsd'),
  gain('pnl', 'PnL', (row) => row.pnl, 'BuilderCohortRow.pnl'),
];

/** Users of a builder, their cohorts, and the other builders they use. */
export function BuilderUsers({ builder, period }: { builder: string; period: Period }) {
  return (
    <>
      <AnswerPanel
        title="Users"
        call={callOf('builders.traders', { builder, period, limit: 500 })}
        everyMs={60_000}
        shape={{ rows: 10 }}
        span={7}
        empty={({ traders }) => (traders?.length ? undefined : 'No traders in this period.')}
      >
        {({ traders }) => (
          <Table
            name="users"
            window={period}
            most={500}
            label="Users"
            rows={traders!}
            columns={traderColumns}
            rowKey={(row) => row.wallet}
            pageRows={15}
          />
        )}
      </AnswerPanel>
      <AnswerPanel
        title="Cohorts of users"
        call={callOf('builders.cohorts', { builder, period })}
        everyMs={60_000}
        shape={{ rows: 8 }}
        span={5}
        empty={({ pnlTiers }) => (pnlTiers?.length ? undefined : 'No traders in this period.')}
      >
        {({ pnlTiers }) => (
          <Table
            name="cohorts"
            window={period}
            label="Cohorts of users"
            rows={pnlTiers!}
            columns={cohortColumns}
            rowKey={(row) => row.tier}
            isShort
          />
        )}
      </AnswerPanel>
      <AnswerPanel
        title="Other builders of the same users"
        call={callOf('builders.overlap', { builder, period })}
        everyMs={60_000}
        shape={{ rows: 4 }}
        empty={({ overlaps }) =>
          overlaps?.length ? undefined : 'The users of this builder paid no other builder in this period.'
        }
      >
        {({ overlaps }) => (
          <Table
            name="overlap"
            window={period}
            label="Shared users"
            rows={overlaps!}
            columns={overlapColumns}
            rowKey={(row) => row.builder}
            isShort
          />
        )}
      </AnswerPanel>
    </>
  );
}
