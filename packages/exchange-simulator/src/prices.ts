import { hourMs } from '../../../src/kernel/clock.ts';
import { type RngState, type SeededRng, savedRng } from '../../../src/kernel/rng.ts';
import { powersOfTen, roundToTick } from './decimal.ts';
import { type Market, marketsLimit } from './market.ts';

/** Prices that do not come from the book: where each market's value is, in its price units. */
export interface Prices {
  /** Oracle and mark of perps, the fair price elsewhere. */
  oracle: Float64Array;
  mark: Float64Array;
  previousMark: Float64Array;
  /** Sum of recent returns; trend followers trade by it. */
  trend: Float64Array;
  /** Starts a market at its first price. */
  open(market: Market): void;
  /** Moves all prices by `elapsedMs`. */
  advance(elapsedMs: number): void;
  /** Sets an outcome's probability, both sides. */
  setProbability(yes: Market, no: Market, px: number): void;
  save(): PricesState;
}

type Column = 'oracle' | 'mark' | 'previousMark' | 'trend' | 'exact' | 'premium' | 'lean';

export interface PricesState extends Record<Column, Float64Array> {
  /** Row of `regimes`. */
  regime: number;
  regimeLeftHours: number;
  rng: RngState;
}

interface Regime {
  /** Hours it lasts on average. */
  hours: number;
  volatility: number;
  /** Return per hour of the whole market. */
  drift: number;
  /** Jumps per hour and coin, and their size. */
  jumps: number;
  jumpSize: number;
}

const regimes: readonly Regime[] = [
  { hours: 5, volatility: 0.7, drift: 0, jumps: 0.02, jumpSize: 0.05 },
  // As much more than the fall as crashes and jumps take.
  { hours: 3, volatility: 1.1, drift: 0.0073, jumps: 0.03, jumpSize: 0.06 },
  { hours: 3, volatility: 1.1, drift: -0.004, jumps: 0.03, jumpSize: 0.06 },
  { hours: 1, volatility: 2.5, drift: 0, jumps: 0.15, jumpSize: 0.12 },
  { hours: 0.3, volatility: 5, drift: -0.12, jumps: 0.8, jumpSize: 0.2 },
];
/** Share of each regime among those that follow. */
const regimeOdds = [0.35, 0.6, 0.8, 0.94, 1];
/** Deviation of the market's return, and of each coin's own, in one hour. */
const marketDeviation = 0.006;
const coinDeviation = 0.008;
/** Mean reversion: a price returns to its start by one part in this many an hour: ten days. */
const returnHours = 240;
/** Mean reversion of a premium to its coin's lean, hours. */
const premiumHours = 8;
/** Deviation of the leans, and of a premium's hourly change: about half of all hours exceed the clamp of funding. */
const leanDeviation = 0.0004;
const premiumDeviation = 0.0004;

export function createPrices(markets: readonly Market[], source: SeededRng, saved?: PricesState): Prices {
  const rng = saved === undefined ? source : savedRng(saved.rng);
  const column = () => new Float64Array(marketsLimit);
  const columns: Record<Column, Float64Array> = saved ?? {
    oracle: column(),
    mark: column(),
    previousMark: column(),
    trend: column(),
    exact: column(),
    premium: column(),
    lean: column(),
  };
  const { oracle, mark, previousMark, trend, exact, premium, lean } = columns;
  let regime = regimes[saved?.regime ?? 0]!;
  let regimeLeftHours = saved?.regimeLeftHours ?? regime.hours;

  function nextRegime(): void {
    const draw = rng.unit();
    regime = regimes[regimeOdds.findIndex((below) => draw < below)]!;
    regimeLeftHours = regime.hours * (0.3 + 1.4 * rng.unit());
  }
  function step(market: Market, at: { hours: number; root: number; common: number }): void {
    const { index: i, startPx, yearFactor } = market;
    let move =
      at.common * (0.6 + (i % 7) * 0.15) + rng.normal() * coinDeviation * regime.volatility * at.root;
    if (rng.unit() < regime.jumps * at.hours) move += (rng.unit() - 0.55) * 2 * regime.jumpSize;
    move = move * liveliness(market) + (at.hours / returnHours) * (startPx / exact[i]! - 1);
    const bounded = Math.max(-0.5, Math.min(0.5, move));
    const next = exact[i]! * (1 + bounded);
    const inRange = next < startPx * yearFactor && next * yearFactor > startPx;
    exact[i] = inRange ? next : exact[i]! * (1 - bounded / 2);
    trend[i] = trend[i]! * 0.9 + bounded;
    // The premium of perps wanders around the lean of their coin, and follows the price; funding is derived from it.
    const pull = Math.min(1, at.hours / premiumHours) * (lean[i]! - premium[i]!);
    premium[i] =
      premium[i]! + pull + rng.normal() * premiumDeviation * liveliness(market) * at.root + bounded * 0.01;
  }
  function publish(market: Market): void {
    const i = market.index;
    previousMark[i] = mark[i]!;
    oracle[i] = roundToTick(exact[i]!, market.pxDecimals);
    mark[i] =
      market.kind === 'perp' ? roundToTick(exact[i]! * (1 + premium[i]!), market.pxDecimals) : oracle[i]!;
  }

  return {
    oracle,
    mark,
    previousMark,
    trend,
    open(market) {
      const i = market.index;
      exact[i] = oracle[i] = mark[i] = previousMark[i] = market.startPx;
      lean[i] = premium[i] = rng.normal() * leanDeviation * liveliness(market);
    },
    advance(elapsedMs) {
      const hours = elapsedMs / hourMs;
      regimeLeftHours -= hours;
      if (regimeLeftHours <= 0) nextRegime();
      const root = Math.sqrt(hours);
      const common = regime.drift * hours + rng.normal() * marketDeviation * regime.volatility * root;
      for (const market of markets) {
        if (!market.open || market.kind === 'outcome') continue;
        if (market.follows >= 0) {
          const leader = markets[market.follows]!;
          exact[market.index] =
            exact[leader.index]! * (powersOfTen[market.pxDecimals]! / powersOfTen[leader.pxDecimals]!);
        } else {
          step(market, { hours, root, common });
        }
        publish(market);
      }
    },
    setProbability(yes, no, px) {
      previousMark[yes.index] = mark[yes.index]!;
      oracle[yes.index] = mark[yes.index] = px;
      oracle[no.index] = mark[no.index] = powersOfTen[yes.pxDecimals]! - px;
    },
    save: () => ({
      oracle,
      mark,
      previousMark,
      trend,
      exact,
      premium,
      lean,
      regime: regimes.indexOf(regime),
      regimeLeftHours,
      rng: rng.save(),
    }),
  };
}

/** Response of a market to a common move of 1: markets with a smaller yearly range move more slowly. */
function liveliness({ yearFactor }: Market): number {
  return 1.3 * Math.sqrt(yearFactor - 1);
}
