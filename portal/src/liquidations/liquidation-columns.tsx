import type { Schemas } from '../api/calls.ts';
import { Toned } from '../format/change.tsx';
import { signedUsd, usd } from '../format/numbers.ts';
import { Cohort } from '../names/cohort.tsx';
import { Coin } from '../names/coin.tsx';
import { Wallet } from '../names/wallet.tsx';
import type { Column } from '../table/column.ts';
import { dollars, priced, sided, sized, timed, wide } from '../table/usual-columns.tsx';

export type Liquidation = Schemas['GetRecentLiquidationsRow'];

/** Names a row: one of a victim, coin and order. */
export function liquidationKey({ address, coin, timestampMs, closedPnl }: Liquidation): string {
  return `${String(address)} ${coin} ${timestampMs} ${closedPnl}`;
}

export const liquidationColumns: readonly Column<Liquidation>[] = [
  timed(
    'time',
    'Time',
    ({ timestampMs }) => new Date(timestampMs).toISOString(),
    'GetRecentLiquidationsRow.timestampMs',
  ),
  {
    id: 'coin',
    head: 'Coin',
    align: 'left',
    value: ({ coin }) => coin,
    cell: ({ coin }) => <Coin coin={coin} />,
  },
  {
    id: 'wallet',
    head: 'Wallet',
    align: 'left',
    of: 'GetRecentLiquidationsRow.address',
    value: ({ address }) => String(address),
    cell: ({ address }) => <Wallet address={String(address)} />,
  },
  sided('GetRecentLiquidationsRow.side'),
  ...wide<Liquidation>(sized('size', 'Size', (row) => row.size, 'GetRecentLiquidationsRow.size')),
  priced('price', 'Price', (row) => row.price, 'GetRecentLiquidationsRow.price'),
  dollars('notional', 'Notional', (row) => row.notional, 'GetRecentLiquidationsRow.notional'),
  {
    id: 'pnl',
    head: 'Realized PnL',
    of: 'GetRecentLiquidationsRow.closedPnl',
    value: ({ closedPnl }) => closedPnl,
    cell: ({ closedPnl }) => <Toned value={closedPnl}>{signedUsd(closedPnl)}</Toned>,
  },
  {
    id: 'penalty',
    head: 'Penalty',
    of: 'GetRecentLiquidationsRow.penaltyFee',
    isWide: true,
    value: ({ penaltyFee }) => penaltyFee,
    cell: ({ penaltyFee }) => usd(penaltyFee),
  },
  {
    id: 'cohort',
    head: 'Cohort',
    align: 'left',
    isWide: true,
    of: 'GetRecentLiquidationsRow.pnlTier',
    value: ({ pnlTier }) => pnlTier,
    cell: ({ pnlTier }) => <Cohort tier={pnlTier} />,
  },
  {
    id: 'liquidator',
    head: 'Liquidator',
    align: 'left',
    isWide: true,
    of: 'GetRecentLiquidationsRow.liquidator',
    value: ({ liquidator }) => String(liquidator ?? ''),
    cell: ({ liquidator }) => (liquidator ? <Wallet address={String(liquidator)} /> : '–'),
  },
];
