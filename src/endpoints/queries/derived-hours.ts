import { type Static, Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { allCoins, isPerp } from '../../domain/coin-name.ts';
import type { Window } from '../../domain/window.ts';
import { dayMs, hourMs } from '../../kernel/clock.ts';
import { roundedUsd } from '../../kernel/rounded.ts';
import type { PositionHour } from '../../positions/position-hours.ts';
import { coinTotals, type Positions } from '../../positions/positions.ts';
import type { AnswerHeaders } from '../answer-headers.ts';
import { derivedPoint, type openInterestPoint } from '../bodies/position-hours.ts';
import type { Sources } from '../sources.ts';

/** Hours of a year, partial hours included. */
const hoursLimit = 366 * 24 + 2;
/** Reach for all coins together; bounded because every hour of every coin is read. */
const totalReachMs = 31 * dayMs;

/**
 * Hours with fills, newest first. `is_whole`: the fills of all wallets are stored, because they come from a node's blocks or, in an
 * archive, because all matches have both sides.
 */
const hoursOfFills = query({
  name: 'hours_of_fills',
  params: { from: 'TimeMs', archive: 'UInt64' },
  row: Type.Object({ at: Type.Integer(), is_whole: Type.Boolean() }),
  limits: { maxRows: hoursLimit },
  sql: `
    SELECT toUnixTimestamp(hour) AS at,
      CAST(max(last_block) > 0 OR ({archive:UInt64} = 1 AND sum(taker_fills) = sum(maker_fills)), 'Bool') AS is_whole
    FROM coin_hour
    WHERE hour >= {from:TimeMs}
    GROUP BY hour
    ORDER BY hour DESC
    LIMIT ${hoursLimit}`,
});

/** Hours with fills by coin, oldest first: [unix seconds, change of the long size, last price, first price]; 0 = no trade. */
const changesOfLongs = query({
  name: 'changes_of_longs',
  params: { coin: 'String', from: 'TimeMs' },
  row: Type.Object({ name: Type.String(), hours: Type.Array(Type.Array(Type.Number())) }),
  limits: { maxRows: 100_000 },
  sql: `
    SELECT CAST(coin, 'String') AS name,
      arraySort(one -> one[1], groupArray([toFloat64(toUnixTimestamp(hour)), moved, last_px, if(last_px > 0, first_px, 0)])) AS hours
    FROM (
      SELECT coin, hour, toFloat64(sum(long_change)) AS moved, toFloat64(max(last_trade).3) AS last_px,
        toFloat64(min(first_trade).3) AS first_px
      FROM coin_hour
      WHERE hour >= {from:TimeMs} AND ${isPerpCoin} AND (coin = {coin:String} OR {coin:String} = '${allCoins}')
      GROUP BY coin, hour)
    GROUP BY coin`,
});

/** Open interest at the start of an hour, one side. */
interface TradedHour {
  coin: string;
  timestamp: number;
  /** USD at the newest trade before the hour. */
  longNotional: number;
  /** Undefined without a price, and for all coins together. */
  markPx: number | undefined;
}

/**
 * Open interest at the start of each hour, oldest first: current positions minus the changes of later fills. Each fill carries the
 * position before it, so wallets count even before their first stored fill. Covers the newest unbroken run of hours with the fills of
 * all wallets; for all coins together, at most 31 days of it.
 *
 * @param of.coin in the exchange's own spelling, or `_GLOBAL` for all coins
 * @param of.lastPx price of a coin's newest trade; undefined without a trade
 * @param of.isArchive true if no exchange is read
 * @throws AnalyticsError
 */
async function readTradedHours(
  { analytics, positions }: { analytics: Pick<AnalyticsStore, 'rows'>; positions: Positions },
  of: { coin: string; window: Window; isArchive: boolean; lastPx(coin: string): number | undefined },
  signal: AbortSignal,
): Promise<TradedHour[]> {
  const { coin, window } = of;
  if (coin !== allCoins && !isPerp(coin)) return [];
  const from = Math.max(0, Math.floor(window.fromMs / hourMs) * hourMs);
  const archive = of.isArchive ? 1 : 0;
  const found = await analytics.rows(hoursOfFills, { from, archive }, { signal });
  const whole = wholeRun(found.map(({ at, is_whole }) => ({ atMs: at * 1_000, isWhole: is_whole })));
  const reached = coin === allCoins ? whole.slice(0, totalReachMs / hourMs) : whole;
  const starts = reached.filter((ms) => ms <= window.toMs).reverse();
  const [first] = starts;
  if (first === undefined) return [];
  const rows = await analytics.rows(changesOfLongs, { coin, from: first }, { signal });
  const changes = new Map(rows.map(({ name, hours }) => [name, hours]));
  const names = coin === allCoins ? new Set([...changes.keys(), ...positions.coins()]) : [coin];
  const usd = starts.map(() => 0);
  let prices: number[] = [];
  for (const name of names) {
    const { longSize } = coinTotals(positions.ofCoin(name));
    const series = workBack(changes.get(name) ?? [], { starts, longSize, lastPx: of.lastPx(name) ?? 0 });
    for (const [at, one] of series.entries()) usd[at]! += one.longSize * one.px;
    prices = series.map(({ px }) => px);
  }
  return starts.map((timestamp, at) => ({
    coin,
    timestamp,
    longNotional: roundedUsd(usd[at]!),
    markPx: coin !== allCoins && prices[at]! > 0 ? prices[at] : undefined,
  }));
}

/** The newest unbroken run of whole hours; empty if the newest hour is not whole. */
function wholeRun(newestFirst: readonly { atMs: number; isWhole: boolean }[]): number[] {
  const run: number[] = [];
  for (const { atMs, isWhole } of newestFirst) {
    const isNext = run.length === 0 || atMs === run.at(-1)! - hourMs;
    if (!isWhole || !isNext) break;
    run.push(atMs);
  }
  return run;
}

/**
 * Long size of a coin at the start of each hour, in coins, and the price at that time.
 *
 * @param hours rows of {@link changesOfLongs}, none before the first start
 * @param now.starts oldest first
 */
function workBack(
  hours: readonly number[][],
  now: { starts: readonly number[]; longSize: number; lastPx: number },
): { longSize: number; px: number }[] {
  const { starts } = now;
  const series = new Array<{ longSize: number; px: number }>(starts.length);
  const firstPx = hours.find((hour) => hour[3]! > 0)?.[3] ?? now.lastPx;
  let [next, { longSize }] = [hours.length - 1, now];
  for (let at = starts.length - 1; at >= 0; at--) {
    while (next >= 0 && hours[next]![0]! * 1_000 >= starts[at]!) longSize -= hours[next--]![1]!;
    let traded = next;
    while (traded >= 0 && hours[traded]![2] === 0) traded -= 1;
    // Float sums may end slightly below 0.
    series[at] = { longSize: Math.max(0, longSize), px: traded >= 0 ? hours[traded]![2]! : firstPx };
  }
  return series;
}

type Point = Static<typeof openInterestPoint>;

/**
 * Open interest of the known positions at the start of each hour, oldest first: from the hourly snapshot, else derived backwards
 * from fills.
 *
 * @param kept snapshots of the window's hours
 * @param of.coin in the exchange's own spelling, or the name for all coins
 * @returns with the number of hours that are derived from fills
 * @throws AnalyticsError
 */
export async function derivedHours(
  sources: Pick<Sources, 'analytics' | 'market' | 'positions'>,
  kept: readonly PositionHour[],
  of: { coin: string; window: Window },
  signal: AbortSignal,
): Promise<{ history: Point[]; ofFills: number }> {
  const { fromMs, toMs } = of.window;
  const hours = Math.floor(toMs / hourMs) - Math.ceil(fromMs / hourMs) + 1;
  const known = new Set(kept.map(({ timestamp }) => timestamp));
  const found = kept.length >= hours ? [] : await tradedHours(sources, of, signal);
  const worked = found.filter(({ timestamp }) => !known.has(timestamp));
  const all = [...kept, ...worked].sort((a, b) => a.timestamp - b.timestamp);
  return { history: all.map(derivedPoint), ofFills: worked.length };
}

/** Derives every hour from fills. @throws AnalyticsError */
export function tradedHours(
  { analytics, market, positions }: Pick<Sources, 'analytics' | 'market' | 'positions'>,
  { coin, window }: { coin: string; window: Window },
  signal: AbortSignal,
) {
  const lastPx = (name: string) => {
    const mark = market.mark(name);
    return mark && Number(mark.px);
  };
  return readTradedHours(
    { analytics, positions },
    { coin, window, isArchive: !market.hasSource, lastPx },
    signal,
  );
}

/** @param hours of the answer @param ofFills hours among them that are derived from fills */
export function openInterestBasis(hours: number, ofFills: number): AnswerHeaders {
  if (ofFills === 0) return {};
  return { 'X-Data-Basis': ofFills === hours ? 'fills' : 'mixed' };
}
