import { callOf } from '../api/calls.ts';
import { Time } from '../format/time.tsx';
import {
  type Liquidation,
  liquidationColumns,
  liquidationKey,
} from '../liquidations/liquidation-columns.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/home.ts';

const rows = 10;
const shown = ['coin', 'side', 'notional', 'wallet', 'pnl'];
const columns: readonly Column<Liquidation>[] = [
  {
    id: 'time',
    head: 'Time',
    align: 'left',
    cell: ({ timestampMs }) => <Time at={timestampMs} form="time" />,
  },
  ...liquidationColumns.filter(({ id }) => shown.includes(id)).map(({ value: _, ...column }) => column),
];

/** Liquidations as they come. */
export function LatestLiquidations() {
  return (
    <AnswerPanel
      title={words.liquidations}
      call={callOf('live.liquidations-recent', { since: '1h', limit: rows })}
      everyMs={3_000}
      push={{ type: 'liquidations' }}
      shape={{ rows }}
      empty={({ events }) => (events?.length ? undefined : words.noLiquidations)}
      actions={<a href="/liquidations">All liquidations</a>}
    >
      {({ events }) => (
        <Table
          name="liquidations"
          label={words.liquidations}
          rows={events ?? []}
          columns={columns}
          rowKey={liquidationKey}
          isShort
        />
      )}
    </AnswerPanel>
  );
}
