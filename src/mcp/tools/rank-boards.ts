import type { SectionRequest } from '../kit/tool.ts';
import { counted, percent, short, usd } from '../kit/wording.ts';

type Row = Record<string, unknown>;

export interface RankBoard {
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

export type RankBoardName = keyof typeof rankBoards;
