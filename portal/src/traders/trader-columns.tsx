import type { Schemas } from '../api/calls.ts';
import { RowStar } from '../followed/star.tsx';
import { Cohort } from '../names/cohort.tsx';
import type { Column } from '../table/column.ts';
import { counted, dollars, gain, percents, timed, wallet, wide } from '../table/usual-columns.tsx';
import { CompareButton } from './compare-button.tsx';

export type Trader = Schemas['LeaderboardTrader'];

const extra = [
  gain<Trader>('funding', 'Funding', (row) => row.funding, 'LeaderboardTrader.funding'),
  gain<Trader>('open', 'Unrealized PnL', (row) => row.unrealizedPnl, 'LeaderboardTrader.unrealizedPnl'),
  percents<Trader>(
    'positionsWon',
    'Win rate, positions',
    (row) => row.positionWinRate,
    'LeaderboardTrader.positionWinRate',
  ),
  dollars<Trader>('worth', 'Account value', (row) => row.accountValue?.totalUsd, 'AccountValueBody.totalUsd'),
  gain<Trader>('recent', 'PnL, 30 days', (row) => row.recentPnl, 'LeaderboardTrader.recentPnl'),
].map((column): Column<Trader> => ({ ...column, isExtra: true }));

/** Columns of a row of traders; some hold for all time alone. */
export function traderColumns(isAllTime: boolean): Column<Trader>[] {
  const ofAllTime = [
    dollars<Trader>('fees', 'Fees', (row) => row.totalFees, 'LeaderboardTrader.totalFees'),
    gain<Trader>('largestWin', 'Largest win', (row) => row.largestWin, 'LeaderboardTrader.largestWin'),
    gain<Trader>('largestLoss', 'Largest loss', (row) => row.largestLoss, 'LeaderboardTrader.largestLoss'),
    timed<Trader>('last', 'Last trade', (row) => row.lastTradeAt, 'LeaderboardTrader.lastTradeAt'),
  ];
  const tier = (id: 'pnlTier' | 'sizeTier', head: string): Column<Trader> => ({
    id,
    head,
    of: `LeaderboardTrader.${id}`,
    align: 'left',
    isWide: true,
    value: (row) => row[id],
    cell: (row) => <Cohort tier={row[id]} />,
  });
  return [
    wallet('address', 'Trader', (row) => row.address),
    gain('pnl', 'PnL', (row) => row.totalPnl, 'LeaderboardTrader.totalPnl'),
    dollars('volume', 'Volume', (row) => row.totalVolume, 'LeaderboardTrader.totalVolume'),
    percents('winRate', 'Win rate, trades', (row) => row.winRate, 'LeaderboardTrader.winRate'),
    counted('fills', 'Trades', (row) => row.totalTrades, 'LeaderboardTrader.totalTrades'),
    gain('net', 'Net PnL', (row) => row.netPnl, 'LeaderboardTrader.netPnl'),
    ...wide(...(isAllTime ? ofAllTime : [])),
    tier('pnlTier', 'PnL cohort'),
    tier('sizeTier', 'Size cohort'),
    ...extra,
    { id: 'follow', head: 'Follow', cell: ({ address }) => <RowStar kind="wallets" id={address} /> },
    { id: 'compare', head: 'Compare', cell: (row) => <CompareButton address={row.address} />, isWide: true },
  ];
}
