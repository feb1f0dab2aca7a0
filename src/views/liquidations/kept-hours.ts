import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import { type RowBinaryReader, readRowBinary } from '../../analytics/row-binary.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import type { WalletIndex } from '../../domain/wallet-index.ts';
import { hourMs, minuteMs } from '../../kernel/clock.ts';
import type { Span } from '../../kernel/span.ts';
import { createYielder } from '../../kernel/yielder.ts';
import { eventsSql } from './liquidation-events.ts';
import { addCell, emptyCell, type LiquidationCell } from './liquidation-sums.ts';

/** One victim's liquidation by one order; amounts are exact, coins or USD × 10^22. */
export interface KeptLiquidation {
  /** Row in the registry of wallets. */
  victim: number;
  coin: string;
  beganMs: number;
  /** Time of each fill, unix milliseconds. */
  timesMs: readonly number[];
  /** False if the victim's own fills are not stored: PnL and fee are then 0. */
  isKnown: boolean;
  isLong: boolean;
  size: bigint;
  usd: bigint;
  pnl: bigint;
  fee: bigint;
}

export interface KeptHour {
  startMs: number;
  /** Newest first; of equal times by victim, coin and order. */
  events: readonly KeptLiquidation[];
  byCoin: ReadonlyMap<string, readonly KeptLiquidation[]>;
  /** Distinct victims. */
  victims: Int32Array;
  cells: ReadonlyMap<string, LiquidationCell>;
  /** Sum of all {@link cells}. */
  total: LiquidationCell;
}

/** Liquidations of a span of hours, kept up to date with the store. */
export interface KeptHours {
  /** Oldest first. */
  hours(): readonly KeptHour[];
  /** Sums over all hours, by coin. */
  totals(): ReadonlyMap<string, LiquidationCell>;
  /**
   * Reads the hours of a span whose stored rows changed.
   *
   * @param firstMs start of the first hour to keep: earlier hours are dropped
   * @throws AnalyticsError
   */
  read(span: Span, firstMs: number): Promise<void>;
  /** @param firstMs start of the first hour to keep */
  forgetBefore(firstMs: number): void;
}

/** Converts the 12 decimals of a size to the 22 of an amount. */
const sizeScale = 10n ** 10n;
/** Longest time between the fills of one order. */
const orderMs = minuteMs;
/** Longest span of one statement. */
const stretchMs = 24 * hourMs;
const eventsLimit = 1_000_000;
/** Contains every fill. */
export const allTime = { fromMs: 0, toMs: Date.UTC(2_200, 0, 1) };

const printsOf = (table: string) => `
  SELECT toStartOfHour(time) AS hour, count() AS found, sum(cityHash64(tid, closed_pnl, fee, px, sz)) AS print
  FROM ${table} WHERE time >= {from:TimeMs} AND time < {to:TimeMs} GROUP BY hour`;

/** A fingerprint of each hour, which changes with the hour's rows. */
const hourPrints = query({
  name: 'liquidation_hours',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ hour: Type.String(), print: Type.String() }),
  sql: `
    SELECT toString(toUnixTimestamp(hour)) AS hour, toString(groupArray((found, print))) AS print
    FROM (SELECT * FROM (${printsOf('liquidations')} UNION ALL ${printsOf('liquidation_counterparties')}) ORDER BY found, print)
    GROUP BY hour`,
});

const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;
const hourEvents = query({
  name: 'liquidation_hour_events',
  params: { coin: 'String', from: 'TimeMs', to: 'TimeMs', first: 'TimeMs', end: 'TimeMs' },
  row: Type.Object({}),
  limits: { deadlineMs: 30_000, maxRows: eventsLimit },
  sql: `
    SELECT victim, CAST(coin, 'String'), ${ms('began')}, arrayMap(at -> ${ms('at')}, times), toUInt8(known), toUInt8(is_long),
      CAST(event_size, 'Decimal(38, 12)'), CAST(event_usd, 'Decimal(38, 22)'), CAST(event_pnl, 'Decimal(38, 22)'), CAST(event_fee, 'Decimal(38, 22)')
    FROM (${eventsSql})
    WHERE began >= {first:TimeMs} AND began < {end:TimeMs}
    ORDER BY began DESC, victim, coin, order_id`,
});

export function createKeptHours(parts: {
  analytics: Pick<AnalyticsStore, 'rows' | 'bytes'>;
  wallets: WalletIndex;
}): KeptHours {
  const { analytics, wallets } = parts;
  const kept = new Map<number, KeptHour>();
  const prints = new Map<number, string>();
  /** Interned coin names. */
  const names = new Map<string, string>();
  const totals = new Map<string, LiquidationCell>();
  let inOrder: readonly KeptHour[] = [];

  async function load(firstMs: number, endMs: number): Promise<void> {
    const span = { from: firstMs - orderMs, to: endMs + orderMs, first: firstMs, end: endMs };
    const bytes = await analytics.bytes(hourEvents, { coin: '', ...span });
    const rows = readRowBinary(bytes);
    const yieldToEventLoop = createYielder();
    const found = new Map<number, KeptLiquidation[]>();
    while (!rows.done) {
      const event = readEvent(rows, wallets, names);
      const startMs = hourOf(event.beganMs);
      const events = found.get(startMs);
      if (events === undefined) found.set(startMs, [event]);
      else events.push(event);
      await yieldToEventLoop();
    }
    for (let startMs = firstMs; startMs < endMs; startMs += hourMs) {
      const events = found.get(startMs);
      const hour = events && keptHour(startMs, events);
      drop(startMs);
      if (hour !== undefined) keep(hour);
      await yieldToEventLoop();
    }
  }

  function drop(startMs: number): void {
    for (const cell of kept.get(startMs)?.cells.values() ?? []) {
      const total = totals.get(cell.coin)!;
      addCell(total, cell, -1);
      if (total.longEvents + total.shortEvents === 0) totals.delete(cell.coin);
    }
    kept.delete(startMs);
  }

  function keep(hour: KeptHour): void {
    kept.set(hour.startMs, hour);
    for (const cell of hour.cells.values()) {
      const total = totals.get(cell.coin) ?? emptyCell(cell.coin, 0);
      totals.set(cell.coin, total);
      addCell(total, cell);
    }
  }

  /** @param firstMs start of the first hour to keep */
  async function readHours(span: Span, firstMs: number): Promise<void> {
    const [fromMs, toMs] = [Math.max(firstMs, hourOf(span.fromMs)), hourOf(span.toMs) + hourMs];
    if (toMs <= fromMs) return;
    const rows = await analytics.rows(hourPrints, { from: fromMs, to: toMs });
    const reported = new Map(rows.map(({ hour, print }) => [Number(hour) * 1_000, print]));
    const changed = new Set<number>();
    for (const startMs of new Set([...reported.keys(), ...prints.keys()])) {
      if (startMs < fromMs || startMs >= toMs || reported.get(startMs) === prints.get(startMs)) continue;
      // An event of the hour before may have a fill in this hour.
      for (const one of [startMs - hourMs, startMs]) if (one >= firstMs) changed.add(one);
    }
    for (const [begin, end] of stretchesOf(changed)) {
      await load(begin, end);
      for (let startMs = Math.max(begin, fromMs); startMs < end; startMs += hourMs) {
        const print = reported.get(startMs);
        if (print === undefined) prints.delete(startMs);
        else prints.set(startMs, print);
      }
    }
  }

  function forgetBefore(firstMs: number): void {
    for (const startMs of prints.keys()) if (startMs < firstMs) prints.delete(startMs);
    for (const startMs of kept.keys()) if (startMs < firstMs) drop(startMs);
    inOrder = [...kept.values()].sort((a, b) => a.startMs - b.startMs);
  }

  return {
    hours: () => inOrder,
    totals: () => totals,
    async read(span, firstMs) {
      try {
        await readHours(span, firstMs);
      } finally {
        forgetBefore(firstMs);
      }
    },
    forgetBefore,
  };
}

export function hourOf(timeMs: number): number {
  return Math.floor(timeMs / hourMs) * hourMs;
}

/** Consecutive hours, as spans of at most a day. */
function stretchesOf(hours: ReadonlySet<number>): [fromMs: number, endMs: number][] {
  const found: [number, number][] = [];
  for (const startMs of [...hours].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === startMs && startMs - last[0] < stretchMs) last[1] += hourMs;
    else found.push([startMs, startMs + hourMs]);
  }
  return found;
}

function readEvent(rows: RowBinaryReader, wallets: WalletIndex, names: Map<string, string>): KeptLiquidation {
  const victim = wallets.rowOf(rows.bytes, rows.wallet());
  const text = rows.text();
  const coin = names.get(text) ?? text;
  names.set(coin, coin);
  const beganMs = rows.int64();
  const timesMs: number[] = [];
  rows.each(() => timesMs.push(rows.int64()));
  const [isKnown, isLong] = [rows.uint8() === 1, rows.uint8() === 1];
  const size = rows.decimal128() * sizeScale;
  const [usd, pnl, fee] = [rows.decimal128(), rows.decimal128(), rows.decimal128()];
  return { victim, coin, beganMs, timesMs, isKnown, isLong, size, usd, pnl, fee };
}

function keptHour(startMs: number, events: readonly KeptLiquidation[]): KeptHour {
  const cells = cellsOf(startMs, events);
  const total = emptyCell('', startMs);
  for (const cell of cells.values()) addCell(total, cell);
  const victims = Int32Array.from(new Set(events.map(({ victim }) => victim)));
  return { startMs, events, byCoin: Map.groupBy(events, ({ coin }) => coin), victims, cells, total };
}

export function cellsOf(startMs: number, events: Iterable<KeptLiquidation>): Map<string, LiquidationCell> {
  const cells = new Map<string, LiquidationCell>();
  for (const { coin, isKnown, isLong, usd, pnl, fee } of events) {
    let cell = cells.get(coin);
    if (cell === undefined) {
      cell = emptyCell(coin, startMs);
      cells.set(coin, cell);
    }
    if (isLong) {
      cell.longEvents += 1;
      cell.longNotional += usd;
    } else {
      cell.shortEvents += 1;
      cell.shortNotional += usd;
    }
    if (isKnown) cell.knownEvents += 1;
    cell.closedPnl += pnl;
    cell.penaltyFees += fee;
  }
  return cells;
}
