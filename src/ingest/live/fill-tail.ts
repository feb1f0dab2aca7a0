import type { AnalyticsStore } from '../../analytics/store.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import type { WireFill } from '../../wire/fill.ts';
import { fillKey } from '../sources/hyperliquid/fill-pager.ts';
import { createPositionChain } from '../sources/hyperliquid/position-chain.ts';
import { dexOf, isPerp } from './market-directory.ts';
import type { FillTail, TrackedWallet } from './tracked-wallet.ts';
import { accountOf } from './wallet-directory.ts';
import { fillKeysAt, fillsBetween, positionEnds, wideGaps } from './wallet-queries.ts';

/** Looks up where a wallet's stored fills end; its open positions make its accounts due. */
export async function loadTail(analytics: AnalyticsStore, tracked: TrackedWallet): Promise<FillTail> {
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
    accountOf(tracked, dexOf(coin)).changedMs ??= monotonicMs();
    tracked.fundingDue = true;
  }
  const fromMs = lastMs || fillsToMs;
  const chain = createPositionChain(known, fromMs);
  const isWide = wide!.gaps > 0;
  if (isWide) chain.forgetFlat();
  return { fromMs, chain, isWide, keys: new Set(keys.map((key) => fillKey({ ...key, time: lastMs }))) };
}

/**
 * Moves the tail over fills that a stream has stored behind it, up to the answer that begins behind them.
 * @param firstMs time of the answer's first fills
 * @returns false where something is missing between: the tail's positions are worth nothing then
 */
export async function bridgeTail(
  analytics: AnalyticsStore,
  { wallet, tail }: { wallet: string; tail: FillTail },
  first: readonly WireFill[],
): Promise<boolean> {
  const firstMs = first[0]!.time;
  const rows = await analytics.rows(fillsBetween, { wallet, from: tail.fromMs, to: firstMs });
  const between = rows
    .map(({ at, size, start, ...row }) => ({ ...row, time: Number(at), sz: size, startPosition: start }))
    .filter((fill) => !tail.keys.has(fillKey(fill)));
  for (const fill of between) if (tail.chain.follow(fill) !== undefined) return false;
  const stored = new Set(between.filter(({ time }) => time === firstMs).map(fillKey));
  if (!first.every((fill) => fill.time !== firstMs || stored.has(fillKey(fill)))) return false;
  tail.fromMs = firstMs;
  tail.keys = stored;
  return true;
}
