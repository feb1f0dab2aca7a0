import { useLocation } from 'preact-iso';
import { useDeed } from '../account/portal-ask.ts';
import { askOnce } from '../api/answers.ts';
import { callOf, type ParametersOf } from '../api/calls.ts';
import { sparkDays, TraderSpark, TraderSparks } from '../chart/trader-sparks.tsx';
import { count } from '../format/numbers.ts';
import { addressWith, useAddressState } from '../frame/address-state.ts';
import { Choice } from '../frame/choice.tsx';
import { listMs } from '../frame/pace.ts';
import { AnswerPanel } from '../states/answer-panel.tsx';
import { FailureNote } from '../states/failure-note.tsx';
import { useColumns } from '../table/chosen-columns.tsx';
import type { Column } from '../table/column.ts';
import { saveRows } from '../table/csv.ts';
import { pageIn, TableView } from '../table/table.tsx';
import { TableFoot } from '../table/table-foot.tsx';
import { NearPnl } from './near-pnl.tsx';
import { type Trader, traderColumns } from './trader-columns.tsx';

const sorts = [
  ['pnl', 'PnL'],
  ['losers', 'Losers'],
  ['volume', 'Volume'],
  ['winrate', 'Win rate, trades'],
  ['risk-adjusted', 'Risk-adjusted'],
  ['score', 'Score'],
  ['trades', 'Trades'],
  ['recent', 'Last trade'],
] as const;
const periods = [
  ['allTime', 'All time'],
  ['day', 'Today'],
  ['week', '7 days'],
  ['month', '30 days'],
] as const;
const floors = [
  ['0', 'Any'],
  ['10', '10'],
  ['100', '100'],
  ['1000', '1,000'],
] as const;

export type Ranking = Pick<ParametersOf<'pulse.leaderboard'>, 'sort' | 'period' | 'minTrades'>;
type RankedTrader = Trader & { rank: number };

const pageRows = 25;
/** The most rows that the API returns at once. */
const apiRows = 500;
/** The most rows of a file: ten calls, which every plan allows within a minute. */
const savedRows = 5_000;

const rankedRows = (traders: readonly Trader[], offset: number): RankedTrader[] =>
  traders.map((trader, at) => ({ ...trader, rank: offset + at + 1 }));

const curve: Column<RankedTrader> = {
  id: 'curve',
  head: `${sparkDays} days`,
  of: 'TraderCurve.values',
  isWide: true,
  cell: ({ address }) => <TraderSpark address={address} />,
};

/** Columns of the ranking; the PnL curve follows the PnL. */
const rankedColumns = (isAllTime: boolean): Column<RankedTrader>[] => [
  { id: 'rank', head: '#', value: ({ rank }) => rank, isWide: true },
  ...(traderColumns(isAllTime) as Column<RankedTrader>[]).flatMap((one) =>
    one.id === 'pnl' ? [one, curve] : [one],
  ),
];

/** API orders by column: largest first, and smallest first if available. */
const ordersByColumn: Readonly<Record<string, readonly [down: string, up?: string]>> = {
  pnl: ['pnl', 'losers'],
  volume: ['volume'],
  winRate: ['winrate'],
  fills: ['trades'],
  last: ['recent'],
};

function orderOf(column: string, sort: string) {
  const orders = ordersByColumn[column];
  if (orders === undefined) return undefined;
  if (sort === orders[0]) return 'descending';
  return sort === orders[1] ? 'ascending' : 'none';
}

/** The order that a click on a column's head asks for. */
function nextOrder(column: string, sort: string): string {
  const [down, up = down] = ordersByColumn[column]!;
  return sort === down ? up : down;
}

/** All traders, ordered and paged by the API: the board has a row for every wallet. */
export function Leaderboard() {
  const { query, route } = useLocation();
  const [sort] = useAddressState('order', 'pnl');
  const [period] = useAddressState('period', 'allTime');
  const [floor] = useAddressState('fills', '0');
  const page = pageIn(query, 'leaderboard');
  const go = (changes: Record<string, string | undefined>) => route(addressWith(changes), true);
  // Another order, period or floor begins with its first page.
  const setFirst = (name: string, initial: string) => (value: string) =>
    go({ [name]: value === initial ? undefined : value, 'leaderboard.page': undefined, near: undefined });
  const setSort = setFirst('order', 'pnl');
  const ranking = { sort, period, ...(floor !== '0' && { minTrades: Number(floor) }) } as Ranking;
  const offset = (page - 1) * pageRows;
  const { shown: columns, chooser } = useColumns('traders', rankedColumns(period === 'allTime'), [
    'rank',
    'address',
  ]);
  const choices = (
    <>
      <Choice label="Order" options={sorts} value={sort} onChange={setSort} />
      <Choice label="Period" options={periods} value={period} onChange={setFirst('period', 'allTime')} />
      {period !== 'allTime' && <span class="dim">UTC days, today included</span>}
      <Choice label="Min. trades" options={floors} value={floor} onChange={setFirst('fills', '0')} />
      {(sort === 'pnl' || sort === 'losers') && (
        <NearPnl ranking={ranking} found={(rank, pnl) => go(pageOf(rank, pnl))} />
      )}
      {chooser}
    </>
  );
  return (
    <AnswerPanel
      title="Leaderboard"
      call={callOf('pulse.leaderboard', { ...ranking, limit: pageRows, offset })}
      everyMs={listMs}
      shape={{ rows: pageRows }}
      actions={choices}
      empty={({ matching }) => (matching > 0 ? undefined : emptyReason(sort, period))}
    >
      {({ traders, matching }) => (
        <>
          <TraderSparks addresses={(traders ?? []).map(({ address }) => address)}>
            <TableView
              label="Traders"
              rows={rankedRows(traders ?? [], offset)}
              columns={columns}
              rowKey={({ address }) => address}
              rowClass={({ totalPnl }) => (String(totalPnl) === query.near ? 'chosen' : undefined)}
              orderOf={({ id }) => orderOf(id, sort)}
              sortBy={({ id }) => setSort(nextOrder(id, sort))}
            />
          </TraderSparks>
          <LeaderboardFoot
            {...{ ranking, matching, page, columns }}
            setPage={(to) => go({ 'leaderboard.page': to === 1 ? undefined : String(to) })}
          />
        </>
      )}
    </AnswerPanel>
  );
}

/** Address state of the page with a trader; its PnL marks the row as found. @param rank from 0 */
function pageOf(rank: number, pnl: number) {
  const page = Math.floor(rank / pageRows) + 1;
  return { near: String(pnl), 'leaderboard.page': page === 1 ? undefined : String(page) };
}

interface LeaderboardFootProps {
  ranking: Ranking;
  matching: number;
  page: number;
  columns: readonly Column<RankedTrader>[];
  setPage: (page: number) => void;
}

/** Links to the other pages, and the ranking as a file: whole, or cut at the row count on the button. */
function LeaderboardFoot({ ranking, matching, page, columns, setPage }: LeaderboardFootProps) {
  const { isBusy, failure, run } = useDeed();
  const isCut = matching > savedRows;
  const save = async () => {
    const rows = await readRanking(ranking, Math.min(matching, savedRows));
    const part = isCut ? `-first-${rows.length}` : '';
    saveRows({ table: `leaderboard${part}`, window: ranking.period }, rows, columns);
  };
  return (
    <>
      <TableFoot
        {...{ page, pageRows, all: matching, setPage }}
        save={() => void run(save)}
        saveLabel={isCut ? `CSV of the first ${count(savedRows)}` : 'CSV'}
        isSaving={isBusy}
      />
      {failure !== undefined && <FailureNote failure={failure} />}
    </>
  );
}

/** First rows of a ranking. The board can move between two reads; a trader who shifts to the next page is listed once. */
async function readRanking(ranking: Ranking, rows: number): Promise<RankedTrader[]> {
  const found = new Map<string, Trader>();
  for (let offset = 0; offset < rows; offset += apiRows) {
    const { traders } = await askOnce(callOf('pulse.leaderboard', { ...ranking, limit: apiRows, offset }));
    for (const trader of traders ?? []) if (!found.has(trader.address)) found.set(trader.address, trader);
  }
  return rankedRows([...found.values()], 0);
}

function emptyReason(sort: string, period: string): string {
  if (period === 'day' && (sort === 'risk-adjusted' || sort === 'score'))
    return 'Risk-adjusted and score need five days of trading. Choose a longer period.';
  return 'No traders match. A period lists only traders with at least 10 trades in it.';
}
