import { BoundedMap } from '../kernel/bounded-map.ts';
import { dayMs, minuteMs, monotonicMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import type { BatchStore } from './batch-store.ts';

/** A price says little when it is older than this. */
const reachMs = 30 * dayMs;
/**
 * A search that found nothing is repeated in full after this long: others may have stored older fills meanwhile.
 */
const forgetMs = 10 * minuteMs;
/** Fills that are newer by this much or less than what was searched are taken as searched, too. */
const aheadMs = minuteMs;
/** Tokens remembered; the one searched for first goes first. */
const tokensLimit = 1_000;

/** Fills' times among which the store has no price of a token. */
interface Searched extends Span {
  /** By the monotonic clock. */
  atMs: number;
}

/**
 * Prices of fee tokens from the store. A token without one is remembered with the times that were searched: a later
 * fill asks for what came since, instead of for thirty days again in every batch.
 */
export function createPriceSearch(store: Pick<BatchStore, 'tokenPrice'>, now: () => number = monotonicMs) {
  const missing = new BoundedMap<string, Searched>(tokensLimit);

  /** The newest price at or before a time, as decimal text; undefined where the store has none. */
  return async function priceAt(token: string, atMs: number): Promise<string | undefined> {
    const fromMs = atMs - reachMs;
    let known = missing.get(token);
    if (known !== undefined && now() - known.atMs >= forgetMs) {
      missing.delete(token);
      known = undefined;
    }
    // Older fills look back further than was searched: rare, and searched in full.
    const isCovered = known !== undefined && known.fromMs <= fromMs && known.toMs + aheadMs >= fromMs;
    if (known !== undefined && isCovered && atMs <= known.toMs + aheadMs) return undefined;
    const afterMs = known !== undefined && isCovered ? Math.max(known.toMs, fromMs) : fromMs;
    const price = await store.tokenPrice(token, { afterMs, atMs });
    missing.delete(token);
    if (price !== undefined) return price;
    missing.set(
      token,
      known !== undefined && isCovered
        ? { ...known, toMs: Math.max(known.toMs, atMs) }
        : { fromMs, toMs: atMs, atMs: now() },
    );
    return undefined;
  };
}
