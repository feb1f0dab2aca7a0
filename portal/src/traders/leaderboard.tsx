import { callOf, type Schemas } from '../api/calls.ts';
import { TierLink } from '../cohorts/tier-link.tsx';
import { useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { listMs } from '../frame/pace.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { counted, dollars, gain, percents, timed, wallet, wide } from '../table/usual-columns.tsx';
import { CompareButton } from './compare-button.tsx';

type Trader = Schemas['LeaderboardTrader'];

const sorts = [
  ['pnl', 'PnL'],
  ['losers', 'Losers'],
  ['volume', 'Volume'],
  ['winrate', 'Win rate'],
  ['risk-adjusted', 'Risk-adjusted'],
  ['score', 'Score'],
] as const;
const periods = [
  ['allTime', 'All time'],
  ['day', 'Day'],
  ['week', 'Week'],
  ['month', 'Month'],
] as const;
const floors = [
  ['0', 'Any'],
  ['10', '10'],
  ['100', '100'],
  ['1000', '1,000'],
] as const;

/** Columns of a row of traders; some hold for all time alone. */
export function traderColumns(isAllTime: boolean): Column<Trader>[] {
  const ofAllTime = [
    dollars<Trader>('fees', 'Fees', (row) => row.totalFees, 'LeaderboardTrader.totalFees'),
    gain<Trader>('largestWin', 'Largest win', (row) => row.largestWin, 'LeaderboardTrader.largestWin'),
    gain<Trader>('largestLoss', 'Largest loss', (row) => row.largestLoss, 'LeaderboardTrader.largestLoss'),
    timed<Trader>('last', 'Last fill', (row) => row.lastTradeAt, 'LeaderboardTrader.lastTradeAt'),
  ];
  const tier = (id: 'pnlTier' | 'sizeTier', head: string): Column<Trader> => ({
    ...{ id, head, of: `LeaderboardTrader.${id}`, align: 'left', isWide: true },
    value: (row) => row[id],
    cell: (row) => <TierLink tier={row[id]} />,
  });
  return [
    wallet('address', 'Trader', (row) => row.address),
    gain('pnl', 'PnL', (row) => row.totalPnl, 'LeaderboardTrader.totalPnl'),
    dollars('volume', 'Volume', (row) => row.totalVolume, 'LeaderboardTrader.totalVolume'),
    percents('winRate', 'Win rate', (row) => row.winRate, 'LeaderboardTrader.winRate'),
    counted('fills', 'Fills', (row) => row.totalTrades, 'LeaderboardTrader.totalTrades'),
    ...wide(...(isAllTime ? ofAllTime : [])),
    tier('pnlTier', 'PnL cohort'),
    tier('sizeTier', 'Size cohort'),
    { id: 'compare', head: '', cell: (row) => <CompareButton address={row.address} />, isWide: true },
  ];
}

/** All traders by one of six orders. */
export function Leaderboard() {
  const [sort, setSort] = useAddressState('order', 'pnl');
  const [period, setPeriod] = useAddressState('period', 'allTime');
  const [floor, setFloor] = useAddressState('fills', '0');
  const isAllTime = period === 'allTime';
  const params = { sort, period, limit: 500, ...(floor !== '0' && { minTrades: Number(floor) }) };
  const ranked = (row: Trader, rows: readonly Trader[]) => rows.indexOf(row) + 1;
  const choices = (
    <>
      <Choice label="Order" options={sorts} value={sort} onChange={setSort} />
      <Choice label="Period" options={periods} value={period} onChange={setPeriod} />
      <Choice label="Least fills" options={floors} value={floor} onChange={setFloor} />
    </>
  );
  return (
    <AnswerPanel
      title="Leaderboard"
      call={callOf('pulse.leaderboard', params as never)}
      everyMs={listMs}
      shape={{ rows: 25 }}
      actions={choices}
      empty={({ traders }) => (traders?.length ? undefined : emptyReason(sort, period))}
    >
      {({ traders }) => (
        <Table
          name="leaderboard"
          label="Traders"
          rows={traders!}
          columns={[
            { id: 'rank', head: '#', value: (row) => ranked(row, traders!) },
            ...traderColumns(isAllTime),
          ]}
          rowKey={({ address }) => address}
        />
      )}
    </AnswerPanel>
  );
}

function emptyReason(sort: string, period: string): string {
  if (period === 'day' && (sort === 'risk-adjusted' || sort === 'score'))
    return 'Risk and score need five days of trading: a single day has none.';
  return 'No trader meets these bounds. A period counts only those with at least 10 fills in it.';
}
