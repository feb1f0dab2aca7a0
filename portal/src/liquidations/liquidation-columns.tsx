import type { Schemas } from '../api/calls.ts';
import { Address } from '../format/address.tsx';
import { Side, Toned } from '../format/change.tsx';
import { Coin } from '../format/coin.tsx';
import { amount, price as priceText, signedUsd, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import type { Column } from '../table/column.ts';
import { tierName } from '../words/tiers.ts';

export type Liquidation = Schemas['GetRecentLiquidationsRow'];

/** Names a row: one of a victim, coin and order. */
export function liquidationKey({ address, coin, timestampMs, closedPnl }: Liquidation): string {
  return `${String(address)} ${coin} ${timestampMs} ${closedPnl}`;
}

export const liquidationColumns: readonly Column<Liquidation>[] = [
  {
    id: 'time',
    head: 'Time',
    align: 'left',
    of: 'GetRecentLiquidationsRow.timestampMs',
    value: ({ timestampMs }) => timestampMs,
    cell: ({ timestampMs }) => <Time at={timestampMs} form="short" />,
  },
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
    cell: ({ address }) => <Address address={String(address)} />,
  },
  {
    id: 'side',
    head: 'Side',
    align: 'left',
    of: 'GetRecentLiquidationsRow.side',
    value: ({ side }) => side,
    cell: ({ side }) => <Side side={side} />,
  },
  {
    id: 'size',
    head: 'Size',
    isWide: true,
    of: 'GetRecentLiquidationsRow.size',
    value: ({ size }) => size,
    cell: ({ size }) => amount(size),
  },
  {
    id: 'price',
    head: 'Price',
    of: 'GetRecentLiquidationsRow.price',
    value: ({ price }) => price,
    cell: ({ price }) => priceText(price),
  },
  {
    id: 'notional',
    head: 'Notional',
    of: 'GetRecentLiquidationsRow.notional',
    value: ({ notional }) => notional,
    cell: ({ notional }) => usd(notional),
  },
  {
    id: 'pnl',
    head: 'Closed PnL',
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
    cell: ({ pnlTier }) => tierName(pnlTier),
  },
  {
    id: 'liquidator',
    head: 'Liquidator',
    align: 'left',
    isWide: true,
    of: 'GetRecentLiquidationsRow.liquidator',
    value: ({ liquidator }) => String(liquidator ?? ''),
    cell: ({ liquidator }) => (liquidator ? <Address address={String(liquidator)} /> : '–'),
  },
];
