import { callOf, type ParametersOf, type Schemas } from '../api/calls.ts';
import { Live, Toned } from '../format/change.tsx';
import { count, signedUsd, usd } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { Wallet } from '../names/wallet.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/home.ts';

type Trader = Schemas['LeaderboardTrader'];

const columns: readonly Column<Trader>[] = [
  { id: 'wallet', head: 'Wallet', align: 'left', cell: ({ address }) => <Wallet address={address} /> },
  {
    id: 'pnl',
    head: 'PnL',
    of: 'LeaderboardTrader.totalPnl',
    cell: ({ totalPnl }) => (
      <Toned value={totalPnl}>
        <Live value={totalPnl}>{signedUsd(totalPnl)}</Live>
      </Toned>
    ),
  },
  {
    id: 'volume',
    head: 'Volume',
    of: 'LeaderboardTrader.totalVolume',
    cell: ({ totalVolume }) => usd(totalVolume),
  },
  {
    id: 'trades',
    head: 'Trades',
    of: 'LeaderboardTrader.totalTrades',
    cell: ({ totalTrades }) => count(totalTrades),
  },
];

interface DayLeadersProps {
  title: string;
  sort: NonNullable<ParametersOf<'pulse.leaderboard'>['sort']>;
}

/** Five rows of a leaderboard of today. */
export function DayLeaders({ title, sort }: DayLeadersProps) {
  return (
    <AnswerPanel
      title={title}
      call={callOf('pulse.leaderboard', { sort, period: 'day', limit: 5 })}
      everyMs={listMs}
      span={4}
      shape={{ rows: 5 }}
      empty={({ traders }) => (traders?.length ? undefined : words.noTraders)}
      actions={<a href={`/traders?order=${sort}&period=day`}>More</a>}
    >
      {({ traders }) => (
        <Table
          name={sort}
          label={title}
          rows={traders ?? []}
          columns={columns}
          rowKey={({ address }) => address}
          isShort
        />
      )}
    </AnswerPanel>
  );
}
