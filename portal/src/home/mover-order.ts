import type { Schemas } from '../api/calls.ts';
import { isSpot } from '../market/spot.ts';

type Market = Pick<
  Schemas['HLMarketData'],
  'coin' | 'markPx' | 'hasActivity' | 'change24h' | 'openInterest' | 'fundingRate'
>;

/** The four orders of movers. */
export type View = 'up' | 'down' | 'oi' | 'funding';

const orders: Readonly<Record<View, (market: Market) => number>> = {
  up: ({ change24h }) => -change24h,
  down: ({ change24h }) => change24h,
  oi: ({ openInterest }) => -openInterest,
  funding: ({ fundingRate }) => -Math.abs(fundingRate),
};

/** The best rose and the worst fell, however few they are. Spot has neither open interest nor funding. */
function isOf(view: View, { coin, change24h }: Market): boolean {
  if (view === 'up') return change24h > 0;
  return view === 'down' ? change24h < 0 : !isSpot(coin);
}

/** The first markets of an order, of those that trade. */
export function moversOf<Row extends Market>(markets: readonly Row[], view: View, rows: number): Row[] {
  const active = markets.filter((market) => market.hasActivity && market.markPx > 0 && isOf(view, market));
  return active.sort((a, b) => orders[view](a) - orders[view](b)).slice(0, rows);
}
