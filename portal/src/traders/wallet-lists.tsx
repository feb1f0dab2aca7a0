import { counted, dollars, gain, timed, wallet } from '../table/usual-columns.tsx';
import { type Archetype, list } from './archetype.ts';
import { traderColumns } from './trader-columns.tsx';

/** Lists of wallets, by their closed positions of 90 days. */
export const walletLists: readonly Archetype[] = [
  list(
    ['survivors', 'Survivors', 'Recovered from a deep loss.'],
    'pulse.survivors',
    [
      wallet('wallet', 'Trader', (row) => row.wallet),
      gain('recovery', 'Recovered', (row) => row.recoveryAmount, 'Survivor.recoveryAmount'),
      gain('trough', 'Lowest PnL', (row) => row.trough, 'Survivor.trough'),
      gain('now', 'PnL now', (row) => row.currentCumPnl, 'Survivor.currentCumPnl'),
    ],
    (row) => row.wallet,
  ),
  list(
    ['anti-survivors', 'Under water', 'Still far below their peak.'],
    'pulse.anti-survivors',
    [
      wallet('wallet', 'Trader', (row) => row.wallet),
      gain('now', 'PnL now', (row) => row.currentCumPnl, 'AntiSurvivor.currentCumPnl'),
      gain('trough', 'Lowest PnL', (row) => row.trough, 'AntiSurvivor.trough'),
    ],
    (row) => row.wallet,
  ),
  list(
    ['persistent-winners', 'Persistent winners', 'In profit in at least two calendar months.'],
    'pulse.persistent-winners',
    [
      wallet('wallet', 'Trader', (row) => row.wallet),
      counted(
        'months',
        'Months in profit',
        (row) => row.profitableMonths,
        'PersistentWinner.profitableMonths',
      ),
      gain('pnl', 'PnL', (row) => row.totalPnl, 'PersistentWinner.totalPnl'),
      gain('best', 'Best month', (row) => row.bestMonthPnl, 'PersistentWinner.bestMonthPnl'),
    ],
    (row) => row.wallet,
  ),
  list(
    ['one-month-wonders', 'One-month wonders', 'One great month, and a loss over all the others.'],
    'pulse.one-month-wonders',
    [
      wallet('wallet', 'Trader', (row) => row.wallet),
      gain('best', 'Best month', (row) => row.bestMonthPnl, 'OneMonthWonder.bestMonthPnl'),
      dollars('giveback', 'Given back', (row) => row.giveback, 'OneMonthWonder.giveback'),
      gain('pnl', 'PnL', (row) => row.totalPnl, 'OneMonthWonder.totalPnl'),
      counted('months', 'Active months', (row) => row.activeMonths, 'OneMonthWonder.activeMonths'),
    ],
    (row) => row.wallet,
  ),
  list(
    ['capital-titans', 'Capital titans', 'Most PnL per dollar of fees.'],
    'pulse.capital-titans',
    [
      wallet('wallet', 'Trader', (row) => row.wallet),
      dollars('ratio', 'PnL per fee dollar', (row) => row.pnlPerFeeDollar, 'CapitalTitan.pnlPerFeeDollar'),
      gain('pnl', 'PnL', (row) => row.totalPnl, 'CapitalTitan.totalPnl'),
      dollars('fees', 'Fees', (row) => row.totalFees, 'CapitalTitan.totalFees'),
      counted('positions', 'Positions', (row) => row.lifecycles, 'CapitalTitan.lifecycles'),
    ],
    (row) => row.wallet,
  ),
  list(
    ['newcomer-whales', 'Newcomer whales', 'Large, and first seen within 30 days.'],
    'pulse.newcomer-whales',
    [
      wallet('wallet', 'Trader', (row) => row.wallet),
      dollars('notional', 'Gross notional', (row) => row.grossNotional, 'NewcomerWhale.grossNotional'),
      gain('pnl', 'PnL', (row) => row.totalPnl, 'NewcomerWhale.totalPnl'),
      counted('positions', 'Positions', (row) => row.lifecycles, 'NewcomerWhale.lifecycles'),
      timed('first', 'First seen', (row) => row.firstSeen, 'NewcomerWhale.firstSeen'),
    ],
    (row) => row.wallet,
  ),
  list(
    ['hidden-gems', 'Hidden gems', 'Few trades, a high win rate, in profit.'],
    'pulse.hidden-gems',
    traderColumns(true),
    (row) => row.address,
  ),
  list(
    ['top-liquidators', 'Liquidators', 'Wallets that take over liquidated positions.'],
    'pulse.top-liquidators',
    [
      wallet('wallet', 'Liquidator', (row) => row.wallet),
      dollars(
        'penalty',
        'Penalties collected',
        (row) => row.totalPenaltyCollected,
        'TopLiquidatorRow.totalPenaltyCollected',
      ),
      counted(
        'liquidations',
        'Liquidations',
        (row) => row.liquidationsExecuted,
        'TopLiquidatorRow.liquidationsExecuted',
      ),
      counted(
        'victims',
        'Liquidated wallets',
        (row) => row.distinctVictims,
        'TopLiquidatorRow.distinctVictims',
      ),
      counted('coins', 'Coins', (row) => row.distinctCoins, 'TopLiquidatorRow.distinctCoins'),
      gain(
        'pnl',
        'PnL of liquidated wallets',
        (row) => row.victimClosedPnl,
        'TopLiquidatorRow.victimClosedPnl',
      ),
    ],
    (row) => row.wallet,
  ),
];
