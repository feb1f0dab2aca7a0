import { Type } from 'typebox';
import { holdingStyle, styleNames } from '../analytics/holding-styles.ts';
import { query } from '../analytics/query.ts';
import { readRowBinary } from '../analytics/row-binary.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { oneLookMs } from '../changes/change-feed.ts';
import type { View } from '../changes/view.ts';
import { snapshotFormat } from '../changes/view-snapshots.ts';
import { type Clock, hourMs } from '../kernel/clock.ts';
import { createYielder } from '../kernel/yielder.ts';
import { readChangedCloses, spansOf, windowSlices } from './changed-closes.ts';
import { closeLane, closeLimits, closeSettings, shownCloses } from './close-sql.ts';
import { windowStart } from './closers.ts';

export interface CloseSums {
  lifecycles: number;
  wins: number;
  losses: number;
  liquidations: number;
  /** Realized PnL of winners and of losers, in 10^-12 USD. */
  won: bigint;
  lost: bigint;
  /** In 10^-22 USD, like `penalty`. */
  fees: bigint;
  penalty: bigint;
}

/** Sums over the closes of the window; read-only. */
export interface CloseHours {
  readonly byCoin: ReadonlyMap<string, CloseSums>;
  /** Index: UTC hour of the close, 0 to 23. */
  readonly byHour: readonly CloseSums[];
  /** Index: position in `styleNames`. */
  readonly byStyle: readonly CloseSums[];
}

const noStyle = 255;
const hourOf = (time: string) => `intDiv(toUnixTimestamp64Milli(${time}), ${hourMs})`;
const spanParams = { since: 'TimeMs', until: 'TimeMs' } as const;

/** Row: hour since 1970, style, four counts, four sums, coin. A row groups either by coin or by style. */
const hourSums = query({
  name: 'closes_by_hour',
  params: spanParams,
  row: Type.Object({}),
  limits: closeLimits,
  settings: closeSettings,
  sql: `
    SELECT hour, if(grouping(held) = 0, toUInt8(held), ${noStyle}) AS style, count(), countIf(pnl > 0), countIf(pnl < 0),
      countIf(liquidated_fills > 0), sumIf(pnl, pnl > 0), sumIf(pnl, pnl < 0), sum(fees), sum(penalty),
      if(grouping(coin_name) = 0, coin_name, '') AS coin
    FROM (
      SELECT CAST(coin, 'String') AS coin_name, ${hourOf('closed')} AS hour, ${holdingStyle} AS held, pnl, fees, liquidated_fills, penalty
      FROM ${shownCloses} AND closed >= {since:TimeMs} AND closed < {until:TimeMs})
    GROUP BY GROUPING SETS ((hour, coin_name), (hour, held))
    ORDER BY hour`,
});

/** Byte length of each hour's rows, which are concatenated in this order. */
type SavedHours = [hour: number, bytes: number][];

const hourNumber = (timeMs: number) => Math.floor(timeMs / hourMs);

/** View of the window's closes, summed by hour; a change reloads the affected hours. */
export function createCloseHours(store: Pick<AnalyticsStore, 'bytes'>, clock: Clock) {
  /** Rows of each hour, as bytes from the engine. */
  let hours = new Map<number, Uint8Array>();
  let sums = emptySums();

  async function readSpan(since: number, until: number): Promise<Map<number, Uint8Array>> {
    return splitHours(await store.bytes(hourSums, { since, until }, closeLane));
  }

  function take(hour: number, rows: Uint8Array | undefined): void {
    const before = hours.get(hour);
    if (before !== undefined) addRows(sums, before, -1);
    if (rows === undefined) hours.delete(hour);
    else {
      hours.set(hour, rows);
      addRows(sums, rows, 1);
    }
  }

  const view: View = {
    name: 'hours of closes',
    maxAgeMs: oneLookMs,
    async load({ seq }, step) {
      const read = new Map<number, Uint8Array>();
      for (const { since, until } of windowSlices(clock.nowMs())) {
        for (const [hour, rows] of await readSpan(since, until)) read.set(hour, rows);
        await step();
      }
      hours = read;
      sums = emptySums();
      for (const rows of read.values()) addRows(sums, rows, 1);
      return seq;
    },
    async apply({ after }) {
      const changed = await readChangedCloses(store, { since: windowStart(clock.nowMs()), after });
      for (const span of spansOf(changed)) {
        const [first, last] = [hourNumber(span.since), hourNumber(span.until - 1)];
        const read = await readSpan(first * hourMs, (last + 1) * hourMs);
        for (let hour = first; hour <= last; hour++) take(hour, read.get(hour));
      }
      return true;
    },
    // Evicts hours before the window when a new day starts.
    async tend() {
      const first = windowStart(clock.nowMs()) / hourMs;
      const gone = [...hours.keys()].filter((hour) => hour < first);
      for (const hour of gone) take(hour, undefined);
      return gone.length > 0;
    },
    snapshot: {
      format: snapshotFormat(1, hourSums),
      save() {
        const bytes = new Uint8Array(hours.values().reduce((sum, rows) => sum + rows.length, 0));
        let at = 0;
        for (const rows of hours.values()) {
          bytes.set(rows, at);
          at += rows.length;
        }
        const lengths = Array.from(hours, ([hour, rows]) => [hour, rows.length] as [number, number]);
        return { meta: lengths satisfies SavedHours, columns: { bytes } };
      },
      async restore({ meta, columns }) {
        const yieldToEventLoop = createYielder();
        let at = 0;
        for (const [hour, length] of meta as SavedHours) {
          // A copy, so that dropping one hour frees its memory.
          take(hour, (columns.bytes as Uint8Array).slice(at, at + length));
          at += length;
          await yieldToEventLoop();
        }
        return undefined;
      },
    },
  };
  return { view, read: (): CloseHours => sums };
}

function splitHours(bytes: Uint8Array): Map<number, Uint8Array> {
  const hours = new Map<number, Uint8Array>();
  const rows = readRowBinary(bytes);
  let [from, current] = [0, -1];
  const end = (at: number): void => {
    if (at > from) hours.set(current, bytes.slice(from, at));
    from = at;
  };
  while (!rows.done) {
    const { at } = rows;
    const { hour } = readRow(rows);
    if (hour !== current) end(at);
    current = hour;
  }
  end(bytes.length);
  return hours;
}

function readRow(rows: ReturnType<typeof readRowBinary>) {
  const [hour, style] = [rows.int64(), rows.uint8()];
  const sums: CloseSums = {
    lifecycles: rows.int64(),
    wins: rows.int64(),
    losses: rows.int64(),
    liquidations: rows.int64(),
    won: rows.decimal128(),
    lost: rows.decimal128(),
    fees: rows.decimal128(),
    penalty: rows.decimal128(),
  };
  return { hour, style, sums, coin: rows.text() };
}

const noCloses = (): CloseSums => ({
  lifecycles: 0,
  wins: 0,
  losses: 0,
  liquidations: 0,
  won: 0n,
  lost: 0n,
  fees: 0n,
  penalty: 0n,
});

function emptySums() {
  return {
    byCoin: new Map<string, CloseSums>(),
    byHour: Array.from({ length: 24 }, noCloses),
    byStyle: styleNames.map(noCloses),
  };
}

/** @param sign 1 adds the rows of an hour, -1 subtracts them */
function addRows(
  { byCoin, byHour, byStyle }: ReturnType<typeof emptySums>,
  bytes: Uint8Array,
  sign: 1 | -1,
): void {
  const rows = readRowBinary(bytes);
  while (!rows.done) {
    const { hour, style, sums, coin } = readRow(rows);
    if (style === noStyle) {
      const ofCoin = byCoin.get(coin) ?? noCloses();
      add(ofCoin, sums, sign);
      if (ofCoin.lifecycles === 0) byCoin.delete(coin);
      else byCoin.set(coin, ofCoin);
    } else {
      add(byStyle[style]!, sums, sign);
      add(byHour[hour % 24]!, sums, sign);
    }
  }
}

function add(into: CloseSums, one: CloseSums, sign: 1 | -1): void {
  const exact = BigInt(sign);
  into.lifecycles += sign * one.lifecycles;
  into.wins += sign * one.wins;
  into.losses += sign * one.losses;
  into.liquidations += sign * one.liquidations;
  into.won += exact * one.won;
  into.lost += exact * one.lost;
  into.fees += exact * one.fees;
  into.penalty += exact * one.penalty;
}
