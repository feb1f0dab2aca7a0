import { setImmediate as turn } from 'node:timers/promises';
import { type Clock, dayMs } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import { swrValue } from '../../kernel/swr-cache.ts';
import { freshContext, officialOpenInterest } from '../../market/freshness.ts';
import type { Mark, Market } from '../../market/market.ts';
import { type CoinSums, sumCoin } from '../../positions/coin-sums.ts';
import type { Positions } from '../../positions/positions.ts';
import { eachPosition, type TakePosition } from '../../positions/valued-positions.ts';
import { createPositionSums, type PositionTally, tallyOf } from './position-sums.ts';

export interface CoinTally extends PositionTally {
  coin: string;
  /** Undefined if there is no mark. */
  markPx: number | undefined;
}

export interface AllTallies extends PositionTally {
  /** Every coin with open positions. */
  coins: ReadonlyMap<string, CoinTally>;
  /** Distinct wallets with a position. */
  uniqueWallets: number;
  /** Wallets with an account state within 24 hours, or an open position. */
  tradersTracked: number;
}

/** Sums of the open positions, at most a second old. */
export interface PositionTallies {
  /** @param coin in the exchange's own spelling @param take also receives each position */
  ofCoin(coin: string, take?: TakePosition): CoinTally;
  all(signal?: AbortSignal): Promise<AllTallies>;
}

const freshMs = 1_000;
/** Positions between two turns of the event loop: some milliseconds. */
const sliceRows = 50_000;

export function createPositionTallies(parts: {
  positions: Positions;
  market: Pick<Market, 'mark' | 'context' | 'contexts'>;
  clock: Clock;
}): PositionTallies {
  const { positions, market, clock } = parts;

  function sumsOf(coin: string): { sums: CoinSums; tally: CoinTally; basis: Mark['basis'] | undefined } {
    const nowMs = clock.nowMs();
    const mark = market.mark(coin);
    const markPx = mark && Number(mark.px);
    const sums = sumCoin(positions.ofCoin(coin), positions, { markPx, nowMs });
    const context = freshContext(market, coin, nowMs);
    const official = context && officialOpenInterest(context);
    const markNotional = mark?.basis === 'context' ? sums.seen.notional : 0;
    const tally = tallyOf(sums, { basis: positions.basis(coin), official, markNotional });
    return { sums, tally: { coin, markPx, ...tally }, basis: mark?.basis };
  }

  async function all(): Promise<AllTallies> {
    const coins = new Map<string, CoinTally>();
    const all = createPositionSums();
    let [openInterest, official, seen, slice] = [0, 0, 0, 0];
    for (const coin of positions.coins()) {
      slice += positions.ofCoin(coin).count;
      if (slice > sliceRows) {
        await turn();
        slice = 0;
      }
      const { sums, tally, basis } = sumsOf(coin);
      all.add(sums, basis);
      coins.set(coin, tally);
      openInterest += tally.openInterest;
    }
    for (const { coin } of market.contexts()) {
      const context = freshContext(market, coin, clock.nowMs());
      const usd = context === undefined ? 0 : officialOpenInterest(context);
      if (usd === 0) continue;
      official += usd;
      const known = coins.get(coin);
      // Open interest exists, but no holder's positions have been read.
      if (known === undefined) openInterest += usd;
      else seen += known.exposure.long().notional;
    }
    const tally = all.tally(positions.basis(), undefined);
    // Only coins with an official figure: positions of other coins would offset positions that have not been read.
    const coverage = official === 0 ? undefined : seen / official;
    const tradersTracked = positions.tracked(clock.nowMs() - dayMs);
    return {
      ...tally,
      openInterest: roundedUsd(openInterest),
      coverage,
      coins,
      uniqueWallets: positions.holders(),
      tradersTracked,
    };
  }

  const shared = swrValue({ read: all, freshMs });
  return {
    ofCoin(coin, take) {
      const { tally } = sumsOf(coin);
      const { markPx } = tally;
      if (take !== undefined) eachPosition(positions, coin, { markPx, nowMs: clock.nowMs() }, take);
      return tally;
    },
    all: shared,
  };
}
