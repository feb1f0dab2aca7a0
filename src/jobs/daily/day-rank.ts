import { Type } from 'typebox';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { KnownOutcomes } from '../../views/outcomes/known-outcomes.ts';
import { outcomeTitle, sideTitle } from './outcome-titles.ts';

const moversShown = 10;
const leadersShown = 10;
/** How many of the most traded coins are examined. */
const coinsLooked = 50;
const leaderboardDays = 30;
const limits = { deadlineMs: 300_000, maxRows: 10_000 } as const;
const params = { from: 'TimeMs', to: 'TimeMs' } as const;
const days = 'time >= {from:TimeMs} AND time < {to:TimeMs}';

const coinMoves = query({
  name: 'daily_coin_moves',
  params,
  row: Type.Object({ coin: Type.String(), change_pct: Type.Number(), volume_usd: Type.String() }),
  limits,
  sql: `
    SELECT coin, change_pct, toString(volume_usd) AS volume_usd
    FROM (
      SELECT coin, greatest(sum(taker_volume), sum(maker_volume)) AS volume_usd
      FROM coin_hour
      WHERE hour >= toDateTime({from:TimeMs}) AND hour < toDateTime({to:TimeMs}) AND NOT startsWith(coin, '#')
      GROUP BY coin
      HAVING volume_usd > 0
      ORDER BY volume_usd DESC, coin
      LIMIT ${coinsLooked}) AS traded
    INNER JOIN (
      SELECT coin, round((toFloat64(argMax(px, (time, seq))) / toFloat64(argMin(px, (time, seq))) - 1) * 100, 4) AS change_pct
      FROM fills_by_time
      WHERE ${days} AND ${isTrade} AND px > 0
      GROUP BY coin) AS moved
    USING (coin)
    ORDER BY abs(change_pct) DESC, coin
    LIMIT ${moversShown}`,
  crossShard: 'one line a coin on both sides, of one day',
});

/** Outcomes whose holders were paid on the day; without a payout, outcomes known to be settled on the day. */
const settledToday = query({
  name: 'daily_settled',
  params,
  row: Type.Object({ id: Type.String(), fraction: Type.Number() }),
  limits,
  sql: `
    WITH
      paid AS (
        SELECT
          intDiv(toUInt64OrZero(substring(coin, 2)), 10) AS outcome, max(last_time) AS paid_time,
          max(if(endsWith(coin, '0'), most_px, 1 - least_px)) AS paid_fraction, 1 AS is_paid
        FROM outcome_payouts
        GROUP BY outcome),
      announced AS (
        SELECT outcome, time AS announced_time, toDecimal64(settle_fraction, 10) AS announced_fraction, 1 AS is_announced
        FROM outcome_settlements FINAL)
    SELECT toString(outcome) AS id, fraction
    FROM (
      SELECT outcome, if(is_paid = 1, paid_time, announced_time) AS time,
        toFloat64(if(is_announced = 1, announced_fraction, paid_fraction)) AS fraction
      FROM paid FULL JOIN announced USING (outcome))
    WHERE ${days}
    ORDER BY outcome`,
});

const leaders = query({
  name: 'daily_leaders',
  params: { first: 'Date', last: 'Date', firstBefore: 'Date', lastBefore: 'Date' },
  row: Type.Object({
    address: Type.String(),
    rank: Type.String(),
    previous: Type.String(),
    pnl: Type.String(),
  }),
  limits,
  sql: `
    SELECT address, toString(place) AS rank, toString(place_before) AS previous, toString(pnl_now) AS pnl
    FROM (
      SELECT
        concat('0x', lower(hex(wallet))) AS address, pnl_now, row_number() OVER (ORDER BY pnl_now DESC, wallet) AS place,
        if(had, row_number() OVER (ORDER BY had DESC, pnl_before DESC, wallet), 0) AS place_before
      FROM (
        SELECT
          wallet, sumIf(pnl, day >= {first:Date} AND day <= {last:Date}) AS pnl_now,
          sumIf(pnl, day >= {firstBefore:Date} AND day <= {lastBefore:Date}) AS pnl_before,
          countIf(day >= {firstBefore:Date} AND day <= {lastBefore:Date}) > 0 AS had
        FROM wallet_day
        WHERE day >= {firstBefore:Date} AND day <= {last:Date}
        GROUP BY wallet))
    ORDER BY place
    LIMIT ${leadersShown}`,
});

export interface DayRank {
  coinMovers: { coin: string; changePct: number; volumeUsd: number }[];
  /** Named with their question: "Decrease" alone says nothing. */
  settledToday: { outcomeId: number; name: string; winningSide?: number; winningSideName?: string }[];
  /** previousRank absent for a wallet without a fill in the 30 days that ended the day before. */
  leaderboardMovers: { address: string; rank: number; previousRank?: number; pnl: number }[];
}

export async function dayRank(
  analytics: AnalyticsStore,
  dayStartMs: number,
  known: KnownOutcomes,
  signal: AbortSignal,
): Promise<DayRank> {
  const options = { lane: 'job', signal } as const;
  const day = { from: dayStartMs, to: dayStartMs + dayMs };
  const date = (daysAgo: number) => new Date(dayStartMs - daysAgo * dayMs).toISOString().slice(0, 10);
  const moves = await analytics.rows(coinMoves, day, options);
  const settled = await analytics.rows(settledToday, day, options);
  const span = { first: date(leaderboardDays - 1), last: date(0) };
  const before = { firstBefore: date(leaderboardDays), lastBefore: date(1) };
  const ranks = await analytics.rows(leaders, { ...span, ...before }, options);
  return {
    coinMovers: moves.map(({ coin, change_pct, volume_usd }) => ({
      coin,
      changePct: change_pct,
      volumeUsd: Number(volume_usd),
    })),
    settledToday: settled.map(({ id, fraction }) => settledOutcome(known, Number(id), fraction)),
    leaderboardMovers: ranks.map(({ address, rank, previous, pnl }) => ({
      address,
      rank: Number(rank),
      ...(previous !== '0' && { previousRank: Number(previous) }),
      pnl: Number(pnl),
    })),
  };
}

function settledOutcome(
  known: KnownOutcomes,
  outcomeId: number,
  fraction: number,
): DayRank['settledToday'][number] {
  const name = outcomeTitle(known, outcomeId);
  if (fraction !== 0 && fraction !== 1) return { outcomeId, name };
  const winningSide = 1 - fraction;
  return { outcomeId, name, winningSide, winningSideName: sideTitle(known, outcomeId, winningSide) };
}
