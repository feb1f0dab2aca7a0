import type { Schemas } from '../api/calls.ts';
import { share } from '../format/numbers.ts';
import { Coin } from '../names/coin.tsx';
import { Outcome } from '../names/outcome.tsx';
import { outcomeName, sideName } from '../names/outcome-name.ts';
import type { Column } from '../table/column.ts';
import { counted, dollars, gain, sized, texts, timed, wallet } from '../table/usual-columns.tsx';
import { Probability } from './probability.tsx';

type Listed = Schemas['HIP4OutcomeListItem'];
type Settlement = Schemas['HIP4SettlementItem'];
type Trader = Schemas['TopTraderItem'];

/** Which side won. */
function wonText({ winningSide, settleFraction }: Settlement): string {
  if (winningSide === undefined)
    return settleFraction === undefined ? 'split' : `split at ${share(settleFraction, 1)}`;
  return sideName(winningSide);
}

/** Columns of traded outcomes; those that are settled have no price any more. */
export const outcomeColumns = (settled: ReadonlyMap<number, Settlement>): Column<Listed>[] => [
  {
    id: 'name',
    head: 'Outcome',
    align: 'left',
    value: outcomeName,
    cell: (row) => <Outcome outcome={row} />,
  },
  {
    id: 'chance',
    head: 'Chance',
    align: 'left',
    cell: (row) => {
      const settlement = settled.get(row.outcomeId);
      if (settlement !== undefined) return <span class="dim">settled: {wonText(settlement)}</span>;
      return <Probability coin={row.sides?.[0]?.coinKey ?? `#${row.outcomeId}0`} everyMs={60_000} />;
    },
  },
  dollars('volume', 'Volume', (row) => row.notionalUsdh, 'HIP4OutcomeListItem.notionalUsdh'),
  counted('fills', 'Trades', (row) => row.fills, 'HIP4OutcomeListItem.fills'),
  counted('wallets', 'Wallets', (row) => row.uniqueWallets, 'HIP4OutcomeListItem.uniqueWallets'),
  {
    ...texts<Listed>(
      'underlying',
      'Underlying',
      (row) => row.priceBinary?.underlying,
      'ParsedPriceBinary.underlying',
    ),
    cell: ({ priceBinary }) => priceBinary?.underlying && <Coin coin={priceBinary.underlying} />,
  },
  timed('expiry', 'Expires', (row) => row.priceBinary?.expiry, 'ParsedPriceBinary.expiry'),
  timed('last', 'Last trade', (row) => row.lastTraded, 'HIP4OutcomeListItem.lastTraded'),
];

export const settlementColumns: readonly Column<Settlement>[] = [
  {
    id: 'name',
    head: 'Outcome',
    align: 'left',
    value: outcomeName,
    cell: (row) => <Outcome outcome={row} />,
  },
  {
    id: 'won',
    head: 'Won',
    align: 'left',
    of: 'HIP4SettlementItem.winningSide',
    value: (row) => row.winningSide,
    cell: wonText,
  },
  dollars('paid', 'Paid', (row) => row.totalWinnerPayout, 'HIP4SettlementItem.totalWinnerPayout'),
  dollars('lost', 'Lost', (row) => row.totalLoserLoss, 'HIP4SettlementItem.totalLoserLoss'),
  timed('settled', 'Settled', (row) => row.settledAt, 'HIP4SettlementItem.settledAt'),
];

export const traderColumns: readonly Column<Trader>[] = [
  wallet('address', 'Trader', (row) => row.address),
  gain('pnl', 'PnL', (row) => row.realizedPnlUsdh, 'TopTraderItem.realizedPnlUsdh'),
  dollars('volume', 'Volume', (row) => row.totalNotionalUsdh, 'TopTraderItem.totalNotionalUsdh'),
  sized('contracts', 'Contracts', (row) => row.totalContracts, 'TopTraderItem.totalContracts'),
  counted('outcomes', 'Outcomes', (row) => row.distinctOutcomes, 'TopTraderItem.distinctOutcomes'),
];
