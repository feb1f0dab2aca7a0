import { Toned } from '../format/change.tsx';
import { signedPercent } from '../format/numbers.ts';
import { Coin } from '../names/coin.tsx';
import { Outcome } from '../names/outcome.tsx';
import { outcomeName, sideName } from '../names/outcome-name.ts';
import { Wallet } from '../names/wallet.tsx';
import { Panel } from '../states/answer-panel.tsx';
import { EmptyNote } from '../states/empty-note.tsx';
import type { Column } from '../table/column.ts';
import { Table, type TableProps } from '../table/table.tsx';
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
    id: 'change',
    head: 'Change',
    value: (row) => row.changePct,
    cell: (row) => <Toned value={row.changePct}>{signedPercent(row.changePct)}</Toned>,
  },
  dollars('volume', 'Volume', (row) => row.volumeUsd),
];

const traderColumns: readonly Column<Standing['leaderboardMovers'][number]>[] = [
  { id: 'rank', head: '#', value: (row) => row.rank },
  {
    id: 'moved',
    head: 'Moved',
    value: (row) => row.previousRank - row.rank,
    cell: ({ rank, previousRank }) => <Moved by={previousRank - rank} />,
  },
  {
    id: 'address',
    head: 'Trader',
    align: 'left',
    value: (row) => row.address,
    cell: (row) => <Wallet address={row.address} />,
  },
  gain('pnl', 'PnL, 30 days', (row) => row.pnl),
];

const outcomeColumns: readonly Column<Standing['settledToday'][number]>[] = [
  {
    id: 'outcome',
    head: 'Outcome',
    align: 'left',
    value: outcomeName,
    cell: (row) => <Outcome outcome={row} />,
  },
  {
    id: 'won',
    head: 'Won',
    align: 'left',
    value: (row) => row.winningSide,
    cell: (row) =>
      row.winningSide === undefined ? 'split' : (row.winningSideName ?? sideName(row.winningSide)),
  },
];

function Moved({ by }: { by: number }) {
  if (by === 0) return <span class="dim">=</span>;
  return <Toned value={by}>{by > 0 ? `▲ ${by}` : `▼ ${-by}`}</Toned>;
}

interface StandingPanelProps<Row> extends Pick<TableProps<Row>, 'name' | 'rows' | 'columns' | 'rowKey'> {
  title: string;
  /** Label of the table; default: the title. */
  label?: string;
  span: number;
  /** Shown if there are no rows. */
  why: string;
}

/** A short list of an edition. */
function StandingPanel<Row>({ title, label = title, span, why, ...table }: StandingPanelProps<Row>) {
  return (
    <Panel title={title} span={span}>
      {table.rows.length === 0 ? <EmptyNote why={why} /> : <Table {...table} label={label} isShort />}
    </Panel>
  );
}

/** Lists of every edition: coins and traders that moved, and settled outcomes. */
export function Standings({ standing }: { standing: Standing | undefined }) {
  if (standing === undefined) return null;
  const { coinMovers, leaderboardMovers, settledToday } = standing;
  return (
    <>
      <StandingPanel
        {...{ title: 'Largest moves', span: 4, why: 'No moves that day.' }}
        {...{ name: 'coins', rows: coinMovers, columns: coinColumns }}
        rowKey={({ coin }) => coin}
      />
      <StandingPanel
        {...{ title: 'Top traders, 30 days', span: 5, why: 'No trader had ten trades.' }}
        {...{ name: 'traders', rows: leaderboardMovers, columns: traderColumns }}
        rowKey={({ address }) => address}
      />
      <StandingPanel
        {...{ title: 'Settled', span: 3, why: 'No outcomes settled that day.' }}
        {...{ name: 'settled', rows: settledToday, columns: outcomeColumns }}
        label="Settled outcomes"
        rowKey={({ outcomeId }) => outcomeId}
      />
    </>
  );
}
