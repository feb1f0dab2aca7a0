import type { AnalyticsStore } from '../../analytics/store.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { type Clock, dayMs, hourMs } from '../../kernel/clock.ts';
import { createNumberSet } from '../../kernel/number-set.ts';
import { shareReads } from '../../market/shared-reads.ts';
import {
  type FoundLiquidation,
  type LiquidationSpan,
  type LiquidationVictim,
  liquidationVictims,
  readLiquidationSums,
  recentLiquidations,
} from '../bodies/liquidation-events.ts';
import {
  addCell,
  amountOf,
  emptyCell,
  type LiquidationCell,
  type LiquidationSums,
  liquidationBucketMs,
} from '../bodies/liquidation-summary.ts';
import { dataStartsMs, lookBack, type Window } from '../window.ts';
import {
  cellsOf,
  createKeptHours,
  hourOf,
  type KeptHour,
  type KeptHours,
  type KeptLiquidation,
} from './kept-hours.ts';

/** The liquidations of the last 7 days; each function tells the same moment where nothing is awaited between two. */
export interface LiquidationWeek {
  window: Window;
  sums(coin?: string): LiquidationSums;
  /** Newest first; of equal times by victim. */
  recent(coin: string, limit: number): FoundLiquidation[];
}

/**
 * Liquidations of a window: those of the last 7 days from memory, at most a second behind the store, further back from the engine.
 * All throw AnalyticsError.
 */
export interface Liquidations {
  week(signal?: AbortSignal): Promise<LiquidationWeek>;
  sums(asked: LiquidationSpan, signal: AbortSignal): Promise<LiquidationSums>;
  /** Every victim, in no order. */
  victims(asked: LiquidationSpan, signal: AbortSignal): Promise<LiquidationVictim[]>;
  /** Newest first; of equal times by victim. */
  recent(asked: LiquidationSpan & { limit: number }, signal: AbortSignal): Promise<FoundLiquidation[]>;
}

const keepMs = 1_000;
const weekMs = 7 * dayMs;

export function createLiquidations(parts: {
  analytics: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The registry that boards and positions share. */
  wallets: WalletIndex;
  clock: Clock;
}): Liquidations {
  const { analytics, wallets, clock } = parts;
  const kept = createKeptHours(parts);
  const followed = shareReads({
    read: () => kept.follow(hourOf(lookBack(weekMs, clock.nowMs(), dataStartsMs.risk).fromMs)),
    ...{ keepMs, keptLimit: 1 },
  });
  const isKept = ({ window }: LiquidationSpan) => window.toMs - window.fromMs <= weekMs;

  function found({ victim, pnl, fee, ...event }: KeptLiquidation): FoundLiquidation {
    const address = wallets.address(victim);
    return { ...event, address, closedPnl: amountOf(pnl), penaltyFee: amountOf(fee) };
  }

  function sumsOf({ coin, window }: LiquidationSpan): LiquidationSums {
    const victims = createNumberSet();
    for (const hour of kept.hours()) {
      if (coin === '' && isInside(hour, window)) for (const victim of hour.victims) victims.add(victim);
      else for (const { victim } of within([hour], coin, window)) victims.add(victim);
    }
    const byBucket = [...bucketsWithin(kept.hours(), coin, window)];
    return { byCoin: coin === '' ? coinsWithin(kept, window) : byBucket, byBucket, wallets: victims.size };
  }

  function newest({ coin, window, limit }: LiquidationSpan & { limit: number }): FoundLiquidation[] {
    const rows: FoundLiquidation[] = [];
    for (const event of within(kept.hours().toReversed(), coin, window)) {
      if (rows.length === limit) break;
      rows.push(found(event));
    }
    return rows;
  }

  function victimsOf(asked: LiquidationSpan): LiquidationVictim[] {
    const sums = new Map<number, Omit<LiquidationVictim, 'address'>>();
    for (const { victim, usd, pnl } of within(kept.hours(), asked.coin, asked.window)) {
      const known = sums.get(victim);
      if (known === undefined) sums.set(victim, { events: 1, usd, pnl });
      else {
        known.events += 1;
        known.usd += usd;
        known.pnl += pnl;
      }
    }
    return [...sums].map(([victim, sum]) => ({ address: wallets.address(victim), ...sum }));
  }

  return {
    async week(signal) {
      await followed('week', signal);
      const window = lookBack(weekMs, clock.nowMs(), dataStartsMs.risk);
      return {
        window,
        sums: (coin = '') => sumsOf({ coin, window }),
        recent: (coin, limit) => newest({ coin, window, limit }),
      };
    },
    async sums(asked, signal) {
      if (!isKept(asked)) {
        return readLiquidationSums(analytics, asked, liquidationBucketMs(asked.window), signal);
      }
      await followed('week', signal);
      return sumsOf(asked);
    },
    async victims(asked, signal) {
      if (!isKept(asked)) return liquidationVictims(analytics, asked, signal);
      await followed('week', signal);
      return victimsOf(asked);
    },
    async recent(asked, signal) {
      if (!isKept(asked)) return recentLiquidations(analytics, asked, signal);
      await followed('week', signal);
      return newest(asked);
    },
  };
}

/** @param coin the empty one stands for all */
function* within(hours: readonly KeptHour[], coin: string, window: Window): Generator<KeptLiquidation> {
  for (const hour of hours) {
    if (isOutside(hour, window)) continue;
    const { events, byCoin } = hour;
    const { fromMs, toMs } = window;
    for (const event of coin === '' ? events : (byCoin.get(coin) ?? [])) {
      if (event.beganMs >= fromMs && event.beganMs <= toMs) yield event;
    }
  }
}

/** A cell for each hour, of all coins or of one. */
function* bucketsWithin(
  hours: readonly KeptHour[],
  coin: string,
  window: Window,
): Generator<LiquidationCell> {
  for (const hour of hours) {
    if (isOutside(hour, window)) continue;
    if (isInside(hour, window)) {
      const cell = coin === '' ? hour.total : hour.cells.get(coin);
      if (cell !== undefined) yield cell;
    } else yield* cellsOf(hour.startMs, within([hour], coin, window)).values();
  }
}

/** A cell for each coin: of all hours without those that are not in the window, or of those that are, whichever are fewer. */
function coinsWithin(kept: KeptHours, window: Window): Iterable<LiquidationCell> {
  const [inside, others] = [true, false].map((is) =>
    kept.hours().filter((hour) => isInside(hour, window) === is),
  );
  const isFew = inside!.length < others!.length;
  const sums = new Map<string, LiquidationCell>();
  function add(cell: LiquidationCell, sign: 1 | -1 = 1): void {
    const sum = sums.get(cell.coin) ?? emptyCell(cell.coin, 0);
    sums.set(cell.coin, sum);
    addCell(sum, cell, sign);
  }
  if (!isFew) for (const cell of kept.totals().values()) add(cell);
  for (const { cells } of isFew ? inside! : others!)
    for (const cell of cells.values()) add(cell, isFew ? 1 : -1);
  for (const hour of others!) {
    for (const cell of cellsOf(hour.startMs, within([hour], '', window)).values()) add(cell);
  }
  return sums.values().filter(({ longEvents, shortEvents }) => longEvents + shortEvents > 0);
}

function isInside({ startMs }: KeptHour, { fromMs, toMs }: Window): boolean {
  return startMs >= fromMs && startMs + hourMs <= toMs;
}

function isOutside({ startMs }: KeptHour, { fromMs, toMs }: Window): boolean {
  return startMs + hourMs <= fromMs || startMs > toMs;
}
