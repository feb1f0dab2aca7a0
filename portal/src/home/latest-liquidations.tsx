import { callOf, type Schemas } from '../api/calls.ts';
import { Address } from '../format/address.tsx';
import { Toned } from '../format/change.tsx';
import { signedUsd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/home.ts';

type Liquidation = Schemas['GetRecentLiquidationsRow'];

const call = callOf('live.liquidations-recent', { since: '1h', limit: 13 });

const columns: readonly Column<Liquidation>[] = [
  {
    id: 'time',
    head: 'Time',
    align: 'left',
    cell: ({ timestampMs }) => <Time at={timestampMs} form="time" />,
  },
  {
    id: 'coin',
    head: 'Coin',
    align: 'left',
    cell: ({ coin }) => <a href={`/coin/${encodeURIComponent(coin)}`}>{coin}</a>,
  },
  {
    id: 'wallet',
    head: 'Wallet',
    align: 'left',
    cell: ({ address }) => <Address address={String(address)} />,
  },
  {
    id: 'pnl',
    head: 'Closed PnL',
    of: 'GetRecentLiquidationsRow.closedPnl',
    cell: ({ closedPnl }) => (
      <Toned value={closedPnl as number | null}>{signedUsd(closedPnl as number | null)}</Toned>
    ),
  },
];

/** Liquidations as they come. */
export function LatestLiquidations() {
  return (
    <AnswerPanel
      title={words.liquidations}
      call={call}
      everyMs={3_000}
      span={5}
      shape={{ rows: 13 }}
      empty={({ events }) => (events?.length ? undefined : words.noLiquidations)}
      actions={<a href="/liquidations">All liquidations</a>}
    >
      {({ events }) => (
        <Table
          name="liquidations"
          label={words.liquidations}
          rows={events ?? []}
          columns={columns}
          rowKey={({ address, coin, timestampMs }) => `${String(address)} ${coin} ${timestampMs}`}
          isShort
        />
      )}
    </AnswerPanel>
  );
}
