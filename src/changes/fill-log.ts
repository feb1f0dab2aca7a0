import { Type } from 'typebox';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query, type RowOf } from '../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../analytics/store.ts';
import { dayMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import type { StoredBatch } from './batches.ts';
import { fillOf, fillRow, type LoggedFill } from './logged-fill.ts';

/**
 * The log of fills in the order of storing, the source of streams. A place is a number: fills of one batch and one moment share a place.
 * Places are the same for every filter, and after a restart.
 */

/** Places per batch. In a batch that spans more milliseconds, several moments share a place. */
const placesOfBatch = 4_096;
/** A fill older than the newest one before its batch by more than this is backfilled history, not an event. */
export const lateMs = dayMs;

/** The place before a batch, which is the last place of the previous batch. */
export const placeBefore = (seq: number) => seq * placesOfBatch - 1;
/** The last place of a batch. */
export const placeAfter = (seq: number) => placeBefore(seq + 1);
export const batchOf = (place: number) => Math.floor(place / placesOfBatch);

/** @param timeMs time of a fill in the batch, unix milliseconds */
export function placeOf({ seq, firstMs, lastMs }: StoredBatch, timeMs: number): number {
  const span = lastMs - firstMs;
  const offset = timeMs - firstMs;
  const last = placesOfBatch - 1;
  return seq * placesOfBatch + (span <= last ? offset : Math.floor((offset / span) * last));
}

/** The earliest moment of a batch whose place may lie after the given one, unix milliseconds. */
function timeBehind({ seq, firstMs, lastMs }: StoredBatch, place: number): number {
  const offset = place - seq * placesOfBatch;
  if (offset < 0) return firstMs;
  const [span, last] = [lastMs - firstMs, placesOfBatch - 1];
  return firstMs + (span <= last ? offset + 1 : Math.floor((offset / last) * span));
}

export type FillKind = 'liquidation' | 'twap' | 'builder' | 'perp' | 'outcome';

/** Selects fills that match all of these conditions. */
export interface LogFilter {
  /** `0x…`, lower case. */
  wallets?: readonly string[] | undefined;
  coins?: readonly string[] | undefined;
  kind?: FillKind | undefined;
  side?: 'B' | 'A' | undefined;
  /** Minimum notional, USD. */
  minNotionalUsd?: number | undefined;
}

const ms = (time: string) => `toUnixTimestamp64Milli(${time})`;
const hexOf = (column: string) => `concat('0x', lower(hex(${column})))`;
const address = (column: string, said: string) => `if(${said}, ${hexOf(column)}, '')`;
const namesBuilder = 'names_builder = 1';
const wanted = {
  any: '1',
  liquidation: "liquidation_method != ''",
  twap: 'twap_id != 0',
  builder: namesBuilder,
  perp: isPerpCoin,
  outcome: "substring(coin, 1, 1) = '#'",
} as const;

const ofBatches = {
  log: 'fills.batch IN (SELECT toUInt64(arrayJoin({numbers:Array(Int64)})))',
  time: 'fills.batch <= {upTo:UInt64}',
} as const;

/** Fills of the given batches, or by time of all batches up to one. @param of filters by wallets, coins, both or neither */
function logQuery(
  name: string,
  kind: keyof typeof wanted,
  of: 'all' | 'coins' | 'wallets' | 'both',
  order: 'log' | 'time',
) {
  // Column names in the result hide the table's columns, so that conditions name the table.
  const between = (table: string) => `${table}.time >= {from:TimeMs} AND ${table}.time <= {to:TimeMs}`;
  const ofCoins = (table: string) =>
    of === 'coins' || of === 'both' ? ` AND ${table}.coin IN (SELECT arrayJoin({coins:Array(String)}))` : '';
  // Uses both primary keys: finds the wallets that traded in the span, then their fills of the span.
  const wallets =
    of === 'wallets' || of === 'both'
      ? 'SELECT arrayJoin({wallets:Array(Wallet)})'
      : `SELECT wallet FROM fills_by_time WHERE ${between('fills_by_time')}${ofCoins('fills_by_time')}`;
  return query({
    name,
    params: {
      ...({ from: 'TimeMs', to: 'TimeMs', most: 'UInt64' } as const),
      ...(order === 'log' ? { numbers: 'Array(Int64)' as const } : { upTo: 'UInt64' as const }),
      ...({ side: 'String', least: 'Float64' } as const),
      ...(of === 'coins' || of === 'both' ? { coins: 'Array(String)' as const } : {}),
      ...(of === 'wallets' || of === 'both' ? { wallets: 'Array(Wallet)' as const } : {}),
    },
    row: fillRow,
    limits: { deadlineMs: 30_000, maxRows: 1_000_000 },
    settings: { max_threads: 1 },
    sql: `
      SELECT toString(batch) AS batch, toString(${ms('fills.time')}) AS time, toString(block) AS block, ${hexOf('fills.wallet')} AS wallet,
        CAST(fills.coin, 'String') AS coin, CAST(fills.side, 'String') AS side, toString(fills.px) AS px, toString(fills.sz) AS sz,
        toString(start_position) AS start, CAST(fills.dir, 'String') AS dir, toString(closed_pnl) AS pnl, toString(fills.fee) AS fee,
        CAST(fills.fee_token, 'String') AS fee_token, fills.crossed AS crossed, toString(fills.tid) AS tid, toString(fills.oid) AS oid,
        ${hexOf('fills.hash')} AS hash,
        if(fills.cloid = toFixedString('', 16), '', ${hexOf('fills.cloid')}) AS cloid, toString(twap_id) AS twap,
        ${address('fills.builder', namesBuilder)} AS builder,
        toString(fills.builder_fee) AS builder_fee, toString(fills.deployer_fee) AS deployer_fee, toString(priority_gas) AS gas,
        ${address('liquidated_user', 'names_liquidated = 1')} AS liquidated,
        toString(liquidation_mark_px) AS mark, CAST(liquidation_method, 'String') AS method,
        toFloat64(fills.px * fills.sz) AS notional
      FROM fills
      WHERE fills.wallet IN (${wallets}) AND ${between('fills')}
        AND ${ofBatches[order]}${ofCoins('fills')}
        AND ${wanted[kind]} AND ({side:String} = '' OR fills.side = {side:String})
        AND ({least:Float64} = 0 OR toFloat64(fills.px * fills.sz) >= {least:Float64})
      ORDER BY ${order === 'log' ? 'fills.batch, ' : ''}fills.time, fills.seq, fills.wallet, fills.tid, fills.oid, fills.side
      LIMIT {most:UInt64}`,
  });
}

const kinds = Object.keys(wanted) as (keyof typeof wanted)[];
const scopes = ['all', 'coins', 'wallets', 'both'] as const;
type LogQuery = ReturnType<typeof logQuery>;
const queriesIn = (order: 'log' | 'time', name: string) =>
  Object.fromEntries(
    kinds.flatMap((kind) =>
      scopes.map((of) => [`${kind} ${of}`, logQuery(`${name}_${kind}_${of}`, kind, of, order)]),
    ),
  ) as Record<string, LogQuery>;
const queries = { log: queriesIn('log', 'fill_log'), time: queriesIn('time', 'fill_span') };

const newestUpTo = query({
  name: 'fill_log_newest_up_to',
  params: { seq: 'UInt64' },
  row: Type.Object({ newest_ms: Type.String() }),
  sql: `SELECT toString(${ms('max(max_time)')}) AS newest_ms FROM ingest_batches WHERE seq <= {seq:UInt64}`,
});

/** Time of the newest fill of all batches up to one, unix milliseconds; 0 if there is none. @throws AnalyticsError */
export async function newestFillUpTo(store: Pick<AnalyticsStore, 'rows'>, seq: number): Promise<number> {
  const [found] = await store.rows(newestUpTo, { seq });
  return Math.max(0, Number(found!.newest_ms));
}

const numberUpTo = query({
  name: 'fill_log_number_up_to',
  params: { seq: 'UInt64' },
  row: Type.Object({ newest: Type.String() }),
  sql: `
    SELECT toString(max(toUInt64OrZero(extract(token, '^([0-9]+)-')))) AS newest FROM ingest_batches
    WHERE seq <= {seq:UInt64}`,
});

/** The highest fill batch number (`fills.batch`) of all batches up to one. @throws AnalyticsError */
export async function newestNumberUpTo(store: Pick<AnalyticsStore, 'rows'>, seq: number): Promise<number> {
  const [found] = await store.rows(numberUpTo, { seq });
  return Number(found!.newest);
}

/** Fills per page; more if a single place has more. */
const pageFills = 4_000;

export interface LogPage {
  fills: LoggedFill[];
  /** The page is complete up to this place. */
  to: number;
}

/**
 * A page of the fills of batches, in log order.
 *
 * @param batches consecutive; at least one
 * @param options.after omits fills at or before this place
 * @param options.fromMs omits earlier fills, unix milliseconds
 * @throws AnalyticsError
 */
export async function readFillLog(
  store: Pick<AnalyticsStore, 'rows'>,
  batches: readonly StoredBatch[],
  filter: LogFilter,
  options: CallOptions & { after: number; fromMs: number; most?: number },
): Promise<LogPage> {
  const { after, fromMs, most = pageFills, ...call } = options;
  const own = ascending(batches);
  const to = placeAfter(own.at(-1)!.seq);
  const byNumber = new Map(own.filter(({ number }) => number > 0).map((batch) => [batch.number, batch]));
  if (byNumber.size === 0) return { fills: [], to };
  const [only] = own;
  const requests = {
    numbers: [...byNumber.keys()],
    from: Math.max(
      fromMs,
      own.length === 1 ? timeBehind(only!, after) : Math.min(...own.map(({ firstMs }) => firstMs)),
    ),
    to: Math.max(...own.map(({ lastMs }) => lastMs)),
    most,
  };
  const rows = await readRows(store, 'log', filter, requests, call);
  const fills = rows
    .map((found, order) =>
      fillOf(found, order, placeOf(byNumber.get(Number(found.batch))!, Number(found.time))),
    )
    .filter(({ place }) => place > after);
  if (rows.length < most) return { fills, to };
  // The last place may be incomplete.
  const last = fills.at(-1)?.place ?? after;
  const whole = fills.filter(({ place }) => place < last);
  if (whole.length > 0) return { fills: whole, to: whole.at(-1)!.place };
  return readFillLog(store, own, filter, { ...options, most: most * 4 });
}

function readRows(
  store: Pick<AnalyticsStore, 'rows'>,
  order: keyof typeof queries,
  filter: LogFilter,
  requests: { from: number; to: number; most: number } & ({ numbers: readonly number[] } | { upTo: number }),
  call: CallOptions,
): Promise<RowOf<LogQuery>[]> {
  const { wallets, coins, kind = 'any', side = '', minNotionalUsd: least = 0 } = filter;
  const of = wallets ? (coins ? 'both' : 'wallets') : coins ? 'coins' : 'all';
  const params = { ...requests, side, least, ...(wallets && { wallets }), ...(coins && { coins }) };
  return store.rows(queries[order][`${kind} ${of}`]!, params as never, call);
}

/**
 * Fills of a span in time order, whenever they were stored; each place is the fill's time.
 *
 * @param span.upTo highest batch number included
 * @param span.most fills per result; more if a single millisecond has more
 * @returns the fills, and the time up to which they are complete, unix milliseconds
 * @throws AnalyticsError
 */
export async function readFillsOfSpan(
  store: Pick<AnalyticsStore, 'rows'>,
  span: Span & { upTo: number; most: number },
  filter: LogFilter,
  call: CallOptions,
): Promise<{ fills: LoggedFill[]; toMs: number }> {
  const { fromMs, toMs, upTo, most } = span;
  const rows = await readRows(store, 'time', filter, { from: fromMs, to: toMs, upTo, most }, call);
  const fills = rows.map((found, order) => fillOf(found, order, Number(found.time)));
  if (rows.length < most) return { fills, toMs };
  // The last millisecond may be incomplete.
  const lastMs = fills.at(-1)!.timeMs;
  const whole = fills.filter(({ timeMs }) => timeMs < lastMs);
  if (whole.length > 0) return { fills: whole, toMs: lastMs - 1 };
  return readFillsOfSpan(store, { ...span, toMs: lastMs, most: most * 4 }, filter, call);
}

/** The leading batches with ascending numbers, because a page is read in the order of numbers. */
function ascending(batches: readonly StoredBatch[]): readonly StoredBatch[] {
  let newest = 0;
  const end = batches.findIndex(({ number }) => {
    if (number === 0) return false;
    const goesOn = number > newest;
    newest = number;
    return !goesOn;
  });
  return end < 0 ? batches : batches.slice(0, end);
}
