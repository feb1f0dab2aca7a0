import { dayMs, hourMs } from '../../../../src/kernel/clock.ts';
import type { SeededRng } from '../../../../src/kernel/rng.ts';
import { validPx } from '../market-making.ts';
import type { Venue } from '../venue.ts';
import { type Decision, type Outcome, wholePx } from './outcome.ts';

type PriceDecision = Extract<Decision, { underlying: unknown }>;

/** Hourly deviation of odds. */
const oddsDeviation = 0.05;
const calledOffShare = 0.1;
/** Parts of 1 that an outcome pays in. */
const fractionSteps = 10_000;

/** Odds of outcomes that no price decides wander, the longer the more. */
export function wander(outcomes: readonly Outcome[], rng: SeededRng, elapsedMs: number): void {
  const root = Math.sqrt(elapsedMs / hourMs);
  for (const outcome of outcomes) {
    const move = rng.normal() * oddsDeviation * root;
    if (outcome.decision.by === 'game') outcome.odds = Math.max(0.03, Math.min(0.97, outcome.odds + move));
    else if (outcome.decision.by === 'contest') outcome.odds *= Math.max(0.5, Math.min(2, 1 + 2 * move));
  }
}

/** Sets the price of a Yes now. @param requests outcomes of one question, or a single outcome without one */
export function price(venue: Venue, requests: readonly Outcome[]): void {
  const weights = requests.reduce((sum, { odds }) => sum + odds, 0);
  for (const { yes, no, decision, odds, expiryMs } of requests) {
    let probability = odds;
    if ('underlying' in decision) probability = priceProbability(venue, decision, expiryMs);
    else if (decision.by !== 'game' && weights > 0) probability = odds / weights;
    venue.prices.setProbability(yes, no, validPx(yes, probability * wholePx));
  }
}

function priceProbability({ prices, timeMs }: Venue, decision: PriceDecision, expiryMs: number): number {
  const { by, underlying, from, to } = decision;
  const mark = prices.mark[underlying.index]!;
  if (by === 'scale') return (mark - from) / (to - from);
  const daysLeft = Math.max(0, expiryMs - timeMs) / dayMs;
  const deviation = mark * (0.0008 + 0.03 * Math.sqrt(daysLeft));
  const below = (bound: number) =>
    bound === Number.POSITIVE_INFINITY ? 1 : share((bound - mark) / deviation);
  return below(to) - (from === 0 ? 0 : below(from));
}

/** A smooth step from 0 to 1 without an exponential. */
function share(x: number): number {
  return 0.5 + (0.5 * x) / (1 + Math.abs(x));
}

/** Payout of one Yes of each outcome. @param requests all outcomes of one question, or a single outcome without one */
export function decide(venue: Venue, requests: readonly Outcome[]): number[] {
  const weights = requests.reduce((sum, { odds }) => sum + odds, 0);
  let drawn = venue.rng.unit() * weights;
  const paid = requests.map(({ decision, odds }) => {
    if ('underlying' in decision) return fractionOf(venue, decision);
    if (decision.by === 'game') return gameFraction(odds, venue.rng);
    const wins = drawn >= 0 && drawn < odds;
    drawn -= odds;
    return wins && decision.by === 'contest' ? 1 : 0;
  });
  const isWon = paid.some((fraction) => fraction > 0);
  return paid.map((fraction, i) => (requests[i]!.decision.by === 'rest' && !isWon ? 1 : fraction));
}

function fractionOf({ prices }: Venue, { by, underlying, from, to }: PriceDecision): number {
  const px = prices.mark[underlying.index]!;
  if (by === 'price') return px >= from && px < to ? 1 : 0;
  const part = Math.max(0, Math.min(1, (px - from) / (to - from)));
  return Math.round(part * fractionSteps) / fractionSteps;
}

function gameFraction(odds: number, rng: SeededRng): number {
  if (rng.unit() < calledOffShare) return 0.5;
  return rng.unit() < odds ? 1 : 0;
}
