import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Type } from 'typebox';
import { writeRowsFile } from '../analytics/arrow-rows.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../analytics/store.ts';
import type { ValuedPosition } from '../domain/exposure.ts';
import { type Clock, hourMs, minuteMs } from '../kernel/clock.ts';
import { withAbort } from '../kernel/with-abort.ts';
import type { Market } from '../market/market.ts';
import type { Positions } from '../positions/positions.ts';
import { eachPosition } from '../positions/valued-positions.ts';
import type { JobPeriod } from './schedule.ts';

/** Far more open positions than the exchange has had. */
const positionsLimit = 3_000_000;

/** Last state of every position read in an hour, without closed ones; valued by the exchange. */
const storedPositions = query({
  name: 'stored_position_hours',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({
    coin: Type.String(),
    address: Type.String(),
    size: Type.Number(),
    notional: Type.Union([Type.Number(), Type.Null()]),
    pnl: Type.Union([Type.Number(), Type.Null()]),
    leverage: Type.Integer(),
    mark_px: Type.Number(),
  }),
  crossShard: 'one line a coin beside the states of an hour',
  sql: `
    SELECT coin, concat('0x', lower(hex(wallet))) AS address, size, notional, pnl, leverage,
      toFloat64(last_mark) AS mark_px
    FROM (
      SELECT coin, wallet, toFloat64(argMax(szi, time)) AS size,
        toFloat64(argMax(tuple(position_value), time).1) AS notional,
        toFloat64(argMax(tuple(unrealized_pnl), time).1) AS pnl, argMax(position_hours.leverage, time) AS leverage
      FROM position_hours
      WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs}
      GROUP BY coin, wallet
      HAVING size != 0) AS states
    LEFT JOIN (
      SELECT coin, argMax(mark_px, time) AS last_mark
      FROM asset_context_hours
      WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs}
      GROUP BY coin) AS marks USING coin
    ORDER BY coin
    LIMIT ${positionsLimit}`,
  limits: { deadlineMs: 120_000, maxRows: positionsLimit },
});

/** Positions at an hour from the states of the hour before, by coin. @param atMs start of the hour, unix milliseconds */
async function storedCoins(
  analytics: Pick<AnalyticsStore, 'rows'>,
  atMs: number,
  signal: AbortSignal,
): Promise<SnapshotCoin[]> {
  const rows = await analytics.rows(storedPositions, { from: atMs - hourMs, to: atMs }, { signal });
  return [...Map.groupBy(rows, ({ coin }) => coin)].map(([coin, positions]) => ({
    coin,
    markPx: positions[0]!.mark_px > 0 ? positions[0]!.mark_px : undefined,
    each(take) {
      for (const { address, size, notional, pnl, leverage } of positions) {
        take({
          address,
          coin,
          size,
          notional: notional ?? undefined,
          unrealizedPnl: pnl ?? undefined,
          leverage: leverage || undefined,
        });
      }
    },
  }));
}

/** Where a snapshot's positions come from. */
export type SnapshotBasis = 'positions' | 'states' | 'fills';

/** The open positions of one coin, each named once. */
export interface SnapshotCoin {
  coin: string;
  /** Undefined if the mark is unknown. */
  markPx: number | undefined;
  /** Passes the wallet's registry row and the liquidation price (NaN if unknown) only for positions in memory. */
  each(take: (position: ValuedPosition, wallet?: number, liquidationPx?: number) => void): void;
}

/** Rows of one table, in the types of an Arrow file: texts and whole numbers. */
export interface SnapshotRows extends Pick<ArrowInsert, 'structure' | 'target' | 'select'> {
  rows: Record<string, string | number>[];
}

/** One table of an hour's snapshot: created per snapshot, receives every coin, returns the rows to store. */
export interface SnapshotPart {
  take(coin: SnapshotCoin): void;
  rows(): SnapshotRows;
}

/** Snapshot facts known before the positions arrive. */
export interface SnapshotHour {
  /** Hour of the snapshot: positions at its start, unix milliseconds. */
  hourMs: number;
  /** Row version, unix milliseconds: a snapshot from memory outweighs one made later from states. */
  madeMs: number;
  basis: SnapshotBasis;
}

export type SnapshotPartOf = (hour: SnapshotHour) => SnapshotPart | Promise<SnapshotPart>;

export interface PositionSnapshotOptions {
  analytics: AnalyticsStore;
  positions: Positions;
  market: Pick<Market, 'mark'>;
  clock: Clock;
  parts: readonly SnapshotPartOf[];
}

/** Positions in memory count as the hour's up to this long after it. */
const onTimeMs = 5 * minuteMs;

/**
 * Makes the snapshot of the hour that ends a period: from memory if on time, else from the account states read in that hour, possibly
 * few or none. A missed hour is never made from later positions.
 */
export function positionSnapshot(
  options: PositionSnapshotOptions,
): (period: Pick<JobPeriod, 'untilMs' | 'signal'>) => Promise<void> {
  const { analytics, positions, market, clock, parts } = options;

  function* heldCoins(nowMs: number): Generator<SnapshotCoin> {
    for (const coin of positions.coins()) {
      const mark = market.mark(coin);
      const markPx = mark && Number(mark.px);
      const each: SnapshotCoin['each'] = (take) =>
        eachPosition(positions, coin, { markPx, nowMs }, (position, columns, row) =>
          take(position, columns.wallet[row]!, columns.liquidationPx[row]!),
        );
      yield { coin, markPx, each };
    }
  }

  return async ({ untilMs: hourMs, signal }) => {
    await withAbort(positions.ready, signal);
    const nowMs = clock.nowMs();
    const hour: SnapshotHour =
      nowMs - hourMs < onTimeMs
        ? { hourMs, madeMs: nowMs, basis: 'positions' }
        : { hourMs, madeMs: hourMs - 1, basis: 'states' };
    const made = await Promise.all(parts.map((part) => part(hour)));
    const coins =
      hour.basis === 'positions' ? heldCoins(nowMs) : await storedCoins(analytics, hourMs, signal);
    for (const coin of coins) {
      for (const part of made) part.take(coin);
      await turn();
      signal.throwIfAborted();
    }
    for (const part of made) await storeRows(analytics, part.rows(), hourMs);
  };
}

/** Stores rows of one table. Their keys make a repeat harmless. @param atMs time of the rows, part of the insert token */
export async function storeRows(
  analytics: AnalyticsStore,
  { rows, ...insert }: SnapshotRows,
  atMs: number,
): Promise<void> {
  if (rows.length === 0) return;
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-snapshot-'));
  try {
    const file = join(dir, 'rows.arrow');
    await writeRowsFile(file, rows);
    const [table] = insert.target.split(' ');
    await analytics.insertArrow({ ...insert, file, token: `${table}-${atMs}-${dir.slice(-6)}` });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
