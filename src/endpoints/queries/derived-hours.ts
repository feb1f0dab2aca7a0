import type { Static } from 'typebox';
import type { Window } from '../../domain/window.ts';
import { hourMs } from '../../kernel/clock.ts';
import type { PositionHour } from '../../positions/position-hours.ts';
import { readTradedHours } from '../../positions/traded-hours.ts';
import type { AnswerHeaders } from '../answer-headers.ts';
import { derivedPoint, type openInterestPoint } from '../bodies/position-hours.ts';
import type { Sources } from '../sources.ts';

type Point = Static<typeof openInterestPoint>;

/**
 * Open interest of the known positions at the start of each hour, oldest first: from the hourly snapshot, else derived backwards
 * from fills.
 *
 * @param kept snapshots of the window's hours
 * @param of.coin in the exchange's own spelling, or the name for all coins
 * @returns with the number of hours that are derived from fills
 * @throws AnalyticsError
 */
export async function derivedHours(
  sources: Pick<Sources, 'analytics' | 'market' | 'positions'>,
  kept: readonly PositionHour[],
  of: { coin: string; window: Window },
  signal: AbortSignal,
): Promise<{ history: Point[]; ofFills: number }> {
  const { fromMs, toMs } = of.window;
  const hours = Math.floor(toMs / hourMs) - Math.ceil(fromMs / hourMs) + 1;
  const known = new Set(kept.map(({ timestamp }) => timestamp));
  const found = kept.length >= hours ? [] : await tradedHours(sources, of, signal);
  const worked = found.filter(({ timestamp }) => !known.has(timestamp));
  const all = [...kept, ...worked].sort((a, b) => a.timestamp - b.timestamp);
  return { history: all.map(derivedPoint), ofFills: worked.length };
}

/** Derives every hour from fills. @throws AnalyticsError */
export function tradedHours(
  { analytics, market, positions }: Pick<Sources, 'analytics' | 'market' | 'positions'>,
  { coin, window }: { coin: string; window: Window },
  signal: AbortSignal,
) {
  const lastPx = (name: string) => {
    const mark = market.mark(name);
    return mark && Number(mark.px);
  };
  return readTradedHours(
    { analytics, positions },
    { coin, window, isArchive: !market.hasSource, lastPx },
    signal,
  );
}

/** @param hours of the answer @param ofFills hours among them that are derived from fills */
export function openInterestBasis(hours: number, ofFills: number): AnswerHeaders {
  if (ofFills === 0) return {};
  return { 'X-Data-Basis': ofFills === hours ? 'fills' : 'mixed' };
}
