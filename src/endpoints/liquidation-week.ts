import type { AnalyticsStore } from '../analytics/store.ts';
import { type Clock, dayMs } from '../kernel/clock.ts';
import { shareReads } from '../market/shared-reads.ts';
import {
  type FoundLiquidation,
  liquidationParts,
  recentByCoin,
  victimsByCoin,
} from './bodies/liquidation-events.ts';
import { type LiquidationCell, liquidationBucketMs } from './bodies/liquidation-summary.ts';
import { dataStartsMs, lookBack, type Window } from './window.ts';

/** The liquidations of the last 7 days, of every coin. */
export interface LiquidationWeek {
  window: Window;
  cells: readonly LiquidationCell[];
  byCoin: ReadonlyMap<string, readonly LiquidationCell[]>;
  /** Distinct victims by coin; of all under the empty coin. */
  wallets: ReadonlyMap<string, number>;
  /** The newest 20 of every coin. */
  recent: ReadonlyMap<string, readonly FoundLiquidation[]>;
}

/** Tells the last 7 days, at most 2 s old, read once however many ask, for whatever coin. @throws AnalyticsError */
export type ReadLiquidationWeek = (signal?: AbortSignal) => Promise<LiquidationWeek>;

/** A coin's are spread over the whole week: to read one coin costs about as much as to read all. */
const keepMs = 2_000;

export function createLiquidationWeek(parts: {
  analytics: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
}): ReadLiquidationWeek {
  const { analytics, clock } = parts;

  async function read(): Promise<LiquidationWeek> {
    const window = lookBack(7 * dayMs, clock.nowMs(), dataStartsMs.risk);
    const asked = { coin: '', window };
    const [{ cells }, wallets, recent] = await Promise.all([
      liquidationParts(analytics, asked, liquidationBucketMs(window)),
      victimsByCoin(analytics, asked),
      recentByCoin(analytics, window),
    ]);
    return { window, cells, byCoin: Map.groupBy(cells, ({ coin }) => coin), wallets, recent };
  }

  const shared = shareReads({ read, keepMs, keptLimit: 1 });
  return (signal) => shared('week', signal);
}
