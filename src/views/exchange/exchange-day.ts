import { Type } from 'typebox';
import { isPerpCoin } from '../../analytics/perp-coins.ts';
import { query, type RowOf } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { whereReady } from '../../analytics/where-ready.ts';
import type { ValueView } from '../../changes/value-view.ts';
import { lookBack, type Window } from '../../domain/window.ts';
import { type Clock, dayMs, hourMs } from '../../kernel/clock.ts';

/** Trading on the perps of one dex, or of all dexes. */
export interface DayTotals {
  /** `hl` for the validator-run dex. */
  dex: string;
  /** USD, each match once. */
  volumeUsd: number;
  matches: number;
  /** Distinct wallets on either side of a match. */
  traders: number;
}

/** The last 24 hours of the exchange's perps. */
export interface ExchangeDay {
  /** The served part of the 24 hours: starts when public trades were first read, if later. */
  window: Window;
  all: DayTotals;
  /** By volume, largest first, then by name. */
  byDex: readonly DayTotals[];
}

/** The last 24 hours, about half a minute old at most. @throws AnalyticsError */
export type ReadExchangeDay = (signal?: AbortSignal) => Promise<ExchangeDay>;

/** Refreshed at the first age, served up to the second. */
const [rereadMs, maxAgeMs] = [30_000, 45_000];
const dexesLimit = 1_000;
const limits = { deadlineMs: 30_000, maxRows: dexesLimit };
const span = { from: 'TimeMs', to: 'TimeMs' } as const;
const inSpan = `time > {from:TimeMs} AND time <= {to:TimeMs} AND ${isPerpCoin}`;
/** For fills: public trades need no such filter. */
const tradedInSpan = `${inSpan} AND ${isTrade}`;
const dexOfCoin = "if(position(coin, ':') > 0, substring(coin, 1, position(coin, ':') - 1), 'hl')";
const bothSources =
  'each source is summed up by itself; what is joined are sums by coin and hour, or wallets';

/** Later than any time. */
const never = 'toUInt64(9007199254740991)';

/** Whole hours with the fills of all wallets: a node's blocks, from the files of a node or an archive. */
const hoursOfBlocks = query({
  name: 'exchange_day_hours',
  params: span,
  row: Type.Object({ at: Type.Integer() }),
  limits,
  sql: `
    SELECT toUnixTimestamp(hour) AS at FROM coin_hour WHERE hour >= {from:TimeMs} AND hour < {to:TimeMs}
    GROUP BY hour HAVING max(last_block) > 0`,
});

const isOfHours = (time: string) => `has({hours:Array(Int64)}, toInt64(toUnixTimestamp(${time})))`;
const sumsOfHours = `
        UNION ALL
        SELECT coin, hour, greatest(sum(taker_fills), sum(maker_fills)) AS found,
          greatest(sum(taker_volume), sum(maker_volume)) AS usd, 0 AS is_public
        FROM coin_hour WHERE hour >= {from:TimeMs} AND hour <= {to:TimeMs} AND ${isPerpCoin} AND ${isOfHours('hour')}
        GROUP BY coin, hour`;

/**
 * A match appears in the public trades, if these were read, and in the fills of indexed wallets. For each coin and hour, the source
 * with more matches counts: the sum of both would count most matches twice, and a join by match would read a day into memory. Grouped
 * in the order of the tables' own keys.
 *
 * @param ofHours takes hours with the fills of all wallets from stored sums: no source has more of their matches
 */
const dayMatches = (name: string, ofHours: boolean) => {
  const others = ofHours ? `AND NOT ${isOfHours('toStartOfHour(time)')}` : '';
  return query({
    name,
    params: { ...span, hours: 'Array(Int64)' },
    row: Type.Object({ dex: Type.String(), matches: Type.String(), volume: Type.String() }),
    crossShard: bothSources,
    limits,
    settings: { optimize_aggregation_in_order: 1 },
    sql: `
    SELECT ${dexOfCoin} AS dex, toString(sum(most)) AS matches, toString(sum(traded)) AS volume
    FROM (
      SELECT coin, hour, max(found) AS most, argMax(usd, (found, is_public)) AS traded
      FROM (
        SELECT coin, toStartOfHour(time) AS hour, count() AS found, sum(usd) AS usd, 1 AS is_public
        FROM (SELECT coin, time, tid, any(px * sz) AS usd FROM trades WHERE ${inSpan} ${others} GROUP BY coin, time, tid)
        GROUP BY coin, hour
        UNION ALL
        SELECT coin, toStartOfHour(time) AS hour, count() AS found, sum(usd) AS usd, 0 AS is_public
        FROM (SELECT time, coin, tid, any(px * sz) AS usd FROM fills_by_time WHERE ${tradedInSpan} ${others} GROUP BY time, coin, tid)
        GROUP BY coin, hour${ofHours ? sumsOfHours : ''})
      GROUP BY coin, hour)
    GROUP BY dex
    HAVING sum(most) > 0`,
  });
};
const allMatches = dayMatches('exchange_day_matches', false);
const matchesBesideHours = dayMatches('exchange_day_matches_beside_hours', true);

/** Time of the first public trade, and of the first archived fill. */
const firsts = query({
  name: 'exchange_day_firsts',
  params: span,
  row: Type.Object({ first_trade: Type.String(), first_archived: Type.String() }),
  crossShard: bothSources,
  limits,
  sql: `
    SELECT toString(min(if(is_public, at, ${never}))) AS first_trade, toString(min(if(is_public, ${never}, at))) AS first_archived
    FROM (
      SELECT true AS is_public, if(count() > 0, toUInt64(toUnixTimestamp64Milli(min(time))), ${never}) AS at
      FROM trades WHERE ${inSpan}
      UNION ALL
      SELECT false, if(count() > 0, toUInt64(toUnixTimestamp64Milli(min(time))), ${never})
      FROM fills_by_time WHERE ${tradedInSpan} AND block > 0)`,
});

/** The row without a dex counts the wallets of all dexes. */
const dayTraders = query({
  name: 'exchange_day_traders',
  params: span,
  row: Type.Object({ dex: Type.String(), traders: Type.String() }),
  crossShard: bothSources,
  limits,
  sql: `
    SELECT dex, toString(uniqExact(wallet)) AS traders
    FROM (
      SELECT DISTINCT ${dexOfCoin} AS dex, arrayJoin([buyer, seller]) AS wallet FROM trades WHERE ${inSpan}
      UNION ALL
      SELECT DISTINCT ${dexOfCoin} AS dex, wallet FROM fills_by_time WHERE ${tradedInSpan})
    GROUP BY GROUPING SETS ((dex), ())`,
});

/** Rows of all wallets' trades in the hour before a window. */
const rowsBefore = query({
  name: 'exchange_day_before',
  params: span,
  row: Type.Object({ found: Type.String() }),
  crossShard: bothSources,
  limits,
  sql: `
    SELECT toString(sum(found)) AS found
    FROM (
      SELECT count() AS found FROM trades WHERE ${inSpan}
      UNION ALL
      SELECT countIf(block > 0) AS found FROM fills_by_time WHERE ${tradedInSpan})`,
});

/**
 * The part of a window with the trades of all wallets. If public trades were first read within the window, the part starts at their
 * first trade or at the first archived fill, which names its block. Fills of single wallets may be older, but cover only these wallets.
 */
function servedOf(window: Window, found: RowOf<typeof firsts>, isReportedBefore: boolean): Window {
  const trade = Number(found.first_trade);
  if (isReportedBefore || trade > window.toMs) return window;
  return { ...window, fromMs: Math.min(trade, Number(found.first_archived)) };
}

export function exchangeDayView(parts: {
  analytics: Pick<AnalyticsStore, 'rows'>;
  clock: Clock;
}): ValueView<ExchangeDay> {
  const { analytics, clock } = parts;

  /** Empty while the hourly sums are being filled after an update. */
  async function hoursOfAll({ from, to }: { from: number; to: number }): Promise<number[]> {
    const whole = { from: Math.ceil((from + 1) / hourMs) * hourMs, to: Math.floor(to / hourMs) * hourMs };
    const hours = await whereReady(() => analytics.rows(hoursOfBlocks, whole), []);
    return hours.map(({ at }) => at);
  }

  async function read(): Promise<ExchangeDay> {
    const window = lookBack(dayMs, clock.nowMs());
    const params = { from: window.fromMs, to: window.toMs };
    const hours = await hoursOfAll(params);
    const matches = await analytics.rows(hours.length > 0 ? matchesBesideHours : allMatches, {
      ...params,
      hours,
    });
    const [first] = await analytics.rows(firsts, params);
    const wallets = await analytics.rows(dayTraders, params);
    const [before] = await analytics.rows(rowsBefore, { from: params.from - hourMs, to: params.from });
    const traders = new Map(wallets.map((row) => [row.dex, Number(row.traders)]));
    const byDex = matches.map(
      ({ dex, ...row }): DayTotals => ({
        dex,
        volumeUsd: Number(row.volume),
        matches: Number(row.matches),
        traders: traders.get(dex) ?? 0,
      }),
    );
    byDex.sort((a, b) => b.volumeUsd - a.volumeUsd || (a.dex < b.dex ? -1 : 1));
    const sum = (value: (totals: DayTotals) => number) => byDex.reduce((all, one) => all + value(one), 0);
    const all = {
      dex: '',
      volumeUsd: sum(({ volumeUsd }) => volumeUsd),
      matches: sum((one) => one.matches),
      traders: traders.get('') ?? 0,
    };
    return { window: servedOf(window, first!, before!.found !== '0'), all, byDex };
  }

  return { name: 'day of the exchange', read, rereadMs, maxAgeMs };
}
