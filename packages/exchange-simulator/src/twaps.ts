import type { Market } from './market.ts';
import { validPx } from './market-making.ts';
import { affordable, placeOrder } from './matching.ts';
import type { Venue } from './venue.ts';

/** Orders that the exchange sends in slices, every 30 s. */
export interface Twaps {
  start(twap: { wallet: number; market: Market; isBuy: boolean; sz: number; slices: number }): void;
  /** Sends the slices that are due. */
  run(): void;
  cancel(market: Market): void;
  save(): TwapsState;
}

export interface TwapsState {
  running: Twap[];
  nextId: number;
}

interface Twap {
  id: number;
  wallet: number;
  market: Market;
  isBuy: boolean;
  sliceSz: number;
  slices: number;
  nextMs: number;
}

const sliceEveryMs = 30_000;
/** TWAPs at once; more are not begun. */
const twapsLimit = 200;
/** Price limit of a slice: within 3 % of the mark, as on the real exchange. */
const slippage = 0.03;

export function createTwaps(venue: Venue, saved?: TwapsState): Twaps {
  let running: Twap[] = saved?.running ?? [];
  let nextId = saved?.nextId ?? 1_500_000;

  function sendSlice(twap: Twap): void {
    const { wallet, market, isBuy } = twap;
    const mark = venue.prices.mark[market.index]!;
    const px = validPx(market, mark * (isBuy ? 1 + slippage : 1 - slippage));
    const sz = affordable(venue, { wallet, market, isBuy, px, sz: twap.sliceSz });
    if (sz > 0) placeOrder(venue, { wallet, market, isBuy, px, sz, rests: false, twapId: twap.id });
    twap.slices -= 1;
    twap.nextMs += sliceEveryMs;
  }

  return {
    start({ wallet, market, isBuy, sz, slices }) {
      const sliceSz = Math.floor(sz / slices);
      if (sliceSz < 1 || running.length >= twapsLimit) return;
      const nextMs = venue.timeMs + sliceEveryMs;
      running.push({ id: nextId++, wallet, market, isBuy, sliceSz, slices, nextMs });
    },
    run() {
      for (const twap of running) if (twap.nextMs <= venue.timeMs) sendSlice(twap);
      running = running.filter(({ slices }) => slices > 0);
    },
    cancel(market) {
      running = running.filter((twap) => twap.market !== market);
    },
    save: () => ({ running, nextId }),
  };
}
