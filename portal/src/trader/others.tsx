import { callOf, type Schemas } from '../api/calls.ts';
import { Builder } from '../names/builder.tsx';
import { Outcome } from '../names/outcome.tsx';
import { outcomeName, sideName } from '../names/outcome-name.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, gain, sized, timed } from '../table/usual-columns.tsx';

type Held = Schemas['TraderOutcomeItem'];
type Paid = Schemas['TraderBuilderRow'];

const outcomeColumns: readonly Column<Held>[] = [
  {
    id: 'outcome',
    head: 'Outcome',
    align: 'left',
    value: outcomeName,
    cell: (row) => <Outcome outcome={row} />,
  },
  { id: 'side', head: 'Side', value: (row) => sideName(row.sideIndex), align: 'left' },
  sized('net', 'Net shares', (row) => row.netShares, 'TraderOutcomeItem.netShares'),
  gain('pnl', 'PnL', (row) => row.realizedPnlUsdh, 'TraderOutcomeItem.realizedPnlUsdh'),
  dollars('bought', 'Bought', (row) => row.grossBoughtUsdh, 'TraderOutcomeItem.grossBoughtUsdh'),
  dollars('sold', 'Sold', (row) => row.grossSoldUsdh, 'TraderOutcomeItem.grossSoldUsdh'),
  timed('last', 'Last trade', (row) => row.lastTraded, 'TraderOutcomeItem.lastTraded'),
];

const builderColumns: readonly Column<Paid>[] = [
  {
    id: 'builder',
    head: 'Builder',
    align: 'left',
    value: (row) => row.builder,
    cell: (row) => <Builder builder={row.builder} name={row.builderName} />,
  },
  dollars('fees', 'Fees', (row) => row.builderFeesUsd, 'TraderBuilderRow.builderFeesUsd'),
  dollars('volume', 'Volume', (row) => row.volumeUsd, 'TraderBuilderRow.volumeUsd'),
  counted('fills', 'Trades', (row) => row.fills, 'TraderBuilderRow.fills'),
  timed('last', 'Last trade', (row) => row.lastSeen, 'TraderBuilderRow.lastSeen'),
];

/** Outcomes that a wallet traded, and builders that it paid. */
export function Others({ address }: { address: string }) {
  return (
    <>
      <AnswerPanel
        title="Outcomes"
        call={callOf('hip4.trader-outcomes', { address })}
        everyMs={60_000}
        shape={{ rows: 4 }}
        span={7}
        empty={({ outcomes }) => (outcomes?.length ? undefined : 'No outcomes traded in the last 30 days.')}
      >
        {({ outcomes }) => (
          <Table
            name="outcomes"
            label="Outcomes"
            rows={outcomes!}
            columns={outcomeColumns}
            rowKey={(row) => row.sideToken}
            pageRows={10}
          />
        )}
      </AnswerPanel>
      <AnswerPanel
        title="Builders"
        call={callOf('builders.trader-builders', { address })}
        everyMs={60_000}
        shape={{ rows: 4 }}
        span={5}
        empty={({ builders }) =>
          builders?.length
            ? undefined
            : 'No trades in the last 30 days name a builder. Live data has no builders; archives do.'
        }
      >
        {({ builders }) => (
          <Table
            name="builders"
            label="Builders"
            rows={builders!}
            columns={builderColumns}
            rowKey={(row) => row.builder}
            pageRows={10}
          />
        )}
      </AnswerPanel>
    </>
  );
}
