import { boardPeriods, boardSorts, leaderboardRows, traders } from '../../boards/traders.ts';
import { traderRow } from '../../endpoints/bodies/leaderboard-trader.ts';
import { figures, integer, list, object, orNull, schemaAt, wallet } from '../schema.ts';
import type { StateArguments, StateFeed } from '../state-topic.ts';
import { type FigureList, listReading } from './figure-list.ts';
import { type FigureContext, figureTopics } from './figure-topic.ts';

export const ranksLimit = 100;

/** null: beyond the listed ranks. */
const rank = orNull(integer);

export const leaderboardFeed: StateFeed = {
  summary: `The first ${ranksLimit} ranks of the leaderboard: a state, then changes`,
  data: schemaAt('Leaderboard'),
  schemas: {
    Leaderboard: figures({
      sort: { enum: boardSorts },
      period: { enum: Object.keys(boardPeriods) },
      leftOut: { type: 'integer', description: 'Traders not listed' },
      traders: list({ type: 'object', description: 'rank, address and the figures of the board' }),
      gone: list(wallet),
      moves: list(object({ address: wallet, from: rank, to: rank })),
    }),
  },
  tier: 'pro',
  isOwn: true,
  subjects: [],
  options: ['sort', 'period'],
  ...figureTopics(1_000, (params) =>
    listReading((context) => readRanks(params, context), { beside: movesOf }),
  ),
};

async function readRanks(
  { sort = 'pnl', period = 'allTime' }: StateArguments,
  { sources, clock }: FigureContext,
): Promise<FigureList> {
  const board = await sources.boards.board(traders);
  const nowMs = clock.nowMs();
  const { rows, matching } = leaderboardRows(board, { period, sort, limit: ranksLimit, minTrades: 0 });
  const shown = Array.from(rows, (row, place) => ({
    rank: place + 1,
    ...traderRow(board, row, period, nowMs),
  }));
  return {
    parts: new Map([
      ['sort', `"${sort}"`],
      ['period', `"${period}"`],
      ['leftOut', `${matching - shown.length}`],
    ]),
    name: 'traders',
    rows: new Map(shown.map((row) => [JSON.stringify(row.address), JSON.stringify(row)])),
  };
}

/** Wallets whose rank changed, ordered by new rank; null: outside the ranks of the feed. */
function movesOf(rows: FigureList['rows'], before: FigureList['rows']): string[] {
  const [now, then] = [ranksOf(rows), ranksOf(before)];
  const wallets = [...now.keys(), ...[...then.keys()].filter((wallet) => !now.has(wallet))];
  const moves = wallets.flatMap((wallet) => {
    const [from, to] = [then.get(wallet) ?? null, now.get(wallet) ?? null];
    return from === to ? [] : [`{"address":${wallet},"from":${from},"to":${to}}`];
  });
  return moves.length === 0 ? [] : [`"moves":[${moves.join(',')}]`];
}

const ranksOf = (rows: FigureList['rows']) =>
  new Map(Array.from(rows.keys(), (wallet, place) => [wallet, place + 1]));
