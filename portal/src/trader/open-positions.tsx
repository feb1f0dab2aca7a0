import { callOf, type Schemas } from '../api/calls.ts';
import { Live, Side, Toned } from '../format/change.tsx';
import { amount, percent, price, share, signedUsd, usd } from '../format/numbers.ts';
import { listMs } from '../frame/pace.ts';
import { Coin } from '../names/coin.tsx';
import { AnswerPanel } from '../states/answer-panel.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { fundingReceived } from '../table/usual-columns.tsx';

type Position = Schemas['HLPositionItem'];

const known = (text: string) => (text === '' ? undefined : Number(text));

/** Distance of the mark from the liquidation price, percent of the mark; undefined without a liquidation price. */
export function liquidationDistance({ markPrice, liquidationPrice }: Position): number | undefined {
  const mark = known(markPrice);
  const liquidation = known(liquidationPrice);
  if (mark === undefined || liquidation === undefined || mark === 0) return undefined;
  return (Math.abs(mark - liquidation) / mark) * 100;
}

const notional = ({ size, markPrice }: Position) => Math.abs(Number(size)) * Number(markPrice);

const columns: readonly Column<Position>[] = [
  {
    id: 'coin',
    head: 'Coin',
    value: (row) => row.symbol,
    cell: (row) => <Coin coin={row.symbol} />,
    align: 'left',
  },
  {
    id: 'side',
    head: 'Side',
    value: (row) => row.side,
    cell: (row) => <Side side={row.side} />,
    align: 'left',
  },
  {
    id: 'notional',
    head: 'Notional',
    value: notional,
    cell: (row) => <Live value={notional(row)}>{usd(notional(row))}</Live>,
  },
  {
    id: 'unrealized',
    head: 'Unrealized PnL',
    of: 'HLPositionItem.unrealizedPnl' as const,
    value: (row) => known(row.unrealizedPnl),
    cell: (row) => (
      <Toned value={known(row.unrealizedPnl)}>
        <Live value={known(row.unrealizedPnl)}>{signedUsd(known(row.unrealizedPnl))}</Live>
      </Toned>
    ),
  },
  {
    id: 'roe',
    head: 'ROE',
    of: 'HLPositionItem.roe' as const,
    value: (row) => known(row.roe),
    cell: (row) => <Toned value={known(row.roe)}>{share(known(row.roe))}</Toned>,
  },
  fundingReceived((row) => known(row.fundingSinceOpen), 'HLPositionItem.fundingSinceOpen'),
  {
    id: 'size',
    head: 'Size',
    value: (row) => Number(row.size),
    cell: (row) => amount(row.size),
    isWide: true,
  },
  {
    id: 'entry',
    head: 'Entry price',
    value: (row) => known(row.entryPrice),
    cell: (row) => price(known(row.entryPrice)),
  },
  {
    id: 'mark',
    head: 'Mark price',
    value: (row) => known(row.markPrice),
    cell: (row) => price(known(row.markPrice)),
  },
  {
    id: 'liquidation',
    head: 'Liquidation price',
    of: 'HLPositionItem.liquidationPrice' as const,
    value: (row) => known(row.liquidationPrice),
    cell: (row) => price(known(row.liquidationPrice)),
  },
  {
    id: 'distance',
    head: 'To liquidation',
    value: liquidationDistance,
    cell: (row) => {
      const distance = liquidationDistance(row);
      return <span class={distance !== undefined && distance < 5 ? 'warn' : ''}>{percent(distance)}</span>;
    },
  },
  {
    id: 'margin',
    head: 'Margin',
    value: (row) => known(row.margin),
    cell: (row) => usd(known(row.margin)),
    isWide: true,
  },
  {
    id: 'leverage',
    head: 'Leverage',
    isWide: true,
    value: (row) => row.leverage,
    cell: (row) => (row.leverage === 0 ? '–' : `${row.leverage}× ${row.marginMode}`),
  },
];

/** Current positions of a wallet, as reported by the exchange, with their distance to liquidation. */
export function OpenPositions({ address }: { address: string }) {
  return (
    <AnswerPanel
      title="Open positions"
      call={callOf('market.positions', { address })}
      everyMs={listMs}
      shape={{ rows: 4 }}
      empty={(rows) => (rows?.length ? undefined : 'No open positions.')}
    >
      {(rows) => (
        <Table
          name="open"
          label="Open positions"
          rows={rows}
          columns={columns}
          rowKey={({ symbol }) => symbol}
          sort="-notional"
          isShort={rows.length <= 25}
        />
      )}
    </AnswerPanel>
  );
}
