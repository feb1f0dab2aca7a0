import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Type } from 'typebox';
import { writeRowsFile } from '../../analytics/arrow-rows.ts';
import { query } from '../../analytics/query.ts';
import type { AnalyticsStore } from '../../analytics/store.ts';
import { isTrade } from '../../analytics/trade-sql.ts';
import { type Clock, dayMs, minuteMs, rfc3339, utcDate, utcDayStartMs } from '../../kernel/clock.ts';
import { type KnownOutcomes, readKnownOutcomes } from '../../views/outcomes/known-outcomes.ts';
import { outcomeTitle, sideTitle } from './outcome-titles.ts';
import { leastDays, storiesOf } from './stories.ts';

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

interface DayRank {
  coinMovers: { coin: string; changePct: number; volumeUsd: number }[];
  /** Named with their question: "Decrease" alone says nothing. */
  settledToday: { outcomeId: number; name: string; winningSide?: number; winningSideName?: string }[];
  /** previousRank absent for a wallet without a fill in the 30 days that ended the day before. */
  leaderboardMovers: { address: string; rank: number; previousRank?: number; pnl: number }[];
}

async function dayRank(
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

const delayNote =
  'Figures are those of the fills, account states and hourly snapshots that were stored when the edition was made, at the time of its ' +
  'stamp or at the next start after it; fills that came later change nothing here.';

/** Delay after the end of the day. */
const dueAfterMs = 5 * minuteMs;

/** Whether the day has an edition or fills, and how many of the days before have fills. */
const dayState = query({
  name: 'daily_edition_state',
  params: { day: 'Date', oldest: 'Date' },
  row: Type.Object({ editions: Type.String(), fills: Type.String(), days: Type.Integer() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT
      (SELECT toString(count()) FROM daily_editions WHERE day = {day:Date}) AS editions,
      toString(sumIf(fills, wallet_day.day = {day:Date})) AS fills,
      toInt32(uniqExactIf(wallet_day.day, wallet_day.day < {day:Date})) AS days
    FROM wallet_day
    WHERE wallet_day.day >= {oldest:Date} AND wallet_day.day <= {day:Date}`,
});

const newestDay = query({
  name: 'daily_edition_newest_day',
  params: { day: 'Date' },
  row: Type.Object({ day: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: 'SELECT toString(max(wallet_day.day)) AS day FROM wallet_day WHERE wallet_day.day < {day:Date} HAVING count() > 0',
});

const censusOfDay = query({
  name: 'daily_edition_census',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ block: Type.String(), chain_ms: Type.String() }),
  sql: `
    SELECT toString(block) AS block, toUnixTimestamp64Milli(chain_time) AS chain_ms
    FROM census FINAL WHERE chain_time < {to:TimeMs} AND hour >= toDateTime({from:TimeMs})
    ORDER BY hour DESC LIMIT 1`,
});

/**
 * Makes the edition of a finished UTC day and stores it as served. An existing edition stays, whatever was stored since. A day without
 * fills gets none; the newest day before it with fills gets one instead, so that an archive has the edition of its last day, however
 * old.
 */
export function dailyEdition({ analytics, clock }: { analytics: AnalyticsStore; clock: Clock }) {
  async function make({ fromMs, signal }: { fromMs: number; signal: AbortSignal }): Promise<void> {
    const options = { lane: 'job', signal } as const;
    const date = utcDate(fromMs);
    const params = { day: date, oldest: utcDate(fromMs - 30 * dayMs) };
    const [state] = await analytics.rows(dayState, params, options);
    if (state!.editions !== '0') return;
    if (state!.fills === '0') {
      const [newest] = await analytics.rows(newestDay, { day: date }, options);
      if (newest !== undefined) await make({ fromMs: Date.parse(newest.day), signal });
      return;
    }
    const known = await readKnownOutcomes(analytics, options);
    const stories = state!.days < leastDays ? [] : await storiesOf(analytics, fromMs, known, signal);
    const status = await dayRank(analytics, fromMs, known, signal);
    const [census] = await analytics.rows(censusOfDay, { from: fromMs, to: fromMs + dayMs }, options);
    const body = {
      // Stamped with its due time: the same whichever process makes it, and when.
      date,
      generatedAt: rfc3339(fromMs + dayMs + dueAfterMs),
      ...(stories.length > 0 && { hero: stories[0], stories }),
      standing: status,
      ...(census !== undefined && {
        censusBlock: { verifiedAtBlock: Number(census.block), capturedAt: rfc3339(Number(census.chain_ms)) },
      }),
      delayNote,
    };
    await storeEdition(analytics, { day: date, generated: clock.nowMs(), body: JSON.stringify(body) });
  }
  return make;
}

/** Makes the newest edition that is due, before the schedule runs. */
export function newestEdition(sources: { analytics: AnalyticsStore; clock: Clock }, signal: AbortSignal) {
  const untilMs = utcDayStartMs(sources.clock.nowMs() - dueAfterMs);
  return dailyEdition(sources)({ fromMs: untilMs - dayMs, signal });
}

/** Days of the last month and more that have fills and no edition. */
const daysWithout = query({
  name: 'daily_edition_missing',
  params: { from: 'Date', until: 'Date' },
  row: Type.Object({ day: Type.String(), fills: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT toString(wallet_day.day) AS day, toString(sum(fills)) AS fills FROM wallet_day
    WHERE wallet_day.day >= {from:Date} AND wallet_day.day < {until:Date} AND wallet_day.day NOT IN (SELECT day FROM daily_editions)
    GROUP BY day ORDER BY day`,
});

/** An import has ended for a day if its fills have not changed for ten minutes. */
const settledMs = 10 * minuteMs;
/** Days before today that get an edition when they are imported. */
const importedDays = 40;

/**
 * Makes the editions of days imported after the daily job passed them, once their fills stop changing.
 *
 * @returns a run, to be repeated every minute
 */
export function importedEditions(sources: { analytics: AnalyticsStore; clock: Clock }) {
  const { analytics, clock } = sources;
  const make = dailyEdition(sources);
  let waiting = new Map<string, { fills: string; sinceMs: number }>();

  return async ({ signal }: { signal: AbortSignal }): Promise<void> => {
    const nowMs = clock.nowMs();
    const params = { from: utcDate(nowMs - importedDays * dayMs), until: utcDate(nowMs - dueAfterMs) };
    const rows = await analytics.rows(daysWithout, params, { lane: 'job', signal });
    const found = new Map<string, { fills: string; sinceMs: number }>();
    for (const { day, fills } of rows) {
      const before = waiting.get(day);
      found.set(day, before?.fills === fills ? before : { fills, sinceMs: nowMs });
    }
    waiting = found;
    for (const [day, { sinceMs }] of found)
      if (nowMs - sinceMs >= settledMs) await make({ fromMs: Date.parse(day), signal });
  };
}

async function storeEdition(
  analytics: AnalyticsStore,
  row: { day: string; generated: number; body: string },
): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-edition-'));
  try {
    const file = join(dir, 'edition.arrow');
    await writeRowsFile(file, [row]);
    await analytics.insertArrow({
      file,
      structure: 'day String, generated Int64, body String',
      target: 'daily_editions (day, generated, body)',
      select: "toDate(day), fromUnixTimestamp64Milli(generated, 'UTC'), body",
      // Another process may have made the edition meanwhile.
      onlyIf: `(SELECT count() FROM daily_editions WHERE day = toDate('${row.day}')) = 0`,
      token: `daily-edition-${row.day}-${row.generated}`,
    });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
