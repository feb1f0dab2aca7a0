import type { AnalyticsStore } from '../../analytics/store.ts';
import { type ChangeFeed, type Changes, oneLookMs } from '../../changes/change-feed.ts';
import { runView, type View } from '../../changes/view.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { dataStartsMs, lookBack, type Window } from '../../domain/window.ts';
import { type Clock, dayMs, hourMs } from '../../kernel/clock.ts';
import { createNumberSet } from '../../kernel/number-set.ts';
import { withAbort } from '../../kernel/with-abort.ts';
import {
  allTime,
  cellsOf,
  createKeptHours,
  hourOf,
  type KeptHour,
  type KeptHours,
  type KeptLiquidation,
} from './kept-hours.ts';
import {
  type FoundLiquidation,
  type LiquidationSpan,
  type LiquidationVictim,
  liquidationVictims,
  type RankedLiquidations,
  readLiquidationSums,
  recentLiquidations,
} from './liquidation-events.ts';
import {
  addCell,
  amountOf,
  emptyCell,
  type LiquidationCell,
  type LiquidationSums,
  liquidationBucketMs,
} from './liquidation-sums.ts';

/** Liquidations of the last 7 days; calls without an await between them see the same state. */
export interface LiquidationWeek {
  window: Window;
  sums(coin?: string): LiquidationSums;
  /** Newest first; of equal times by victim. */
  recent(coin: string, limit: number): FoundLiquidation[];
}

/**
 * Liquidations of a window: up to 7 days from memory, at most a second behind the store; longer windows from the engine. All methods
 * throw AnalyticsError.
 */
export interface Liquidations {
  week(signal?: AbortSignal): Promise<LiquidationWeek>;
  sums(span: LiquidationSpan, signal: AbortSignal): Promise<LiquidationSums>;
  /** Every victim, in no order. */
  victims(span: LiquidationSpan, signal: AbortSignal): Promise<LiquidationVictim[]>;
  /** Ties: newest, then victim. */
  ranked(params: RankedLiquidations, signal: AbortSignal): Promise<FoundLiquidation[]>;
  /** Version of the last 7 days. */
  version(): number;
  close(): Promise<void>;
}

const weekMs = 7 * dayMs;

export function createLiquidations(parts: {
  analytics: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  /** The registry that boards and positions share. */
  wallets: WalletIndex;
  clock: Clock;
  feed: ChangeFeed;
  /** After an error the week keeps its state, and is read again after the next look at the store. */
  onError(error: unknown): void;
}): Liquidations {
  const { analytics, wallets, clock, feed, onError } = parts;
  const kept = createKeptHours(parts);
  const running = runView({ feed, onError, view: weekView(kept, clock) });
  const followed = (signal?: AbortSignal) => withAbort(running.ready, signal);
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

  function ranked({ coin, window, sort, limit }: RankedLiquidations): FoundLiquidation[] {
    const events = within(kept.hours().toReversed(), coin, window);
    const first =
      sort === 'time'
        ? events.take(limit)
        : [...events].sort((a, b) => Number(b.usd - a.usd)).slice(0, limit);
    return [...first].map(found);
  }

  function victimsOf(span: LiquidationSpan): LiquidationVictim[] {
    const sums = new Map<number, Omit<LiquidationVictim, 'address'>>();
    for (const { victim, usd, pnl } of within(kept.hours(), span.coin, span.window)) {
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
      await followed(signal);
      const window = lookBack(weekMs, clock.nowMs(), dataStartsMs.risk);
      return {
        window,
        sums: (coin = '') => sumsOf({ coin, window }),
        recent: (coin, limit) => ranked({ coin, window, sort: 'time', limit }),
      };
    },
    async sums(params, signal) {
      if (!isKept(params)) {
        return readLiquidationSums(analytics, params, liquidationBucketMs(params.window), signal);
      }
      await followed(signal);
      return sumsOf(params);
    },
    async victims(params, signal) {
      if (!isKept(params)) return liquidationVictims(analytics, params, signal);
      await followed(signal);
      return victimsOf(params);
    },
    async ranked(params, signal) {
      if (!isKept(params)) return recentLiquidations(analytics, params, signal);
      await followed(signal);
      return ranked(params);
    },
    version: running.version,
    close: running.close,
  };
}

/** Hours of the last 7 days, updated by the batches with fills of them. */
function weekView(kept: KeptHours, clock: Clock): View {
  const firstMs = () => hourOf(lookBack(weekMs, clock.nowMs(), dataStartsMs.risk).fromMs);
  return {
    name: 'liquidations',
    maxAgeMs: oneLookMs,
    async load({ seq }) {
      await kept.read(allTime, firstMs());
      return seq;
    },
    async apply(changes) {
      const span = spanOf(changes);
      if (span !== undefined) await kept.read(span, firstMs());
      return true;
    },
    async tend() {
      const first = firstMs();
      const isOver = (kept.hours()[0]?.startMs ?? first) < first;
      if (isOver) kept.forgetBefore(first);
      return isOver;
    },
  };
}

function spanOf({ batches }: Changes): Window | undefined {
  const withFills = batches.filter(({ fills }) => fills > 0);
  if (withFills.length === 0) return undefined;
  const fromMs = withFills.reduce((least, one) => Math.min(least, one.firstMs), Number.POSITIVE_INFINITY);
  return { fromMs, toMs: withFills.reduce((most, one) => Math.max(most, one.lastMs), 0) };
}

/** @param coin empty for all coins */
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

/** One cell per coin: all hours minus those outside the window, or only those inside, whichever are fewer. */
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
