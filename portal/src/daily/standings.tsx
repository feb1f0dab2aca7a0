import { Address } from '../format/address.tsx';
import { Toned } from '../format/change.tsx';
import { Coin } from '../format/coin.tsx';
import { signedPercent } from '../format/numbers.ts';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { dollars, gain } from '../table/usual-columns.tsx';
import type { Standing } from './edition.ts';

const coinColumns: readonly Column<Standing['coinMovers'][number]>[] = [
  {
    id: 'coin',
    head: 'Coin',
    align: 'left',
    value: (row) => row.coin,
    cell: (row) => <Coin coin={row.coin} />,
  },
  {
    ...{ id: 'change', head: 'Change' },
    value: (row) => row.changePct,
    cell: (row) => <Toned value={row.changePct}>{signedPercent(row.changePct)}</Toned>,
  },
  dollars('volume', 'Volume', (row) => row.volumeUsd),
];

const traderColumns: readonly Column<Standing['leaderboardMovers'][number]>[] = [
  { id: 'rank', head: '#', value: (row) => row.rank },
  {
    ...{ id: 'moved', head: 'Moved' },
    value: (row) => row.previousRank - row.rank,
    cell: ({ rank, previousRank }) => <Moved by={previousRank - rank} />,
  },
  {
    id: 'address',
    head: 'Trader',
    align: 'left',
    value: (row) => row.address,
    cell: (row) => <Address address={row.address} />,
  },
  gain('pnl', 'PnL, 30 days', (row) => row.pnl),
];

const outcomeColumns: readonly Column<Standing['settledToday'][number]>[] = [
  {
    ...{ id: 'outcome', head: 'Outcome', align: 'left' },
    value: (row) => row.name || `Outcome ${row.outcomeId}`,
    cell: (row) => <a href={`/outcome/${row.outcomeId}`}>{row.name || `Outcome ${row.outcomeId}`}</a>,
  },
  {
    ...{ id: 'won', head: 'Won', align: 'left' },
    value: (row) => row.winningSide,
    cell: (row) => (row.winningSide === undefined ? 'divided' : row.winningSide === 0 ? 'Yes' : 'No'),
  },
];

function Moved({ by }: { by: number }) {
  if (by === 0) return <span class="dim">=</span>;
  return <Toned value={by}>{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</Toned>;
}

/** What an edition tells of every day: coins and traders that moved, outcomes that were settled. */
export function Standings({ standing }: { standing: Standing | undefined }) {
  if (standing === undefined) return null;
  const { coinMovers, leaderboardMovers, settledToday } = standing;
  return (
    <>
      <Panel title="Coins that moved" span={4}>
        {coinMovers.length === 0 ? (
          <EmptyNote why="No coin moved that day." />
        ) : (
          <Table
            name="coins"
            label="Coins that moved"
            rows={coinMovers}
            columns={coinColumns}
            rowKey={({ coin }) => coin}
            isShort
          />
        )}
      </Panel>
      <Panel title="Traders of 30 days" span={5}>
        {leaderboardMovers.length === 0 ? (
          <EmptyNote why="No trader had ten fills." />
        ) : (
          <Table
            name="traders"
            label="Traders of 30 days"
            rows={leaderboardMovers}
            columns={traderColumns}
            rowKey={({ address }) => address}
            isShort
          />
        )}
      </Panel>
      <Panel title="Settled" span={3}>
        {settledToday.length === 0 ? (
          <EmptyNote why="No outcome was settled that day." />
        ) : (
          <Table
            name="settled"
            label="Outcomes that were settled"
            rows={settledToday}
            columns={outcomeColumns}
            rowKey={({ outcomeId }) => outcomeId}
            isShort
          />
        )}
      </Panel>
    </>
  );
}
