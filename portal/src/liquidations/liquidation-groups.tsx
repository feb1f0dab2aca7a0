import { callOf, type ParametersOf, type Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { count, signedUsd, usd } from '../format/numbers.ts';
import { Cohort } from '../names/cohort.tsx';
import { Coin } from '../names/coin.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/liquidations.ts';

interface WindowProps {
  window: ParametersOf<'live.liquidations-summary'>;
}

type CoinRow = Schemas['GetLiquidationSummaryByCoinRow'];
type CohortRow = Schemas['GetLiquidationSummaryByCohortRow'];

const everyMs = 5_000;

/** The figures of both groups. */
function sums<Row extends CoinRow | CohortRow>(): Column<Row>[] {
  return [
    { id: 'count', head: 'Liquidations', value: (row) => row.count, cell: (row) => count(row.count) },
    {
      id: 'notional',
      head: 'Notional',
      of: 'GetLiquidationSummaryByCoinRow.totalNotional',
      value: ({ totalNotional }) => Number(totalNotional),
      cell: ({ totalNotional }) => usd(Number(totalNotional)),
    },
    {
      id: 'pnl',
      head: 'Realized PnL',
      of: 'GetLiquidationSummaryByCoinRow.totalClosedPnl',
      value: ({ totalClosedPnl }) => Number(totalClosedPnl),
      cell: ({ totalClosedPnl }) => (
        <Toned value={Number(totalClosedPnl)}>{signedUsd(Number(totalClosedPnl))}</Toned>
      ),
    },
  ];
}

const coinColumns: readonly Column<CoinRow>[] = [
  {
    id: 'coin',
    head: 'Coin',
    align: 'left',
    value: ({ coin }) => coin,
    cell: ({ coin }) => <Coin coin={coin} />,
  },
  ...sums<CoinRow>(),
];

const cohortColumns: readonly Column<CohortRow>[] = [
  {
    id: 'cohort',
    head: 'Cohort',
    align: 'left',
    of: 'GetLiquidationSummaryByCohortRow.tier',
    value: ({ tier }) => tier,
    cell: ({ tier }) => <Cohort tier={tier} />,
  },
  { id: 'wallets', head: 'Wallets', value: ({ wallets }) => wallets, cell: ({ wallets }) => count(wallets) },
  ...sums<CohortRow>(),
];

/** The window by coin. */
export function ByCoin({ window }: WindowProps) {
  return (
    <AnswerPanel
      title={words.byCoin}
      call={callOf('live.liquidations-summary', window)}
      everyMs={everyMs}
      span={6}
      shape={{ rows: 9 }}
      empty={({ byCoin }) => (byCoin?.length ? undefined : words.none)}
    >
      {({ byCoin }) => (
        <Table
          name="coins"
          window={window.since}
          label={words.byCoin}
          rows={byCoin ?? []}
          columns={coinColumns}
          rowKey={({ coin }) => coin}
          sort="-notional"
          pageRows={9}
        />
      )}
    </AnswerPanel>
  );
}

/** The window by cohort. */
export function ByCohort({ window }: WindowProps) {
  return (
    <AnswerPanel
      title={words.byCohort}
      call={callOf('live.liquidations-summary', window)}
      everyMs={everyMs}
      span={6}
      shape={{ rows: 9 }}
      empty={({ byCohort }) => (byCohort?.length ? undefined : words.none)}
    >
      {({ byCohort }) => (
        <Table
          name="cohorts"
          window={window.since}
          label={words.byCohort}
          rows={byCohort ?? []}
          columns={cohortColumns}
          rowKey={({ tier }) => tier}
          sort="-notional"
          pageRows={9}
        />
      )}
    </AnswerPanel>
  );
}
