import { dayMs } from '../../../src/kernel/clock.ts';
import { clearAlone } from './clearing.ts';
import { tradeId, transactionHash } from './hex.ts';
import type { Market } from './market.ts';
import type { Twaps } from './twaps.ts';
import type { Venue } from './venue.ts';

/** Takes a perp off the exchange from time to time: all its positions are settled at the mark. */
export interface Delistings {
  run(): void;
  save(): DelistingsState;
}

export interface DelistingsState {
  nextMs: number;
}

const everyMs = 7 * dayMs;
/** Coins that always stay. */
const keptPerps = 8;

/** @param twaps their slices end with the coin. */
export function createDelistings(venue: Venue, twaps: Twaps, saved?: DelistingsState): Delistings {
  const natives = venue.markets.filter(({ kind, dex, open }) => kind === 'perp' && dex === 0 && open);
  let nextMs = saved?.nextMs ?? venue.timeMs + dayMs * 0.55;
  return {
    run() {
      if (venue.timeMs < nextMs || natives.length <= keptPerps) return;
      nextMs += everyMs;
      const market = natives.pop()!;
      twaps.cancel(market);
      delist(venue, market);
      venue.events.market?.({ type: 'delisted', market });
    },
    save: () => ({ nextMs }),
  };
}

function delist(venue: Venue, market: Market): void {
  const { positions, prices } = venue;
  venue.books.cancel(market.book, () => true);
  market.open = false;
  const hash = transactionHash(venue.rng, venue.blockNumber);
  const px = prices.mark[market.index]!;
  for (let slot = positions.firstOfMarket(market.index); slot >= 0; slot = positions.nextOfMarket[slot]!) {
    const szi = positions.szi[slot]!;
    if (szi === 0) continue;
    const oid = venue.nextOid();
    clearAlone(venue, {
      wallet: positions.wallet[slot]!,
      market,
      px,
      sz: Math.abs(szi),
      isBuy: szi < 0,
      dir: 'Settlement',
      hash,
      oid,
      tid: tradeId(oid, 0),
    });
  }
}
