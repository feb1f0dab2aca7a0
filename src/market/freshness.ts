import { minuteMs } from '../kernel/clock.ts';
import { roundedUsd } from '../kernel/rounded.ts';
import type { Market, MarketObserved } from './market.ts';
import type { MarketContext } from './observation.ts';

/** For how long the newest observation of a part makes it available, milliseconds (`docs/methodology.md`). */
const availableForMs = {
  marks: 2 * minuteMs,
  candles: 5 * minuteMs,
} satisfies Partial<Record<keyof MarketObserved, number>>;

export type TimedPart = keyof typeof availableForMs;

/** True where the part has an observation that is younger than its period. */
export function isAvailable(part: TimedPart, observed: MarketObserved, nowMs: number): boolean {
  const atMs = observed[part];
  return atMs !== undefined && nowMs - atMs < availableForMs[part];
}

/** A context that is older says nothing of the price now. */
export const contextForMs = 5 * minuteMs;

/** The newest context of a coin; undefined where it is too old to stand for now. @param coin in the exchange's own spelling */
export function freshContext(
  market: Pick<Market, 'context'>,
  coin: string,
  nowMs: number,
): MarketContext | undefined {
  const context = market.context(coin);
  return context !== undefined && nowMs - context.observedAtMs <= contextForMs ? context : undefined;
}

/** Open interest as the exchange reports it: one side, USD at mark; 0 of markets that have none. */
export function officialOpenInterest({ openInterest = '0', markPx }: MarketContext): number {
  return roundedUsd(Number(openInterest) * Number(markPx));
}
