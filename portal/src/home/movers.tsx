import { useMemo, useState } from 'preact/hooks';
import type { Schemas } from '../api/calls.ts';
import { Live, Toned } from '../format/change.tsx';
import { price, signedPercent, unknown, usd } from '../format/numbers.ts';
import { Choice } from '../frame/choice.tsx';
import { isSpot } from '../market/spot.ts';
import { Coin } from '../names/coin.tsx';
import type { Column } from '../table/column.ts';
import { Table } from '../table/table.tsx';
import { words } from '../words/home.ts';
import { moversOf, type View } from './mover-order.ts';

type Market = Schemas['HLMarketData'];
const shownRows = 15;
const views: readonly (readonly [View, string])[] = [
  ['up', 'Best 24 h'],
  ['down', 'Worst 24 h'],
  ['oi', 'Open interest'],
  ['funding', 'Funding'],
];

const columns: readonly Column<Market>[] = [
  {
    id: 'coin',
    head: 'Coin',
    align: 'left',
    cell: ({ coin }) => <Coin coin={coin} />,
  },
  {
    id: 'mark',
    head: 'Mark',
    of: 'HLMarketData.markPx',
    cell: ({ markPx }) => <Live value={markPx}>{price(markPx)}</Live>,
  },
  {
    id: 'change',
    head: '24 h',
    of: 'HLMarketData.change24h',
    cell: ({ change24h }) => <Toned value={change24h}>{signedPercent(change24h)}</Toned>,
  },
  {
    id: 'volume',
    head: 'Volume 24 h',
    of: 'HLMarketData.volume24h',
    isWide: true,
    cell: ({ volume24h }) => usd(volume24h),
  },
  {
    id: 'oi',
    head: 'Open interest',
    of: 'HLMarketData.openInterest',
    cell: ({ coin, openInterest }) => (isSpot(coin) ? unknown : usd(openInterest)),
  },
  {
    id: 'funding',
    head: 'Funding / h',
    of: 'HLMarketData.fundingRate',
    cell: ({ coin, fundingRate }) =>
      isSpot(coin) ? unknown : <Toned value={fundingRate}>{signedPercent(fundingRate * 100, 4)}</Toned>,
  },
];

/** The markets at the ends of four orders. */
export function Movers({ markets }: { markets: readonly Market[] }) {
  const [view, setView] = useState<View>('up');
  const shown = useMemo(() => moversOf(markets, view, shownRows), [markets, view]);
  return (
    <>
      <div class="panel-bar">
        <Choice label="Order" options={views} value={view} onChange={setView} />
      </div>
      {shown.length === 0 ? (
        <p class="note empty">{words.noMovers}</p>
      ) : (
        <Table
          name="movers"
          label="Movers"
          rows={shown}
          columns={columns}
          rowKey={({ coin }) => coin}
          isShort
        />
      )}
    </>
  );
}
