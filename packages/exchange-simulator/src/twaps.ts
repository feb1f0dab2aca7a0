import type { TwapEvent } from './events.ts';
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

interface Twap extends Omit<TwapEvent, 'timeMs' | 'status'> {
  isWaiting: boolean;
  sliceSz: number;
  slices: number;
  nextMs: number;
}

const sliceEveryMs = 30_000;
/** TWAPs at once; more are not begun. */
const twapsLimit = 200;
/** Price limit of a slice: within 3 % of the mark, as on the real exchange. */
const slippage = 0.03;
/** Every fifth order waits for a trigger, every third has a stop price. */
const oneOf = { triggers: 5, stops: 3 };
/** Distances from the mark, as shares of it: a trigger is usually crossed at once, a stop price rarely. */
const shares = { trigger: 0.02, stop: 0.2 };

export function createTwaps(venue: Venue, saved?: TwapsState): Twaps {
  let running: Twap[] = saved?.running ?? [];
  let nextId = saved?.nextId ?? 1_500_000;
  const markOf = ({ index }: Market) => venue.prices.mark[index]!;

  function emit(twap: Twap, status: TwapEvent['status']): void {
    const { isWaiting: _, sliceSz, slices, nextMs, ...event } = twap;
    venue.events.twap?.({ ...event, timeMs: venue.timeMs, status });
  }

  function sendSlice(twap: Twap): void {
    const { wallet, market, isBuy } = twap;
    const px = validPx(market, markOf(market) * (isBuy ? 1 + slippage : 1 - slippage));
    const sz = affordable(venue, { wallet, market, isBuy, px, sz: twap.sliceSz });
    const from = venue.fills.length;
    if (sz > 0) placeOrder(venue, { wallet, market, isBuy, px, sz, rests: false, twapId: twap.id });
    for (const fill of venue.fills.slice(from)) {
      if (fill.twapId !== twap.id) continue;
      twap.executedSz += fill.sz;
      twap.executedNtl += fill.sz * fill.px;
    }
    twap.slices -= 1;
    twap.nextMs += sliceEveryMs;
  }

  /** @returns false if the order ended */
  function advance(twap: Twap): boolean {
    const { market, isBuy, trigger, stopPx } = twap;
    const mark = markOf(market);
    if (twap.isWaiting && trigger !== undefined && mark > trigger.px === trigger.above) {
      twap.isWaiting = false;
      emit(twap, 'activated');
    }
    if (twap.nextMs > venue.timeMs) return true;
    if (twap.isWaiting) {
      twap.nextMs += sliceEveryMs;
      return true;
    }
    if (stopPx !== undefined && (isBuy ? mark >= stopPx : mark <= stopPx)) {
      emit(twap, 'stopped');
      return false;
    }
    sendSlice(twap);
    if (twap.slices > 0) return true;
    emit(twap, 'finished');
    return false;
  }

  return {
    start({ wallet, market, isBuy, sz, slices }) {
      const sliceSz = Math.floor(sz / slices);
      if (sliceSz < 1 || running.length >= twapsLimit) return;
      const [id, startedMs, mark] = [nextId++, venue.timeMs, markOf(market)];
      const isWaiting = id % oneOf.triggers === 0;
      const stopShare = isBuy ? 1 + shares.stop : 1 - shares.stop;
      const twap: Twap = {
        id,
        wallet,
        market,
        isBuy,
        startedMs,
        isWaiting,
        sliceSz,
        slices,
        sz: sliceSz * slices,
        minutes: Math.ceil((slices * sliceEveryMs) / 60_000),
        executedSz: 0,
        executedNtl: 0,
        nextMs: startedMs + sliceEveryMs,
        trigger: isWaiting ? { px: validPx(market, mark * (1 - shares.trigger)), above: true } : undefined,
        stopPx: id % oneOf.stops === 0 ? validPx(market, mark * stopShare) : undefined,
      };
      running.push(twap);
      emit(twap, isWaiting ? 'waitingForTrigger' : 'activated');
    },
    run() {
      running = running.filter(advance);
    },
    cancel(market) {
      for (const twap of running) if (twap.market === market) emit(twap, 'terminated');
      running = running.filter((twap) => twap.market !== market);
    },
    save: () => ({ running, nextId }),
  };
}
