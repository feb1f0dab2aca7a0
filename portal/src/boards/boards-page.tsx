import { useLocation } from 'preact-iso';
import { callOf, type ParametersOf, type Schemas } from '../api/calls.ts';
import { Figure, Figures } from '../figure/figure.tsx';
import { Toned } from '../format/change.tsx';
import { count, percent, signedUsd } from '../format/numbers.ts';
import { addressWith, useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { listMs } from '../frame/pace.ts';
import { Page } from '../frame/page.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { saveRows } from '../table/csv.ts';
import { pageIn, TableView } from '../table/table.tsx';
import { TableFoot } from '../table/table-foot.tsx';
import { counted, gain, wallet } from '../table/usual-columns.tsx';

type Row = Schemas['SkillBoardRow'];
type Population = Schemas['SkillBoardPopulation'];
type Parameters = ParametersOf<'boards.skill'>;

const boards = [
  ['net', 'Net PnL'],
  ['return', 'Return'],
  ['sharpe', 'Sharpe'],
  ['sortino', 'Sortino'],
  ['drawdown', 'Smallest drawdown'],
  ['profit-factor', 'Profit factor'],
  ['expectancy', 'Expectancy'],
  ['turnover', 'Daily turnover'],
] as const;
const spans = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;
const markets = [
  ['all', 'All'],
  ['perps', 'Perps'],
  ['spot', 'Spot'],
  ['outcomes', 'Outcomes'],
] as const;
const samples = [
  ['any', 'Any sample'],
  ['enough', '30 days, 20 positions'],
] as const;
const whom = [
  ['all', 'All wallets'],
  ['traders', 'Without makers, vaults, liquidators'],
] as const;

/** Measures in USD and in percent; all others are plain ratios. */
const inUsd = new Set(['net', 'expectancy']);
const inPercent = new Set(['return', 'drawdown']);
/** Measures of the whole account; they cannot be filtered by market. */
const ofAccount = new Set(['return', 'sharpe', 'sortino', 'drawdown', 'turnover']);
const pageRows = 25;

/** All wallets ranked by net profit, including wallets that stopped trading or lost everything. */
export default function BoardsPage() {
  const { query, route } = useLocation();
  const [board] = useAddressState('board', 'net');
  const [windowDays] = useAddressState('days', '30');
  const [market] = useAddressState('market', 'all');
  const [sample] = useAddressState('sample', 'any');
  const [who] = useAddressState('who', 'all');
  const page = pageIn(query, 'boards');
  const go = (changes: Record<string, string | undefined>) => route(addressWith(changes), true);
  const setFirst = (name: string, initial: string) => (value: string) =>
    go({ [name]: value === initial ? undefined : value, 'boards.page': undefined });
  const isPart = !ofAccount.has(board);
  const asked = {
    board,
    windowDays: Number(windowDays),
    limit: pageRows,
    offset: (page - 1) * pageRows,
    ...(isPart && market !== 'all' && { market }),
    ...(sample === 'enough' && { minDays: 30, minPositions: 20 }),
    ...(who === 'traders' && { without: ['makers', 'vaults', 'liquidators'] }),
  } as unknown as Parameters;
  const columns = columnsOf(board);
  return (
    <Page title="Boards" intro="Every wallet ranked by PnL after fees and funding, over complete UTC days.">
      <AnswerPanel
        title="After costs"
        call={callOf('boards.skill', asked)}
        everyMs={listMs}
        shape={{ rows: pageRows }}
        actions={
          <>
            <Choice label="Board" options={boards} value={board} onChange={setFirst('board', 'net')} />
            <Choice label="Days" options={spans} value={windowDays} onChange={setFirst('days', '30')} />
            {isPart && (
              <Choice label="Markets" options={markets} value={market} onChange={setFirst('market', 'all')} />
            )}
            <Choice label="Sample" options={samples} value={sample} onChange={setFirst('sample', 'any')} />
            <Choice label="Who" options={whom} value={who} onChange={setFirst('who', 'all')} />
          </>
        }
        empty={({ matching, reason, traded, unread }) =>
          matching > 0
            ? undefined
            : reason === 'unread'
              ? `${readOf(traded, unread)} Ranks appear once 90 % are read.`
              : reason === 'no-fills'
                ? 'No wallet traded in this period.'
                : 'No wallet has this figure in the period: it needs a larger sample.'
        }
      >
        {({ rows, matching, population, traded, unread }) => (
          <>
            {unread > 0 && <p>{readOf(traded, unread)}</p>}
            <Standing population={population} matching={matching} />
            <TableView
              label="Boards"
              rows={rows ?? []}
              columns={columns}
              rowKey={({ address }) => address}
              orderOf={() => undefined}
              sortBy={() => undefined}
            />
            <TableFoot
              {...{ page, pageRows, all: matching }}
              setPage={(to) => go({ 'boards.page': to === 1 ? undefined : String(to) })}
              save={() => saveRows({ table: board, window: `${windowDays}d` }, rows ?? [], columns)}
              saveLabel="CSV of this page"
            />
          </>
        )}
      </AnswerPanel>
    </Page>
  );
}

const readOf = (traded: number, unread: number) =>
  `${count(traded - unread)} of the ${count(traded)} wallets that traded are read so far: values and costs of the others are not known yet.`;

/** Size of the population and its outcome; a ranking alone shows only survivors. */
function Standing({ population, matching }: { population: Population; matching: number }) {
  const { atStart, stopped, blewUp } = population;
  return (
    <Figures>
      <Figure label="Traded in the week before" of="SkillBoardPopulation.atStart" value={atStart}>
        {count(atStart)}
      </Figure>
      <Figure label="Stopped trading since" of="SkillBoardPopulation.stopped" value={stopped}>
        {count(stopped)}
      </Figure>
      <Figure label="Lost 90 % or more" of="SkillBoardPopulation.blewUp" value={blewUp}>
        {count(blewUp)}
      </Figure>
      <Figure label="Ranked" of="SkillBoardBody.matching" value={matching}>
        {count(matching)}
      </Figure>
    </Figures>
  );
}

function columnsOf(board: string): Column<Row>[] {
  const head = boards.find(([id]) => id === board)?.[1] ?? board;
  const shown = (value: number) =>
    inUsd.has(board) ? signedUsd(value) : inPercent.has(board) ? percent(value) : value.toFixed(2);
  const figure: Column<Row> = {
    id: 'value',
    head,
    of: 'SkillBoardRow.value',
    value: ({ value }) => value,
    cell: ({ value }) => <Toned value={board === 'drawdown' ? null : value}>{shown(value)}</Toned>,
  };
  const net = gain<Row>('net', 'Net PnL', ({ netPnl }) => netPnl, 'SkillBoardRow.netPnl');
  return [
    { id: 'rank', head: '#', value: ({ rank }) => rank },
    wallet('address', 'Trader', ({ address }) => address),
    figure,
    ...(board === 'net' ? [] : [net]),
    counted('days', 'Days', ({ days }) => days, 'SkillBoardRow.days'),
    counted(
      'positions',
      'Positions',
      ({ closedPositions }) => closedPositions,
      'SkillBoardRow.closedPositions',
    ),
    {
      id: 'last',
      head: 'Last day',
      of: 'SkillBoardRow.lastTradedOn',
      align: 'left',
      isWide: true,
      value: ({ lastTradedOn }) => lastTradedOn,
    },
    {
      id: 'sample',
      head: 'Sample',
      of: 'SkillBoardRow.insufficient',
      align: 'left',
      isWide: true,
      value: ({ insufficient }) => (insufficient?.length ? 'too small to rule out luck' : 'enough'),
    },
  ];
}
