import { callOf, type Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { count, percent, signedUsd, usd } from '../format/numbers.ts';
import { Wallet } from '../names/wallet.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/coin.ts';

type Leader = Schemas['TokenLeaderboardEntry'];

const columns: readonly Column<Leader>[] = [
  {
    id: 'wallet',
    head: 'Wallet',
    align: 'left',
    value: ({ address }) => address,
    cell: ({ address }) => <Wallet address={address} />,
  },
  {
    id: 'pnl',
    head: 'PnL',
    of: 'TokenLeaderboardEntry.pnl',
    value: ({ pnl }) => pnl,
    cell: ({ pnl }) => <Toned value={pnl}>{signedUsd(pnl)}</Toned>,
  },
  {
    id: 'volume',
    head: 'Volume',
    of: 'TokenLeaderboardEntry.volume',
    value: ({ volume }) => volume,
    cell: ({ volume }) => usd(volume),
  },
  {
    id: 'trades',
    head: 'Trades',
    of: 'TokenLeaderboardEntry.trades',
    value: ({ trades }) => trades,
    cell: ({ trades }) => count(trades),
  },
  {
    id: 'winRate',
    head: 'Win rate, trades',
    of: 'TokenLeaderboardEntry.winRate',
    value: ({ winRate }) => winRate,
    cell: ({ winRate }) => percent(winRate),
  },
];

/** Who made the most in it. */
export function CoinLeaders({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.leaders}
      call={callOf('pulse.token-leaderboard', { coin, limit: 50 })}
      everyMs={10_000}
      shape={{ rows: 10 }}
      empty={(body) => (body?.length ? undefined : words.noLeaders)}
    >
      {(rows) => (
        <Table
          name="leaders"
          most={50}
          label={words.leaders}
          rows={rows}
          columns={columns}
          rowKey={({ address }) => address}
          sort="-pnl"
          pageRows={10}
        />
      )}
    </AnswerPanel>
  );
}
