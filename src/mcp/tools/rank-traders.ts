import { Type } from 'typebox';
import { choice, coin, count, detail, number, since } from '../kit/inputs.ts';
import { InputFault, type Plan, type SectionRequest, tool } from '../kit/tool.ts';
import { bodyIn, counted, percent, ranking, rowsIn, short, usd } from '../kit/wording.ts';

type Row = Record<string, unknown>;

interface RankBoard {
  request: SectionRequest;
  holds: string;
  /** Field with the list; default: the body itself. */
  list?: string;
  word(row: Row): string;
}

const who = (row: Row) => String(row.address ?? row.wallet ?? row.entity);
const leaders = (sort: string, word: (row: Row) => string): RankBoard => ({
  request: { path: '/pulse/leaderboard', params: { sort } },
  holds: 'LeaderboardTrader',
  list: 'traders',
  word: (row) => `${who(row)} ${word(row)}`,
});
const archetype = (name: string, holds: string, word: (row: Row) => string): RankBoard => ({
  request: { path: `/pulse/${name}` },
  holds,
  word: (row) => `${who(row)} ${word(row)}`,
});
const pnl = (row: Row) => usd(row.totalPnl);
/** Boards after fees and funding, over the last 30 complete UTC days. */
const afterCosts = (board: string, word: (row: Row) => string): RankBoard => ({
  request: { path: '/boards/{board}', params: { board } },
  holds: 'SkillBoardRow',
  list: 'rows',
  word: (row) => `${who(row)} ${word(row)}${row.insufficient === undefined ? '' : ', a small sample'}`,
});

export const rankBoards = {
  pnl: leaders('pnl', pnl),
  losers: leaders('losers', pnl),
  winrate: leaders('winrate', (row) => `${percent(row.winRate)} of ${counted(row.totalTrades, 'fill')}`),
  volume: leaders('volume', (row) => usd(row.totalVolume)),
  score: leaders('score', pnl),
  'risk-adjusted': leaders('risk-adjusted', pnl),
  trades: leaders('trades', (row) => `${counted(row.totalTrades, 'fill')}`),
  recent: leaders('recent', pnl),
  'last-24h': {
    request: { path: '/exchange/pnl-leaders' },
    holds: 'PnlLeadersBody: winners and losers of the last 24 hours',
    list: 'winners',
    word: (row: Row) => `${who(row)} ${usd(row.realizedPnl)}`,
  },
  'hidden-gems': archetype(
    'hidden-gems',
    'LeaderboardTrader',
    (row) => `${percent(row.winRate)}, ${pnl(row)}`,
  ),
  survivors: archetype(
    'survivors',
    'Survivor',
    (row) => `from ${usd(row.trough)} to ${usd(row.currentCumPnl)}`,
  ),
  'anti-survivors': archetype('anti-survivors', 'AntiSurvivor', (row) => `still ${usd(row.currentCumPnl)}`),
  'persistent-winners': archetype(
    'persistent-winners',
    'PersistentWinner',
    (row) => `${counted(row.profitableMonths, 'month')}, ${pnl(row)}`,
  ),
  'capital-titans': archetype(
    'capital-titans',
    'CapitalTitan',
    (row) => `${short(row.pnlPerFeeDollar)} per dollar of fees, ${pnl(row)}`,
  ),
  'one-month-wonders': archetype(
    'one-month-wonders',
    'OneMonthWonder',
    (row) => `best month ${usd(row.bestMonthPnl)}, total ${pnl(row)}`,
  ),
  'newcomer-whales': archetype(
    'newcomer-whales',
    'NewcomerWhale',
    (row) => `since ${row.firstSeen}, ${usd(row.grossNotional)} notional, ${pnl(row)}`,
  ),
  'coin-kings': archetype('coin-kings', 'CoinKing', (row) => `${row.coin} ${usd(row.coinPnl)}`),
  'top-liquidators': archetype(
    'top-liquidators',
    'TopLiquidatorRow',
    (row) =>
      `${counted(row.liquidationsExecuted, 'liquidation')}, ${usd(row.totalPenaltyCollected)} penalties`,
  ),
  'perfect-exits': archetype(
    'perfect-exits',
    'PerfectExitRow',
    (row) => `${row.side} ${row.coin} ${usd(row.realizedPnl)}, ${percent(row.mfeCapturePct)} captured`,
  ),
  'max-pain': archetype(
    'max-pain-events',
    'MaxPainEventRow',
    (row) => `${row.side} ${row.coin} ${usd(row.realizedPnl)} after −${percent(row.maxDrawdownPct)}`,
  ),
  'backstop-events': archetype(
    'backstop-events',
    'BackstopEventRow',
    (row) => `${row.side} ${row.coin} ${usd(row.realizedPnl)}`,
  ),
  'biggest-wins': archetype(
    'biggest-wins',
    'TradeBody',
    (row) => `${row.coin} ${usd(row.pnl)} at ${row.tradeTime}`,
  ),
  'biggest-losses': archetype(
    'biggest-losses',
    'TradeBody',
    (row) => `${row.coin} ${usd(row.pnl)} at ${row.tradeTime}`,
  ),
  'largest-trades': {
    request: { path: '/pulse/trades/recent' },
    holds: 'TradeBody: of a window, by the size of PnL, won or lost',
    word: (row: Row) => `${who(row)} ${row.coin} ${usd(row.pnl)} at ${row.tradeTime}`,
  },
  'by-coin': {
    request: { path: '/pulse/token-leaderboard/{coin}' },
    holds: 'TokenLeaderboardEntry: best in one coin; needs coin',
    word: (row: Row) => `${who(row)} ${usd(row.pnl)}, ${percent(row.winRate)}`,
  },
  net: afterCosts('net', (row) => usd(row.value)),
  return: afterCosts('return', (row) => `${percent(row.value)}, net ${usd(row.netPnl)}`),
  sharpe: afterCosts('sharpe', (row) => `${short(row.value)}, net ${usd(row.netPnl)}`),
  sortino: afterCosts('sortino', (row) => `${short(row.value)}, net ${usd(row.netPnl)}`),
  drawdown: afterCosts('drawdown', (row) => `${percent(row.value)}, net ${usd(row.netPnl)}`),
  'profit-factor': afterCosts('profit-factor', (row) => `${short(row.value)}, net ${usd(row.netPnl)}`),
  expectancy: afterCosts('expectancy', (row) => `${usd(row.value)} a position, net ${usd(row.netPnl)}`),
  turnover: afterCosts('turnover', (row) => `${short(row.value)} times a day, net ${usd(row.netPnl)}`),
  entities: {
    request: { path: '/entities/leaderboard' },
    holds: 'EntityLeaderboardRow: by notional of open positions',
    list: 'entities',
    word: (row: Row) => `${who(row)} ${usd(row.grossEntryNotional)} over ${counted(row.wallets, 'wallet')}`,
  },
} satisfies Record<string, RankBoard>;

type RankBoardName = keyof typeof rankBoards;

const periods = ['allTime', 'day', 'week', 'month'] as const;
const names = Object.keys(rankBoards) as RankBoardName[];
/** Boards that support `explain`, which fetches coins and days of the first wallets. */
const explained: readonly string[] = ['losers', 'pnl'];

/** Endpoints that rank by UTC calendar days. */
const periodic: readonly string[] = ['/pulse/leaderboard', '/pulse/token-leaderboard/{coin}'];

/** Filters that only some boards accept; the endpoint validates them. */
const filters = {
  minTrades: number('Least fills'),
  maxTrades: number('Most fills (hidden-gems)'),
  minWinRate: number('Percent (hidden-gems)'),
  minPnl: number('USD'),
  maxPnl: number('USD, negative (biggest-losses)'),
  minFees: number('USD (capital-titans)'),
  maxTrough: number('USD, negative (survivors, anti-survivors)'),
  stillUnderwater: number('USD, negative (anti-survivors)'),
  minMonths: number('1 to 3 (persistent-winners)'),
  minBestMonth: number('USD (one-month-wonders)'),
  newcomerDays: number('1 to 90 (newcomer-whales)'),
  minNotional: number('USD (newcomer-whales)'),
  perCoinRank: number('1 to 10 (coin-kings)'),
  minCapturePct: number('Percent (perfect-exits)'),
  minDrawdownPct: number('Percent (max-pain)'),
  maxRealizedPnl: number('USD, negative (backstop-events)'),
};

export const rankTraders = tool({
  name: 'rank_traders',
  title: 'Rankings of traders',
  description:
    'Who is best, worst, newest: leaderboards before costs by period (pnl to recent; their rows have netPnl, too), the last 24 h, after fees and funding over 30 days (net to turnover), the best in a coin, the largest wins and losses of a window (largest-trades), entities, and archetypes over closed positions of 90 days. explain: on which coins the first ones made or lost it.',
  input: Type.Object(
    {
      board: choice(names, 'Ranking'),
      period: Type.Optional(
        choice(periods, 'Of leaderboards and by-coin: UTC days, today included; allTime by default'),
      ),
      coin: Type.Optional(coin('Of by-coin (needed) and largest-trades')),
      since: Type.Optional(since('Of largest-trades; 24h by default')),
      limit: Type.Optional(count('Rows; 20 by default')),
      explain: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 5,
          description: 'Coins and last days of the first N (pnl, losers): 2 requests each',
        }),
      ),
      filters: Type.Optional(Type.Partial(Type.Object(filters, { additionalProperties: false }))),
      detail: detail(),
    },
    { additionalProperties: false },
  ),
  sections: {
    rows: 'Rows of the board, best first: see describe_api of its endpoint',
    coins: 'By address: TraderTokenStat[], PnL by coin of all time',
    days: 'By address: TraderDailyStat[], PnL by day',
  },
  plan({ board, period, coin: name, since: span, limit = 20, filters: bounds = {} }): Plan {
    const { request }: RankBoard = rankBoards[board as RankBoardName];
    if (board === 'by-coin' && name === undefined) throw new InputFault('The board by-coin needs coin.');
    const isOfEvents = board === 'largest-trades';
    if (name !== undefined && board !== 'by-coin' && !isOfEvents)
      throw new InputFault(`The board ${board} is of all coins. by-coin and largest-trades take coin.`);
    if (span !== undefined && !isOfEvents)
      throw new InputFault(`The board ${board} has no since. largest-trades has; leaderboards have period.`);
    if (period !== undefined && !periodic.includes(request.path)) {
      const withPeriod = names.filter((one) => periodic.includes(rankBoards[one].request.path));
      throw new InputFault(`The board ${board} has no period. These have: ${withPeriod.join(', ')}.`);
    }
    const window = isOfEvents ? { since: span ?? '24h' } : { period };
    const params = { ...request.params, ...window, coin: name, ...bounds };
    return { rows: { ...request, params, rows: limit } };
  },
  follow({ rows }, { board, explain }): Plan {
    if (explain === undefined || !explained.includes(board)) return {};
    const wallets = rowsIn(rows, 'traders')
      .slice(0, explain)
      .map(({ address }) => String(address));
    return Object.fromEntries(
      wallets.flatMap((address) => [
        [`coins ${address}`, { path: '/pulse/trader/{address}/tokens', params: { address } }],
        [`days ${address}`, { path: '/pulse/trader/{address}/daily', params: { address } }],
      ]),
    );
  },
  derive(found) {
    const byAddress = (kind: string) =>
      Object.entries(found).flatMap(([name, rows]) =>
        name.startsWith(`${kind} `) ? [[name.slice(kind.length + 1), rows]] : [],
      );
    const none = Object.fromEntries(
      Object.keys(found)
        .filter((name) => name.includes(' '))
        .map((name) => [name, undefined]),
    );
    const [coins, days] = [byAddress('coins'), byAddress('days')];
    return {
      ...none,
      ...(coins.length > 0 && { coins: Object.fromEntries(coins) }),
      ...(days.length > 0 && { days: Object.fromEntries(days) }),
    };
  },
  finding({ rows, coins }, { board, period, coin: name }) {
    const { list, word }: RankBoard = rankBoards[board as RankBoardName];
    const shown = rowsIn(rows, list);
    const span = period === undefined ? '' : ` (${period})`;
    const worst = Object.entries(bodyIn(coins)).map(([address, found]) => {
      const sorted = [...rowsIn(found)].sort((a, b) => Math.abs(Number(b.pnl)) - Math.abs(Number(a.pnl)));
      return `${address} mostly on ${sorted
        .slice(0, 3)
        .map((row) => `${row.coin} ${usd(row.pnl)}`)
        .join(', ')}`;
    });
    const about = `${counted(shown.length, 'row')} of ${board}${name === undefined ? '' : ` ${name}`}${span}`;
    return [`${about}${coverageOf(bodyIn(rows))}`, ...ranking(shown, word), ...worst];
  },
});

/** Number of ranked wallets; for boards after costs, also how many of the active wallets are read. */
function coverageOf({ matching, traded, unread, reason }: Record<string, unknown>): string {
  const ranked = matching === undefined ? '.' : `, of ${counted(matching, 'wallet')} ranked.`;
  if (typeof traded !== 'number' || typeof unread !== 'number') return ranked;
  const read = traded - unread;
  const text = `${ranked} Of ${counted(traded, 'wallet')} that traded ${short(read)} ${read === 1 ? 'is' : 'are'} read.`;
  return reason === 'unread' ? `${text} Too few to rank: ask again later.` : text;
}
