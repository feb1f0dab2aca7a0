import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import type { Window } from '../../domain/window.ts';
import { amountOf, exactAmount, type LiquidationSums, quotientOf } from './liquidation-sums.ts';

/*
 * Liquidations as events: one per victim, coin and order, summed over its fills. If a victim's own fill is not stored, the
 * counterparty's fill has size and price; such fills name no order of the victim, so those of one millisecond form one event.
 */

const span = { coin: 'String', from: 'TimeMs', to: 'TimeMs' } as const;
const inSpan = `time >= {from:TimeMs} AND time <= {to:TimeMs} AND ({coin:String} = '' OR coin = {coin:String})`;
/** Placeholder order id: no order of the exchange has such a number. */
const standInOrder = 'bitOr(toUInt64(toUnixTimestamp64Milli(time)), bitShiftLeft(toUInt64(1), 62))';

/** Events of a span, as a subquery. A victim who sold was long; a counterparty's fill has the opposite side. */
export const eventsSql = `
  SELECT victim, coin, order_id, min(time) AS began, groupUniqArray(time) AS times, max(own) AS known, any(of_long) AS is_long,
    sum(sz) AS event_size, sum(usd) AS event_usd, sum(pnl) AS event_pnl, sum(fee_usd) AS event_fee
  FROM (
    SELECT wallet AS victim, coin, oid AS order_id, time, 1 AS own, side = 'A' AS of_long, sz, px * sz AS usd, closed_pnl AS pnl,
      fee * fee_px AS fee_usd
    FROM liquidations WHERE ${inSpan}
    UNION ALL
    SELECT victim, coin, ${standInOrder} AS order_id, time, 0 AS own, side = 'B' AS of_long, sz, px * sz AS usd,
      toDecimal128(0, 12) AS pnl, toDecimal128(0, 22) AS fee_usd
    FROM liquidation_counterparties
    WHERE ${inSpan} AND (victim, coin, time, tid) NOT IN (SELECT wallet, coin, time, tid FROM liquidations WHERE ${inSpan}))
  GROUP BY victim, coin, order_id`;

const cellsLimit = 200_000;
const cells = query({
  name: 'liquidation_cells',
  params: { ...span, bucket: 'Int64' },
  row: Type.Object({
    coin: Type.String(),
    start: Type.String(),
    counts: Type.Array(Type.Integer()),
    long_usd: Type.String(),
    short_usd: Type.String(),
    pnl: Type.String(),
    fees: Type.String(),
  }),
  sql: `
    SELECT coin, toString(intDiv(toUnixTimestamp64Milli(began), {bucket:Int64}) * {bucket:Int64}) AS start,
      [toUInt32(countIf(is_long)), toUInt32(countIf(NOT is_long)), toUInt32(countIf(known = 1))] AS counts,
      toString(sumIf(event_usd, is_long)) AS long_usd, toString(sumIf(event_usd, NOT is_long)) AS short_usd,
      toString(sum(event_pnl)) AS pnl, toString(sum(event_fee)) AS fees
    FROM (${eventsSql})
    GROUP BY coin, start
    LIMIT ${cellsLimit}`,
  limits: { maxRows: cellsLimit },
});

const walletsLimit = 500_000;
const victims = query({
  name: 'liquidation_victims',
  params: span,
  row: Type.Object({
    address: Type.String(),
    events: Type.Integer(),
    usd: Type.String(),
    pnl: Type.String(),
  }),
  sql: `
    SELECT concat('0x', lower(hex(victim))) AS address, toUInt32(count()) AS events, toString(sum(event_usd)) AS usd,
      toString(sum(event_pnl)) AS pnl
    FROM (${eventsSql})
    GROUP BY victim
    LIMIT ${walletsLimit}`,
  limits: { maxRows: walletsLimit },
});

const victimCount = query({
  name: 'liquidation_victim_count',
  params: span,
  row: Type.Object({ wallets: Type.String() }),
  sql: `
    SELECT toString(uniqExact(victim)) AS wallets
    FROM (
      SELECT DISTINCT wallet AS victim FROM liquidations WHERE ${inSpan}
      UNION ALL
      SELECT DISTINCT victim FROM liquidation_counterparties WHERE ${inSpan})`,
});

const eventRow = Type.Object({
  address: Type.String(),
  coin: Type.String(),
  began_ms: Type.String(),
  times_ms: Type.Array(Type.String()),
  is_known: Type.Integer(),
  is_long: Type.Integer(),
  size: Type.String(),
  usd: Type.String(),
  pnl: Type.String(),
  fee: Type.String(),
});
/** An event without its liquidator. */
export interface FoundLiquidation {
  address: string;
  coin: string;
  beganMs: number;
  /** Time of each fill, unix milliseconds. */
  timesMs: readonly number[];
  /** False if the victim's own fills are not stored. */
  isKnown: boolean;
  isLong: boolean;
  /** Coins × 10^22 and USD × 10^22: see {@link exactAmount}. */
  size: bigint;
  usd: bigint;
  /** USD. */
  closedPnl: number;
  penaltyFee: number;
}

const recent = query({
  name: 'recent_liquidations',
  params: { ...span, by_size: 'UInt64', limit: 'UInt64' },
  row: eventRow,
  sql: `
    SELECT concat('0x', lower(hex(victim))) AS address, coin, toString(toUnixTimestamp64Milli(began)) AS began_ms,
      arrayMap(time -> toString(toUnixTimestamp64Milli(time)), times) AS times_ms, known AS is_known, toUInt8(is_long) AS is_long,
      toString(event_size) AS size, toString(event_usd) AS usd, toString(event_pnl) AS pnl, toString(event_fee) AS fee
    FROM (${eventsSql})
    ORDER BY if({by_size:UInt64} = 1, event_usd, 0) DESC, began DESC, victim, coin, order_id
    LIMIT {limit:UInt64}`,
});

const takersLimit = 100_000;
const takers = query({
  name: 'liquidation_takers',
  params: { from: 'TimeMs', to: 'TimeMs', victims: 'Array(Wallet)' },
  row: Type.Object({
    victim: Type.String(),
    coin: Type.String(),
    at: Type.String(),
    wallet: Type.String(),
    size: Type.Number(),
  }),
  sql: `
    SELECT concat('0x', lower(hex(taken.victim))) AS victim, coin, toString(toUnixTimestamp64Milli(time)) AS at,
      concat('0x', lower(hex(taken.wallet))) AS wallet, toFloat64(sum(sz)) AS size
    FROM liquidation_counterparties AS taken
    WHERE time >= {from:TimeMs} AND time <= {to:TimeMs}
      AND taken.victim IN (SELECT arrayJoin({victims:Array(Wallet)}))
    GROUP BY taken.victim, coin, time, taken.wallet
    LIMIT ${takersLimit}`,
  limits: { maxRows: takersLimit },
});

const deleveraged = query({
  name: 'auto_deleveraged',
  params: span,
  row: Type.Object({ events: Type.Integer(), usd: Type.Number(), wallets: Type.Integer() }),
  sql: `
    SELECT toUInt32(uniqExact(wallet, coin, oid)) AS events, toFloat64(sum(px * sz)) AS usd,
      toUInt32(uniqExact(wallet)) AS wallets
    FROM auto_deleveragings WHERE ${inSpan}`,
});

type Store = Pick<AnalyticsStore, 'rows'>;

/** An empty coin selects all coins. */
export interface LiquidationSpan {
  coin: string;
  window: Window;
}

const requestOf = ({ coin, window }: LiquidationSpan) => ({ coin, from: window.fromMs, to: window.toMs });

/** The order of events: newest or largest notional first. */
export const liquidationSorts = ['time', 'notional'] as const;
export interface RankedLiquidations extends LiquidationSpan {
  sort: (typeof liquidationSorts)[number];
  limit: number;
}

/** Sums for any window. @param bucketMs length of a bucket @throws AnalyticsError */
export async function readLiquidationSums(
  store: Store,
  span: LiquidationSpan,
  bucketMs: number,
  signal: AbortSignal,
): Promise<LiquidationSums> {
  const [rows, [counted]] = await Promise.all([
    store.rows(cells, { ...requestOf(span), bucket: bucketMs }, { signal }),
    store.rows(victimCount, requestOf(span), { signal }),
  ]);
  const found = rows.map((row) => ({
    coin: row.coin,
    bucketStartMs: Number(row.start),
    longEvents: row.counts[0]!,
    shortEvents: row.counts[1]!,
    longNotional: exactAmount(row.long_usd),
    shortNotional: exactAmount(row.short_usd),
    knownEvents: row.counts[2]!,
    closedPnl: exactAmount(row.pnl),
    penaltyFees: exactAmount(row.fees),
  }));
  return { byCoin: found, byBucket: found, wallets: Number(counted!.wallets) };
}

/** One victim's liquidations; amounts are exact, USD × 10^22. */
export interface LiquidationVictim {
  address: string;
  events: number;
  usd: bigint;
  pnl: bigint;
}

/** Profitable positions closed by auto-deleveraging, counted per wallet, coin and order. @throws AnalyticsError */
export async function autoDeleveragingOf(store: Store, span: LiquidationSpan, signal: AbortSignal) {
  const [row] = await store.rows(deleveraged, requestOf(span), { signal });
  const { events: count, usd: totalNotional, wallets } = row!;
  return { count, totalNotional, wallets };
}

/** Every victim of any window, in no order. @throws AnalyticsError */
export async function liquidationVictims(
  store: Store,
  span: LiquidationSpan,
  signal: AbortSignal,
): Promise<LiquidationVictim[]> {
  const rows = await store.rows(victims, requestOf(span), { signal });
  return rows.map((row) => ({ ...row, usd: exactAmount(row.usd), pnl: exactAmount(row.pnl) }));
}

/** The first liquidations of any window in the given order; ties: newest, then victim. @throws AnalyticsError */
export async function recentLiquidations(
  store: Store,
  request: RankedLiquidations,
  signal: AbortSignal,
): Promise<FoundLiquidation[]> {
  const { sort, limit } = request;
  const params = { ...requestOf(request), by_size: sort === 'notional' ? 1 : 0, limit };
  const rows = await store.rows(recent, params, { signal });
  return rows.map(({ address, coin, began_ms, times_ms, is_known, is_long, size, usd, pnl, fee }) => ({
    address,
    coin,
    beganMs: Number(began_ms),
    timesMs: times_ms.map(Number),
    isKnown: is_known === 1,
    isLong: is_long === 1,
    size: exactAmount(size),
    usd: exactAmount(usd),
    closedPnl: Number(pnl),
    penaltyFee: Number(fee),
  }));
}

/** The all-time PnL cohort of a victim. */
type TierOf = (address: string) => string | undefined;

/** Events as shown in answers, each with its largest taker. @throws AnalyticsError */
export async function withLiquidators(
  store: Store,
  rows: readonly FoundLiquidation[],
  tierOf: TierOf,
  signal: AbortSignal,
) {
  if (rows.length === 0) return [];
  const timesMs = rows.flatMap((row) => row.timesMs);
  const victims = [...new Set(rows.map(({ address }) => address))];
  const requests = { from: Math.min(...timesMs), to: Math.max(...timesMs), victims };
  const taken = await store.rows(takers, requests, { signal });
  const keyOf = (victim: string, coin: string, at: string | number) => `${victim} ${coin} ${at}`;
  const byKey = Map.groupBy(taken, ({ victim, coin, at }) => keyOf(victim, coin, at));
  return rows.map(
    ({ address, coin, beganMs, timesMs, isKnown, isLong, size, usd, closedPnl, penaltyFee }) => ({
      address,
      coin,
      timestampMs: beganMs,
      side: isLong ? ('long' as const) : ('short' as const),
      size: amountOf(size),
      price: quotientOf(usd, size),
      notional: amountOf(usd),
      liquidator: largestTaker(timesMs.flatMap((at) => byKey.get(keyOf(address, coin, at)) ?? [])),
      penaltyFee: isKnown ? penaltyFee : null,
      closedPnl: isKnown ? closedPnl : null,
      pnlTier: tierOf(address) ?? null,
    }),
  );
}

/** Null if no counterparty's fill is stored; on a tie the first address. */
function largestTaker(taken: readonly { wallet: string; size: number }[]): string | null {
  const sizes = new Map<string, number>();
  for (const { wallet, size } of taken) sizes.set(wallet, (sizes.get(wallet) ?? 0) + size);
  const [first] = [...sizes].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  return first?.[0] ?? null;
}
