import type { AnalyticsStore } from '../../../analytics/store.ts';
import { dexOf, isPerp } from '../../../domain/coin-name.ts';
import type { Timers } from '../../../kernel/timers.ts';
import type { WireFill } from '../../../wire/fill.ts';
import { fillKey } from '../../sources/hyperliquid/fill-pager.ts';
import { createPositionChain } from '../../sources/hyperliquid/position-chain.ts';
import { accountOf, markChanged } from './dex-account.ts';
import { fillKeysAt, fillsBetween, positionEnds, wideGaps } from './queries.ts';
import type { FillTail, TrackedWallet } from './tracked-wallet.ts';

/**
 * Loads where a wallet's stored fills end; its open positions make its accounts due.
 * @param timers.monotonicMs clock of the due times
 */
export async function loadTail(
  analytics: AnalyticsStore,
  tracked: TrackedWallet,
  { monotonicMs }: Pick<Timers, 'monotonicMs'>,
): Promise<FillTail> {
  const { wallet, fillsToMs } = tracked;
  const ends = fillsToMs === 0 ? [] : await analytics.rows(positionEnds, { wallet, to: fillsToMs });
  const lastMs = ends.reduce((last, { last_time }) => Math.max(last, Number(last_time)), 0);
  const keys = lastMs === 0 ? [] : await analytics.rows(fillKeysAt, { wallet, at: lastMs });
  const [wide] = await analytics.rows(wideGaps, { wallet });
  const known = new Map(
    ends.filter(({ coin }) => isPerp(coin)).map(({ coin, position }) => [coin, position]),
  );
  for (const [coin, position] of known) {
    if (position === 0) continue;
    markChanged(accountOf(tracked, dexOf(coin)), monotonicMs());
    tracked.fundingDue = true;
  }
  const fromMs = lastMs || fillsToMs;
  const chain = createPositionChain(known, fromMs);
  const isWide = wide!.gaps > 0;
  if (isWide) chain.forgetFlat();
  return { fromMs, chain, isWide, keys: new Set(keys.map((key) => fillKey({ ...key, time: lastMs }))) };
}

/**
 * Moves the tail over streamed fills stored after it, up to the start of the answer.
 * @returns false if fills are missing between; the tail's positions are invalid then
 */
export async function bridgeTail(
  analytics: AnalyticsStore,
  { wallet, tail }: { wallet: string; tail: FillTail },
  first: readonly WireFill[],
): Promise<boolean> {
  const { before, at } = await streamedFills(analytics, { wallet, fromMs: tail.fromMs }, first);
  const between = [...before, ...at].filter((fill) => !tail.keys.has(fillKey(fill)));
  for (const fill of between) if (tail.chain.follow(fill) !== undefined) return false;
  if (at.length === 0) return false;
  tail.fromMs = first[0]!.time;
  tail.keys = new Set(at.map(fillKey));
  return true;
}

/**
 * Streamed fills stored before an answer, from `fromMs`, and at the answer's first millisecond (`at`).
 * @returns an empty `at` unless all the answer's fills of that millisecond are stored: otherwise the two do not meet
 */
export async function streamedFills(
  analytics: AnalyticsStore,
  { wallet, fromMs }: { wallet: string; fromMs: number },
  answer: readonly WireFill[],
) {
  const firstMs = answer[0]!.time;
  const rows = await analytics.rows(fillsBetween, { wallet, from: fromMs, to: firstMs });
  const fills = rows.map(({ at, size, start, ...row }) => ({
    ...row,
    time: Number(at),
    sz: size,
    startPosition: start,
  }));
  const at = fills.filter(({ time }) => time === firstMs);
  const stored = new Set(at.map(fillKey));
  const meet = answer.every((fill) => fill.time !== firstMs || stored.has(fillKey(fill)));
  return { before: fills.filter(({ time }) => time < firstMs), at: meet ? at : [] };
}
