import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { allCoins } from '../domain/coin-name.ts';
import {
  entryPxOf,
  type OpenPosition,
  type PositionFill,
  positionAfter,
  sizeOf,
} from '../domain/open-position.ts';
import { createWalletIndex, type WalletIndex } from '../domain/wallet-index.ts';
import { type Clock, dayMs, hourMs, minuteMs, utcDate, utcDayStartMs } from '../kernel/clock.ts';
import { createYielder } from '../kernel/yielder.ts';
import { readChains } from '../positions/fill-rows.ts';
import { fillsOfSpan } from '../positions/position-queries.ts';
import { valuedRow } from '../positions/valued-positions.ts';
import { type SnapshotCoin, type SnapshotPartOf, type SnapshotRows, storeRows } from './position-snapshot.ts';

export interface PastHoursOptions {
  analytics: AnalyticsStore;
  clock: Clock;
  parts: readonly SnapshotPartOf[];
  /** Time up to which every fill of every wallet is stored, unix milliseconds; if undefined (unknown), no hour is made. */
  wholeToMs(): number | undefined;
}

/** Until this long after an hour, `position-snapshot.ts` may still make it on time. */
const onTimeMs = 10 * minuteMs;

const hoursKnown = query({
  name: 'past_hours_reported',
  params: { coin: 'String' },
  row: Type.Object({ at: Type.String() }),
  limits: { deadlineMs: 60_000, maxRows: 1_000_000 },
  sql: `SELECT DISTINCT toString(toUnixTimestamp(hour)) AS at FROM long_short_hours WHERE coin = {coin:String}`,
});

const storedDays = query({
  name: 'past_hours_days',
  params: {},
  row: Type.Object({ first_ms: Type.String(), cohorts_to: Type.String() }),
  sql: `
    SELECT
      (SELECT toString(toUnixTimestamp64Milli(min(time))) FROM fills_by_time) AS first_ms,
      (SELECT toString(max(day)) FROM cohort_days) AS cohorts_to`,
});

const marksOfHours = query({
  name: 'past_hours_marks',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ at: Type.String(), coin: Type.String(), mark_px: Type.Number() }),
  limits: { deadlineMs: 60_000, maxRows: 1_000_000 },
  sql: `
    SELECT toString(toUnixTimestamp(hour)) AS at, coin, toFloat64(argMax(asset_context_hours.mark_px, time)) AS mark_px
    FROM asset_context_hours WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs} GROUP BY hour, coin`,
});

/** Open positions by coin and wallet, from fills. */
type Held = Map<string, Map<number, OpenPosition>>;

/** Fills of a chain on one day, and how many of them are applied. */
interface Rest {
  coin: string;
  wallet: number;
  fills: readonly PositionFill[];
  taken: number;
}

/**
 * Makes missing hourly snapshots from fills, if the store has all fills of all wallets: the past of a simulated exchange, and hours in
 * which the exchange was not read. The leverage of these positions is unknown.
 *
 * @returns a run; does nothing if no hour is missing
 */
export function pastHours(options: PastHoursOptions): (run: { signal: AbortSignal }) => Promise<void> {
  const { analytics, clock, wholeToMs } = options;
  let doneToMs = 0;

  return async ({ signal }) => {
    const lastMs = Math.min(wholeToMs() ?? 0, clock.nowMs() - onTimeMs);
    const toMs = Math.floor(lastMs / hourMs) * hourMs;
    if (toMs <= doneToMs) return;
    const [stored] = await analytics.rows(storedDays, {}, { lane: 'job', signal });
    const firstMs = Number(stored!.first_ms);
    if (firstMs === 0) return;
    // Cohorts of the day before apply; their job runs after the fills are stored.
    if (stored!.cohorts_to < utcDate(toMs - 1 - dayMs)) return;
    const reported = await analytics.rows(hoursKnown, { coin: allCoins }, { lane: 'job', signal });
    const known = new Set(reported.map(({ at }) => Number(at) * 1_000));
    const missing: number[] = [];
    for (let ms = (Math.floor(firstMs / hourMs) + 1) * hourMs; ms <= toMs; ms += hourMs) {
      if (!known.has(ms)) missing.push(ms);
    }
    if (missing.length > 0) await makeHours(options, { firstMs, missing }, signal);
    doneToMs = toMs;
  };
}

async function makeHours(
  { analytics, parts }: PastHoursOptions,
  { firstMs, missing }: { firstMs: number; missing: readonly number[] },
  signal: AbortSignal,
): Promise<void> {
  const wallets = createWalletIndex();
  const held: Held = new Map();
  const wanted = new Set(missing);
  const yieldToEventLoop = createYielder();
  const lastMs = missing.at(-1)!;
  for (let dayStartMs = utcDayStartMs(firstMs); dayStartMs < lastMs; dayStartMs += dayMs) {
    const span = { from: dayStartMs, to: dayStartMs + dayMs };
    const bytes = await analytics.bytes(fillsOfSpan, span, { lane: 'job', signal });
    const rests: Rest[] = [...readChains(bytes, wallets)].map((chain) => ({ ...chain, taken: 0 }));
    const reported = await analytics.rows(marksOfHours, span, { lane: 'job', signal });
    const marks = new Map(reported.map(({ at, coin, mark_px }) => [`${at} ${coin}`, mark_px]));
    const ofDay = parts.map((): SnapshotRows[] => []);
    for (let atMs = dayStartMs + hourMs; atMs <= Math.min(dayStartMs + dayMs, lastMs); atMs += hourMs) {
      for (const rest of rests) takeUntil(held, rest, atMs);
      if (!wanted.has(atMs)) continue;
      const made = await Promise.all(
        // A snapshot made on time outweighs this version.
        parts.map((part) => part({ hourMs: atMs, madeMs: atMs - 1, basis: 'fills' })),
      );
      const markOf = (coin: string) => marks.get(`${(atMs - hourMs) / 1_000} ${coin}`);
      for (const coin of coinsOf(held, { atMs, markOf, wallets })) {
        for (const part of made) part.take(coin);
        await yieldToEventLoop();
      }
      for (const [i, part] of made.entries()) ofDay[i]!.push(part.rows());
    }
    for (const hours of ofDay) {
      const [first] = hours;
      if (first === undefined) continue;
      await storeRows(analytics, { ...first, rows: hours.flatMap(({ rows }) => rows) }, dayStartMs);
    }
    signal.throwIfAborted();
  }
}

function takeUntil(held: Held, rest: Rest, atMs: number): void {
  const { coin, wallet, fills } = rest;
  if (rest.taken === fills.length || fills[rest.taken]!.timeMs >= atMs) return;
  const ofCoin = held.get(coin) ?? new Map<number, OpenPosition>();
  held.set(coin, ofCoin);
  let position = ofCoin.get(wallet);
  while (rest.taken < fills.length && fills[rest.taken]!.timeMs < atMs) {
    position = positionAfter(position, fills[rest.taken]!);
    rest.taken += 1;
  }
  if (position === undefined) ofCoin.delete(wallet);
  else ofCoin.set(wallet, position);
}

function* coinsOf(
  held: Held,
  at: { atMs: number; markOf(coin: string): number | undefined; wallets: Pick<WalletIndex, 'address'> },
): Generator<SnapshotCoin> {
  for (const [coin, positions] of held) {
    if (positions.size === 0) continue;
    const markPx = at.markOf(coin);
    yield {
      coin,
      markPx,
      each(take) {
        for (const [wallet, position] of positions) {
          const entryPx = entryPxOf(position);
          const row = {
            size: sizeOf(position),
            entryPx: Number.isNaN(entryPx) ? undefined : entryPx,
            stateMs: undefined,
            leverage: undefined,
          };
          const valued = valuedRow(row, { markPx, nowMs: at.atMs });
          take({ ...valued, coin, address: at.wallets.address(wallet) });
        }
      },
    };
  }
}
