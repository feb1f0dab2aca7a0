import { callOf, type Schemas } from '../api/calls.ts';
import { BalanceBar } from '../chart/balance-bar.tsx';
import { count, usd } from '../format/numbers.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/coin.ts';

type Row = Schemas['GetPositionSizeBreakdownRow'];

const columns: readonly Column<Row>[] = [
  {
    id: 'size',
    head: 'USD',
    align: 'left',
    of: 'GetPositionSizeBreakdownRow.sizeBucket',
    cell: (row) => row.sizeBucket,
  },
  {
    id: 'balance',
    head: 'Longs – shorts, USD',
    cell: ({ longNotional, shortNotional }) =>
      longNotional + shortNotional === 0 ? (
        ''
      ) : (
        <BalanceBar
          long={longNotional}
          short={shortNotional}
          label={`${usd(longNotional)} long, ${usd(shortNotional)} short`}
        />
      ),
  },
  {
    id: 'positions',
    head: 'Positions',
    of: 'GetPositionSizeBreakdownRow.positionCount',
    cell: ({ positionCount }) => count(positionCount),
  },
  {
    id: 'notional',
    head: 'Notional',
    of: 'GetPositionSizeBreakdownRow.totalNotional',
    cell: ({ totalNotional }) => usd(totalNotional),
  },
];

/** Positions by their size. */
export function SizePanel({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.sizes}
      call={callOf('live.risk-coin', { coin })}
      everyMs={5_000}
      span={4}
      shape={{ rows: 6 }}
      empty={({ market }) => (market.totalPositions === 0 ? words.noPositions : undefined)}
    >
      {({ sizeBreakdown }) => (
        <Table
          name="sizes"
          label={words.sizes}
          rows={sizeBreakdown ?? []}
          columns={columns}
          rowKey={({ sizeBucket }) => sizeBucket}
          isShort
        />
      )}
    </AnswerPanel>
  );
}
