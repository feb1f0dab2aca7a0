import { callOf, type Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { count, signedUsd, usd } from '../format/numbers.ts';
import { Wallet } from '../names/wallet.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/liquidations.ts';

type Row = Schemas['TopLiquidatorRow'];

const columns: readonly Column<Row>[] = [
  {
    id: 'wallet',
    head: 'Wallet',
    align: 'left',
    value: ({ wallet }) => wallet,
    cell: ({ wallet }) => <Wallet address={wallet} />,
  },
  {
    id: 'executed',
    head: 'Taken over',
    of: 'TopLiquidatorRow.liquidationsExecuted',
    value: ({ liquidationsExecuted }) => liquidationsExecuted,
    cell: ({ liquidationsExecuted }) => count(liquidationsExecuted),
  },
  {
    id: 'victims',
    head: 'Liquidated wallets',
    of: 'TopLiquidatorRow.distinctVictims',
    value: ({ distinctVictims }) => distinctVictims,
    cell: ({ distinctVictims }) => count(distinctVictims),
  },
  {
    id: 'coins',
    head: 'Coins',
    of: 'TopLiquidatorRow.distinctCoins',
    value: ({ distinctCoins }) => distinctCoins,
    cell: ({ distinctCoins }) => count(distinctCoins),
  },
  {
    id: 'penalty',
    head: 'Penalties',
    of: 'TopLiquidatorRow.totalPenaltyCollected',
    value: ({ totalPenaltyCollected }) => totalPenaltyCollected,
    cell: ({ totalPenaltyCollected }) => usd(totalPenaltyCollected),
  },
  {
    id: 'victimPnl',
    head: 'Their PnL',
    of: 'TopLiquidatorRow.victimClosedPnl',
    value: ({ victimClosedPnl }) => victimClosedPnl,
    cell: ({ victimClosedPnl }) => <Toned value={victimClosedPnl}>{signedUsd(victimClosedPnl)}</Toned>,
  },
];

/** Counterparties of liquidations. */
export function Liquidators() {
  return (
    <AnswerPanel
      title={words.liquidators}
      call={callOf('pulse.top-liquidators', { limit: 100 })}
      everyMs={60_000}
      shape={{ rows: 10 }}
      empty={(body) => (body?.length ? undefined : words.noLiquidators)}
    >
      {(rows) => (
        <Table
          name="liquidators"
          most={100}
          label={words.liquidators}
          rows={rows}
          columns={columns}
          rowKey={({ wallet }) => wallet}
          sort="-penalty"
          pageRows={10}
        />
      )}
    </AnswerPanel>
  );
}
