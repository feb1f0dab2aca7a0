import { Type } from 'typebox';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../analytics/store.ts';
import { createCoverageLedger } from '../coverage/ledger.ts';
import { hourMs, minuteMs, systemClock } from '../kernel/clock.ts';
import { randomMark } from '../kernel/rng.ts';
import type { Span } from '../kernel/span.ts';

/** More than a process leaves that restarts every minute of a week. */
const gapsLimit = 10_000;
const feed = 'contexts';

/** Unbroken runs of minutes. Perps only: other markets are polled over REST, minutes apart. */
const storedRuns = query({
  name: 'context_minute_runs',
  params: { from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ first: Type.Integer(), last: Type.Integer() }),
  limits: { deadlineMs: 120_000, maxRows: 1_000_000 },
  sql: `
    SELECT toUInt32(min(at)) AS first, toUInt32(max(at)) AS last
    FROM (
      SELECT at, at - row_number() OVER (ORDER BY at) AS run
      FROM (
        SELECT DISTINCT intDiv(toUnixTimestamp(minute), 60) AS at FROM asset_contexts
        WHERE minute >= {from:TimeMs} AND minute <= {to:TimeMs}
          AND coin NOT LIKE '@%' AND coin NOT LIKE '#%' AND coin NOT LIKE '%/%'))
    GROUP BY run ORDER BY first`,
});

/**
 * Marks recorded gaps of market states that an archive filled, and reopens gaps whose states were removed. A repeat changes nothing.
 *
 * @param span of the added or removed states
 */
async function settleContextGaps(analytics: AnalyticsStore, span: Span): Promise<void> {
  const ledger = createCoverageLedger({ analytics, clock: systemClock, attempts: 1 });
  const states = ['open', 'healed', 'lost'] as const;
  const gaps = (await ledger.read({ feed, ...span, states, limit: gapsLimit })).filter(({ coin }) => !coin);
  if (gaps.length === 0) return;
  const ends = {
    from: Math.min(...gaps.map(({ fromMs }) => fromMs)),
    to: Math.max(...gaps.map(({ toMs }) => toMs)),
  };
  const runs = (await analytics.rows(storedRuns, ends, { lane: 'write' })).map(({ first, last }) => ({
    fromMs: first * minuteMs,
    toMs: (last + 1) * minuteMs - 1,
  }));
  for (const { state, reason, fromMs, toMs } of gaps) {
    let missingMs = fromMs;
    for (const run of [...runs, { fromMs: toMs + 1, toMs }]) {
      if (run.toMs < fromMs || run.fromMs > toMs + 1) continue;
      const missing = { feed, fromMs: missingMs, toMs: Math.min(run.fromMs, toMs + 1) - 1 };
      if (state === 'healed' && missing.toMs >= missing.fromMs) await ledger.lose(missing, reason);
      missingMs = Math.max(missingMs, run.toMs + 1);
      const filled = { feed, fromMs: Math.max(run.fromMs, fromMs), toMs: Math.min(run.toMs, toMs) };
      if (state !== 'healed' && filled.toMs >= filled.fromMs) await ledger.heal(filled);
    }
  }
}

/** Market states of one archive file, and the span of their times. */
export type ContextRows = Pick<ArrowInsert, 'file' | 'structure' | 'target' | 'select'> &
  Span & {
    source: number;
  };

/** Prices added or removed with a file; data derived from them is recomputed. */
export interface ChangedMarks extends Span {
  source: number;
  /** Whether any price is new. If none is, the change is recorded only if it was not recorded before. */
  isFresh: boolean;
}

const sourceRows = query({
  name: 'context_source_rows',
  params: { source: 'UInt64', from: 'TimeMs', to: 'TimeMs' },
  row: Type.Object({ rows: Type.String() }),
  limits: { deadlineMs: 120_000 },
  sql: `
    SELECT toString(count()) AS rows FROM asset_contexts
    WHERE source = {source:UInt64} AND minute >= toStartOfMinute({from:TimeMs}) AND minute <= {to:TimeMs}`,
});

const sourcesOfName = query({
  name: 'context_sources_of_name',
  params: { name: 'String' },
  row: Type.Object({ source: Type.String(), from_ms: Type.String(), to_ms: Type.String() }),
  limits: { deadlineMs: 120_000, maxRows: 1_000_000 },
  sql: `
    SELECT toString(source) AS source, toString(min(at)) AS from_ms, toString(max(at)) AS to_ms
    FROM (
      SELECT source, toUnixTimestamp64Milli(time) AS at FROM asset_contexts
      UNION ALL
      SELECT source, toUnixTimestamp64Milli(time) AS at FROM asset_context_hours)
    WHERE source IN (
      SELECT source FROM fill_sources WHERE name = {name:String} OR startsWith(name, concat({name:String}, '/')))
    GROUP BY source
    ORDER BY from_ms, source`,
});

const timeOf = (ms: number) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;

/**
 * Stores states whose market and minute have none yet. A repeat stores nothing.
 * @returns number of new states
 */
export async function storeContexts(store: AnalyticsStore, rows: ContextRows): Promise<number> {
  const { file, structure, target, select, source, fromMs, toMs } = rows;
  const count = async () => {
    const params = { source, from: fromMs, to: toMs };
    return Number((await store.rows(sourceRows, params, { lane: 'write' }))[0]!.rows);
  };
  const before = await count();
  const isNew = `(coin, toStartOfMinute(fromUnixTimestamp64Milli(time, 'UTC'))) NOT IN (
    SELECT CAST(coin, 'String'), minute FROM asset_contexts
    WHERE minute >= toStartOfMinute(${timeOf(fromMs)}) AND minute <= ${timeOf(toMs)})`;
  await store.insertArrow({ file, structure, target, select, onlyIf: isNew, token: '' });
  return (await count()) - before;
}

/**
 * Notifies readers of the store of new prices with a batch without fills; readers refresh one chain for it. The lifecycle fold recognises
 * such a batch by its token, see `lifecycles/marks.ts`. Also records which gaps are filled or open again.
 */
export async function recordMarks(store: AnalyticsStore, marks: ChangedMarks, word = 'marks'): Promise<void> {
  const { source, fromMs, toMs, isFresh } = marks;
  // Cursors contain the end of a token, which differs between stores whose batches have the same numbers.
  const token = `concat('${word}-${source}-', toString(max(seq) + 1), '-${randomMark()}')`;
  const isRecorded = `startsWith(argMaxIf(token, seq, position(token, 'marks-${source}-') > 0), 'marks-')`;
  const condition = isFresh ? '1' : `NOT ${isRecorded}`;
  await store.command(`
    INSERT INTO changed_wallet_days (token, wallet, day, coin, from_time, to_time)
    SELECT (SELECT ${token} FROM ingest_batches), wallet, toDate(time), coin, time, time FROM fills_by_time LIMIT 1`);
  await store.command(`
    INSERT INTO ingest_batches
    SELECT max(seq) + 1, ${token}, 0, ${timeOf(fromMs)}, ${timeOf(toMs)}, 0
    FROM ingest_batches HAVING ${condition}`);
  await settleContextGaps(store, { fromMs, toMs });
}

/**
 * @param name absolute path of a file or directory
 * @returns number of removed states
 */
export async function forgetContexts(store: AnalyticsStore, name: string): Promise<number> {
  let gone = 0;
  for (const found of await store.rows(sourcesOfName, { name }, { lane: 'write' })) {
    const source = Number(found.source);
    const [fromMs, toMs] = [Number(found.from_ms), Number(found.to_ms)];
    const params = { source, from: fromMs, to: toMs };
    gone += Number((await store.rows(sourceRows, params, { lane: 'write' }))[0]!.rows);
    await forgetSource(store, { source, fromMs, toMs });
    await recordMarks(store, { source, fromMs, toMs, isFresh: true }, 'unmarks');
  }
  return gone;
}

/** Deletes the file's hours and rebuilds them from other files' minutes; deletes its minutes last, because a repeat needs them. */
async function forgetSource(
  store: AnalyticsStore,
  { source, fromMs, toMs }: Omit<ChangedMarks, 'isFresh'>,
): Promise<void> {
  const gone = (table: string) =>
    store.command(`ALTER TABLE ${table} DELETE WHERE source = ${source} SETTINGS mutations_sync = 2`);
  await gone('asset_context_hours');
  const columns = 'coin, dex, time, funding, open_interest, day_ntl_vlm, oracle_px, mark_px, source';
  await store.command(`
    INSERT INTO asset_context_hours (hour, ${columns})
    SELECT toStartOfHour(time) AS hour, ${columns} FROM asset_contexts
    WHERE source != ${source} AND minute >= ${timeOf(Math.floor(fromMs / hourMs) * hourMs)}
      AND minute < ${timeOf(Math.floor(toMs / hourMs + 1) * hourMs)}
    ORDER BY time DESC LIMIT 1 BY hour, coin
    SETTINGS insert_deduplicate = 0`);
  await gone('asset_contexts');
}
