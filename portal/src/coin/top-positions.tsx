import { callOf, type Schemas } from '../api/calls.ts';
import { Live, Side, Toned } from '../format/change.tsx';
import { amount, price, share, signedPercent, signedUsd, usd } from '../format/numbers.ts';
import { Time } from '../format/time.tsx';
import { Cohort } from '../names/cohort.tsx';
import { Wallet } from '../names/wallet.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { fundingReceived } from '../table/usual-columns.tsx';
import { words } from '../words/coin.ts';

type Position = Schemas['GetTopPositionsRow'];

/** Distance of the mark from the liquidation price, percent. */
function distanceOf({ liquidationPx, markPx }: Position): number | undefined {
  return liquidationPx === null || markPx === null ? undefined : (liquidationPx / markPx - 1) * 100;
}

const identity: readonly Column<Position>[] = [
  {
    id: 'wallet',
    head: 'Wallet',
    align: 'left',
    value: ({ address }) => String(address),
    cell: ({ address }) => <Wallet address={String(address)} />,
  },
  {
    id: 'side',
    head: 'Side',
    align: 'left',
    value: ({ side }) => side,
    cell: ({ side }) => <Side side={side} />,
  },
];

const sizes: readonly Column<Position>[] = [
  {
    id: 'notional',
    head: 'Notional',
    of: 'GetTopPositionsRow.notional',
    value: ({ notional }) => notional,
    cell: ({ notional }) => <Live value={notional}>{usd(notional)}</Live>,
  },
  {
    id: 'size',
    head: 'Size',
    of: 'GetTopPositionsRow.size',
    isWide: true,
    value: ({ size }) => size,
    cell: ({ size }) => amount(size),
  },
  {
    id: 'entry',
    head: 'Entry price',
    of: 'GetTopPositionsRow.entryPx',
    value: ({ entryPx }) => entryPx,
    cell: ({ entryPx }) => price(entryPx),
  },
  {
    id: 'liquidation',
    head: 'Liquidation price',
    of: 'GetTopPositionsRow.liquidationPx',
    value: ({ liquidationPx }) => liquidationPx,
    cell: ({ liquidationPx }) => price(liquidationPx),
  },
  {
    id: 'distance',
    head: 'To liquidation',
    value: distanceOf,
    cell: (row) => signedPercent(distanceOf(row), 1),
  },
  {
    id: 'leverage',
    head: 'Leverage',
    of: 'GetTopPositionsRow.leverage',
    isWide: true,
    value: ({ leverage }) => leverage,
    cell: ({ leverage, leverageType }) => (leverage === null ? '–' : `${leverage}× ${leverageType ?? ''}`),
  },
];

const results: readonly Column<Position>[] = [
  {
    id: 'pnl',
    head: 'Unrealized PnL',
    of: 'GetTopPositionsRow.unrealizedPnl',
    value: ({ unrealizedPnl }) => unrealizedPnl,
    cell: ({ unrealizedPnl }) => (
      <Toned value={unrealizedPnl}>
        <Live value={unrealizedPnl}>{signedUsd(unrealizedPnl)}</Live>
      </Toned>
    ),
  },
  {
    id: 'roe',
    head: 'ROE',
    of: 'GetTopPositionsRow.roe',
    isWide: true,
    value: ({ roe }) => roe,
    cell: ({ roe }) => <Toned value={roe}>{share(roe)}</Toned>,
  },
  fundingReceived(({ fundingSinceOpen }) => fundingSinceOpen, 'GetTopPositionsRow.fundingSinceOpen'),
  {
    id: 'opened',
    head: 'Opened',
    of: 'GetTopPositionsRow.pOpenedAt',
    isWide: true,
    value: ({ pOpenedAt }) => pOpenedAt,
    cell: ({ pOpenedAt }) => <Time at={pOpenedAt} form="short" />,
  },
  {
    id: 'cohort',
    head: 'Cohort',
    align: 'left',
    isWide: true,
    of: 'GetTopPositionsRow.pnlTier',
    value: ({ pnlTier }) => pnlTier,
    cell: ({ pnlTier }) => <Cohort tier={pnlTier} />,
  },
  {
    id: 'allTime',
    head: 'PnL, all time',
    of: 'GetTopPositionsRow.traderTotalPnl',
    isWide: true,
    value: ({ traderTotalPnl }) => Number(traderTotalPnl),
    cell: ({ traderTotalPnl }) => (
      <Toned value={Number(traderTotalPnl)}>{signedUsd(Number(traderTotalPnl))}</Toned>
    ),
  },
];

const columns = [...identity, ...sizes, ...results];

/** The largest open positions. */
export function TopPositions({ coin }: { coin: string }) {
  return (
    <AnswerPanel
      title={words.top}
      call={callOf('live.risk-coin', { coin })}
      everyMs={5_000}
      shape={{ rows: 20 }}
      empty={({ topPositions }) => (topPositions?.length ? undefined : words.noPositions)}
    >
      {({ topPositions }) => (
        <Table
          name="positions"
          label={words.top}
          rows={topPositions ?? []}
          columns={columns}
          rowKey={({ address }) => String(address)}
          sort="-notional"
        />
      )}
    </AnswerPanel>
  );
}
