import { Type } from 'typebox';
import { isPerpCoin } from '../analytics/perp-coins.ts';
import { query, type RowOf } from '../analytics/query.ts';
import type { AnalyticsStore, CallOptions } from '../analytics/store.ts';
import { dayMs } from '../kernel/clock.ts';
import type { Span } from '../kernel/span.ts';
import type { StoredBatch } from './batches.ts';
import { fillOf, fillRow, type LoggedFill } from './logged-fill.ts';

/**
 * Fills in the order in which they were stored: what streams are made of. Its places are numbers: of a batch's fills those of one
 * moment have the same place, so that a place says the same whatever somebody follows, and after a restart.
 */

/** Places of one batch: moments of a batch that spans more milliseconds share them. */
const placesOfBatch = 4_096;
/** A fill that is older than the newest one before its batch by more is history that was added, and no event. */
export const lateMs = dayMs;

/** The place in front of a batch's first, which is the last of the batch before it. */
export const placeBefore = (seq: number) => seq * placesOfBatch - 1;
/** The last place of a batch. */
export const placeAfter = (seq: number) => placeBefore(seq + 1);
/** The batch that a place is of. */
export const batchOf = (place: number) => Math.floor(place / placesOfBatch);

/** @param timeMs of a fill of the batch, unix milliseconds */
export function placeOf({ seq, firstMs, lastMs }: StoredBatch, timeMs: number): number {
  const span = lastMs - firstMs;
  const offset = timeMs - firstMs;
  const last = placesOfBatch - 1;
  return seq * placesOfBatch + (span <= last ? offset : Math.floor((offset / span) * last));
}

/** The earliest moment of a batch whose place may be behind one, unix milliseconds. */
function timeBehind({ seq, firstMs, lastMs }: StoredBatch, place: number): number {
  const offset = place - seq * placesOfBatch;
  if (offset < 0) return firstMs;
  const [span, last] = [lastMs - firstMs, placesOfBatch - 1];
  return firstMs + (span <= last ? offset + 1 : Math.floor((offset / last) * span));
}

/** What fills a feed is of. */
export type FillKind = 'liquidation' | 'twap' | 'builder' | 'perp' | 'outcome';

/** Which fills are wanted: all of these hold. */
export interface LogFilter {
  /** `0x…`, lower case. */
  wallets?: readonly string[] | undefined;
  coins?: readonly string[] | undefined;
  kind?: FillKind | undefined;
  side?: 'B' | 'A' | undefined;
  /** USD, at least. */
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

/** Fills of batches with these numbers, or of all up to one by their time. @param of `of` names the wallets */
function logQuery(
  name: string,
  kind: keyof typeof wanted,
  of: 'all' | 'coins' | 'wallets' | 'both',
  order: 'log' | 'time',
) {
  // The names of the answer hide the columns, but with their table.
  const between = (table: string) => `${table}.time >= {from:TimeMs} AND ${table}.time <= {to:TimeMs}`;
  const ofCoins = (table: string) =>
    of === 'coins' || of === 'both' ? ` AND ${table}.coin IN (SELECT arrayJoin({coins:Array(String)}))` : '';
  // By the primary key of each of the two tables: who traded then, and these wallets' fills of then.
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

/** Time of the newest fill of all batches up to one, unix milliseconds; 0 where there is none. @throws AnalyticsError */
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

/** The highest number that fills of all batches up to one have as their batch (`fills.batch`). @throws AnalyticsError */
export async function newestNumberUpTo(store: Pick<AnalyticsStore, 'rows'>, seq: number): Promise<number> {
  const [found] = await store.rows(numberUpTo, { seq });
  return Number(found!.newest);
}

/** Fills of one page of the log; more where more are of one place. */
const pageFills = 4_000;

export interface LogPage {
  fills: LoggedFill[];
  /** Up to here nothing is missing. */
  to: number;
}

/**
 * A page of the fills of batches, in the order of the log.
 *
 * @param batches that follow on each other; at least one
 * @param options.after leaves out what is at this place or before
 * @param options.fromMs leaves out fills of before, unix milliseconds
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
  // There may be more of the last place.
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
 * Fills of a span in the order of their time, whenever they were stored; their place is their time.
 *
 * @param span.upTo the highest number of a batch whose fills count
 * @param span.most fills of the answer; more where more are of one millisecond
 * @returns also up to when nothing is missing, unix milliseconds
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
  // There may be more of the last millisecond.
  const lastMs = fills.at(-1)!.timeMs;
  const whole = fills.filter(({ timeMs }) => timeMs < lastMs);
  if (whole.length > 0) return { fills: whole, toMs: lastMs - 1 };
  return readFillsOfSpan(store, { ...span, toMs: lastMs, most: most * 4 }, filter, call);
}

/** Batches up to the first whose number is not higher than those before it: a page is read in the order of numbers. */
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
