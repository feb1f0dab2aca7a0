import type { Schemas } from '../api/calls.ts';
import { BalanceBar } from '../chart/balance-bar.tsx';
import { Live, Toned } from '../format/change.tsx';
import { count, price, share, signedPercent, unknown, usd } from '../format/numbers.ts';
import { Coin } from '../names/coin.tsx';
import type { Column } from '../table/column.ts';
import { CandleSpark } from './candle-spark.tsx';
import { isSpot } from './spot.ts';

/** A market with the positions in it that are known. */
export interface MarketRow extends Omit<Schemas['HLMarketData'], '$schema'> {
  positions: Schemas['CoinLongShortBody'] | undefined;
}

/** Hours of funding in a year. */
const yearHours = 24 * 365;

/** Distance of the mark from the oracle's price, percent; spot has no oracle. */
function basisOf({ coin, markPx, oraclePx }: MarketRow): number | undefined {
  return isSpot(coin) || oraclePx <= 0 ? undefined : (markPx / oraclePx - 1) * 100;
}

export const marketColumns: readonly Column<MarketRow>[] = [
  {
    id: 'coin',
    head: 'Coin',
    align: 'left',
    of: 'HLMarketData.coin',
    value: ({ coin }) => coin,
    cell: ({ coin }) => <Coin coin={coin} />,
  },
  {
    id: 'mark',
    head: 'Mark',
    of: 'HLMarketData.markPx',
    value: ({ markPx }) => markPx,
    cell: ({ markPx }) => <Live value={markPx}>{markPx > 0 ? price(markPx) : price(undefined)}</Live>,
  },
  {
    id: 'change',
    head: '24 h',
    of: 'HLMarketData.change24h',
    value: ({ change24h }) => change24h,
    cell: ({ change24h }) => <Toned value={change24h}>{signedPercent(change24h)}</Toned>,
  },
  { id: 'spark', head: 'Last 24 h', isWide: true, cell: ({ coin }) => <CandleSpark coin={coin} /> },
  {
    id: 'volume',
    head: 'Volume 24 h',
    of: 'HLMarketData.volume24h',
    value: ({ volume24h }) => volume24h,
    cell: ({ volume24h }) => usd(volume24h),
  },
  {
    id: 'oi',
    head: 'Open interest',
    of: 'HLMarketData.openInterest',
    value: ({ coin, openInterest }) => (isSpot(coin) ? undefined : openInterest),
    cell: ({ coin, openInterest }) =>
      isSpot(coin) ? unknown : <Live value={openInterest}>{usd(openInterest)}</Live>,
  },
  {
    id: 'funding',
    head: 'Funding / h',
    of: 'HLMarketData.fundingRate',
    value: ({ coin, fundingRate }) => (isSpot(coin) ? undefined : fundingRate),
    cell: ({ coin, fundingRate }) =>
      isSpot(coin) ? unknown : <Toned value={fundingRate}>{signedPercent(fundingRate * 100, 4)}</Toned>,
  },
  {
    id: 'yearly',
    head: 'Funding / y',
    isWide: true,
    value: ({ coin, fundingRate }) => (isSpot(coin) ? undefined : fundingRate * yearHours),
    cell: ({ coin, fundingRate }) =>
      isSpot(coin) ? unknown : signedPercent(fundingRate * yearHours * 100, 1),
  },
  {
    id: 'basis',
    head: 'Mark – oracle',
    of: 'HLMarketData.oraclePx',
    isWide: true,
    value: basisOf,
    cell: (market) => signedPercent(basisOf(market), 3),
  },
  {
    id: 'bias',
    head: 'Longs – shorts',
    of: 'CoinLongShortBody.netBias',
    isWide: true,
    value: ({ positions }) => positions?.longAccounts,
    cell: ({ positions }) =>
      positions === undefined ? (
        ''
      ) : (
        <BalanceBar {...accountsOf(positions)} label={accountsText(positions)} />
      ),
  },
  {
    id: 'positions',
    head: 'Positions',
    of: 'CoinLongShortBody.sampleSize',
    isWide: true,
    value: ({ positions }) => positions?.sampleSize,
    cell: ({ positions }) => count(positions?.sampleSize),
  },
  {
    id: 'top5',
    head: 'Top 5',
    of: 'CoinLongShortBody.concentrationTop5',
    isWide: true,
    value: ({ positions }) => positions?.concentrationTop5,
    cell: ({ positions }) => share(positions?.concentrationTop5, 0),
  },
];

function accountsOf({ longAccounts, shortAccounts }: Schemas['CoinLongShortBody']) {
  return { long: longAccounts, short: shortAccounts };
}

function accountsText({ longAccounts, shortAccounts }: Schemas['CoinLongShortBody']): string {
  return `${count(longAccounts)} long, ${count(shortAccounts)} short`;
}
