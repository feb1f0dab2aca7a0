import { PositionLink } from '../lifecycle/position-link.tsx';
import type { Column } from '../table/column.ts';
import {
  coined,
  counted,
  dollars,
  gain,
  lasting,
  percents,
  priced,
  sided,
  timed,
  wallet,
} from '../table/usual-columns.tsx';
import { type Archetype, list } from './archetype.ts';

const position = <Row extends { id: number }>(): Column<Row> => ({
  id: 'id',
  head: 'Position',
  value: (row) => row.id,
  cell: (row) => <PositionLink id={row.id} />,
  align: 'left',
});

/** Lists of coins and of single positions. */
export const positionLists: readonly Archetype[] = [
  list(
    ['coin-kings', 'Coin kings', 'The most profitable wallet in each coin.'],
    'pulse.coin-kings',
    [
      coined('CoinKing.coin'),
      wallet('wallet', 'Trader', (row) => row.wallet),
      gain('pnl', 'PnL in the coin', (row) => row.coinPnl, 'CoinKing.coinPnl'),
      counted('positions', 'Positions', (row) => row.lifecycles, 'CoinKing.lifecycles'),
      dollars('fees', 'Fees', (row) => row.totalFees, 'CoinKing.totalFees'),
    ],
    (row) => `${row.coin} ${row.rank}`,
  ),
  list(
    ['lethal-coins', 'Lethal coins', 'Coins where the most positions are liquidated.'],
    'pulse.lethal-coins',
    [
      coined('LethalCoinRow.coin'),
      percents('rate', 'Liquidated', (row) => row.liquidationPct, 'LethalCoinRow.liquidationPct'),
      counted('liquidations', 'Liquidations', (row) => row.liquidations, 'LethalCoinRow.liquidations'),
      counted('positions', 'Positions', (row) => row.totalLifecycles, 'LethalCoinRow.totalLifecycles'),
      dollars('penalty', 'Penalties', (row) => row.totalPenalty, 'LethalCoinRow.totalPenalty'),
    ],
    (row) => row.coin,
  ),
  list(
    ['perfect-exits', 'Perfect exits', 'Closed near the best price of the position.'],
    'pulse.perfect-exits',
    [
      position(),
      wallet('address', 'Trader', (row) => row.address),
      coined(),
      sided(),
      percents('capture', 'Best move captured', (row) => row.mfeCapturePct, 'PerfectExitRow.mfeCapturePct'),
      gain('pnl', 'PnL', (row) => row.realizedPnl, 'PerfectExitRow.realizedPnl'),
      priced('entry', 'Entry', (row) => row.entryVwap, 'PerfectExitRow.entryVwap'),
      priced('exit', 'Exit', (row) => row.exitVwap, 'PerfectExitRow.exitVwap'),
      timed('closed', 'Closed', (row) => row.closedAt, 'PerfectExitRow.closedAt'),
    ],
    (row) => row.id,
  ),
  list(
    ['max-pain-events', 'Max pain', 'Closed in profit after a deep drawdown.'],
    'pulse.max-pain-events',
    [
      position(),
      wallet('address', 'Trader', (row) => row.address),
      coined(),
      sided(),
      percents('drawdown', 'Drawdown', (row) => row.maxDrawdownPct, 'MaxPainEventRow.maxDrawdownPct'),
      gain('pnl', 'PnL', (row) => row.realizedPnl, 'MaxPainEventRow.realizedPnl'),
      lasting('held', 'Time held', (row) => row.durationMs, 'MaxPainEventRow.durationMs'),
      timed('closed', 'Closed', (row) => row.closedAt, 'MaxPainEventRow.closedAt'),
    ],
    (row) => row.id,
  ),
  list(
    ['backstop-events', 'Large liquidations', 'Positions that ended in a liquidation with a large loss.'],
    'pulse.backstop-events',
    [
      position(),
      wallet('address', 'Trader', (row) => row.address),
      coined(),
      sided(),
      gain('pnl', 'PnL', (row) => row.realizedPnl, 'BackstopEventRow.realizedPnl'),
      dollars('penalty', 'Penalty', (row) => row.penaltyFeePaid, 'BackstopEventRow.penaltyFeePaid'),
      lasting('held', 'Time held', (row) => row.durationMs, 'BackstopEventRow.durationMs'),
      timed('closed', 'Closed', (row) => row.closedAt, 'BackstopEventRow.closedAt'),
    ],
    (row) => row.id,
  ),
  list(
    ['coin-alpha-map', 'PnL by coin', 'PnL of winners and losers in each coin.'],
    'pulse.coin-alpha-map',
    [
      coined('CoinAlphaMapRow.coin'),
      gain('net', 'Net', (row) => row.netPnl, 'CoinAlphaMapRow.netPnl'),
      gain('won', 'Won', (row) => row.winnersPool, 'CoinAlphaMapRow.winnersPool'),
      gain('lost', 'Lost', (row) => row.losersPool, 'CoinAlphaMapRow.losersPool'),
      counted('wallets', 'Wallets', (row) => row.wallets, 'CoinAlphaMapRow.wallets'),
      counted('positions', 'Positions', (row) => row.lifecycles, 'CoinAlphaMapRow.lifecycles'),
    ],
    (row) => row.coin,
  ),
];
