import { Builder } from '../names/builder.tsx';
import '../trader/trader.css';
import { callOf, type Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { signedPercent } from '../format/numbers.ts';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { Page } from '../frame/page.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, wide } from '../table/usual-columns.tsx';
import { DataNotes } from './data-notes.tsx';

type Row = Schemas['BuilderLeaderboardRow'];

export const periods = [
  ['day', '24 h'],
  ['week', '7 days'],
  ['month', '30 days'],
] as const;

/** Change in percent; undefined if the earlier value is 0. */
function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : ((now - before) / before) * 100;
}

const changed = (id: string, of: (row: Row) => number | undefined): Column<Row> => ({
  id,
  head: 'Change',
  value: of,
  cell: (row) => <Toned value={of(row)}>{signedPercent(of(row), 0)}</Toned>,
});

const columns: readonly Column<Row>[] = [
  {
    id: 'builder',
    head: 'Builder',
    align: 'left',
    value: (row) => row.builderName ?? row.builder,
    cell: (row) => <Builder builder={row.builder} name={row.builderName} />,
  },
  dollars('revenue', 'Revenue', (row) => row.revenueUsd, 'BuilderLeaderboardRow.revenueUsd'),
  changed('revenueChange', (row) => changeOf(row.revenueUsd, row.prevRevenueUsd)),
  counted('users', 'Users', (row) => row.attributedUsers, 'BuilderLeaderboardRow.attributedUsers'),
  changed('usersChange', (row) => changeOf(row.attributedUsers, row.prevAttributedUsers)),
  dollars('volume', 'Volume', (row) => row.attributedVolumeUsd, 'BuilderLeaderboardRow.attributedVolumeUsd'),
  ...wide<Row>(
    counted('fills', 'Trades', (row) => row.attributedFills, 'BuilderLeaderboardRow.attributedFills'),
    {
      id: 'fee',
      head: 'Typical fee',
      of: 'BuilderLeaderboardRow.feeTenthsBp' as const,
      value: (row) => row.feeTenthsBp,
      cell: (row) => `${row.feeTenthsBp / 10} bp`,
    },
  ),
];

/** Who earns by bringing orders to the exchange. */
export default function BuildersPage() {
  const [period, setPeriod] = useAddressState('period', 'week');
  return (
    <Page title="Builders" intro="Who earns fees by bringing orders to the exchange.">
      <AnswerPanel
        title="Revenue"
        call={callOf('builders.leaderboard', { period: period as 'week', limit: 100 })}
        everyMs={30_000}
        shape={{ rows: 12 }}
        actions={<Choice label="Period" options={periods} value={period} onChange={setPeriod} />}
        empty={({ builders }) =>
          builders?.length
            ? undefined
            : 'No trades in this period name a builder. Live data has no builders; archives do.'
        }
      >
        {({ builders, dataNotes }) => (
          <>
            <Table
              name="builders"
              most={100}
              label="Builders"
              rows={builders!}
              columns={columns}
              rowKey={({ builder }) => builder}
            />
            <DataNotes text={dataNotes} />
          </>
        )}
      </AnswerPanel>
    </Page>
  );
}
