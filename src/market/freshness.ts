import { minuteMs } from '../kernel/clock.ts';
import { roundedUsd } from '../kernel/rounded.ts';
import type { Market, MarketObserved } from './market.ts';
import type { MarketContext } from './observation.ts';

/** How long the newest observation keeps a part available, milliseconds (`docs/methodology.md`). */
const availableForMs = {
  marks: 2 * minuteMs,
  candles: 5 * minuteMs,
} satisfies Partial<Record<keyof MarketObserved, number>>;

export type TimedPart = keyof typeof availableForMs;

export function isAvailable(part: TimedPart, observed: MarketObserved, nowMs: number): boolean {
  const atMs = observed[part];
  return atMs !== undefined && nowMs - atMs < availableForMs[part];
}

/** An older context does not describe the current price. */
export const contextForMs = 5 * minuteMs;

/** The newest context of a coin; undefined if none or older than {@link contextForMs}. @param coin in the exchange's own spelling */
export function freshContext(
  market: Pick<Market, 'context'>,
  coin: string,
  nowMs: number,
): MarketContext | undefined {
  const context = market.context(coin);
  return context !== undefined && nowMs - context.observedAtMs <= contextForMs ? context : undefined;
}

/** Open interest as the exchange reports it: one side, USD at mark; 0 for markets without it. */
export function officialOpenInterest({ openInterest = '0', markPx }: MarketContext): number {
  return roundedUsd(Number(openInterest) * Number(markPx));
}
