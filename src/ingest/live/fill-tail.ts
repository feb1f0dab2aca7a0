import type { AnalyticsStore } from '../../analytics/store.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { createPositionChain } from '../sources/hyperliquid/position-chain.ts';
import { dexOf, isPerp } from './market-directory.ts';
import type { FillTail, TrackedWallet } from './tracked-wallet.ts';
import { accountOf } from './wallet-directory.ts';
import { fillKeysAt, positionEnds, wideGaps } from './wallet-queries.ts';

/** Key of a fill among one wallet's (exchange notes §7.4). */
export function fillKey(fill: { coin: string; time: number; tid?: unknown; oid: unknown }): string {
  return `${fill.coin} ${fill.time} ${String(fill.tid ?? 0)} ${String(fill.oid)}`;
}

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
