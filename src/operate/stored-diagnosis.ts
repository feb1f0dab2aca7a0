import { mkdirSync, readFileSync } from 'node:fs';
import { readdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Type } from 'typebox';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { stateOf, storedComments } from '../analytics/filling/state.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { tableBytes } from '../analytics/wholeness/broken-parts.ts';
import { countGaps, coveredTo } from '../coverage/gap-list.ts';
import { replaceFile } from '../kernel/whole-file.ts';
import type { Diagnosis } from './diagnosis.ts';
import type { OperatorStores } from './operator-stores.ts';

const reasonsLimit = 5;
const tablesLimit = 8;
const filesLimit = 20_000;
const mebibyte = 2 ** 20;
/** Merges of large tables write a copy of them first. */
const lowBytes = 1_024 * mebibyte;

const quarantined = query({
  name: 'quarantined_by_reason',
  params: {},
  row: Type.Object({ reason: Type.String(), records: Type.String() }),
  sql: `
    SELECT reason, toString(count()) AS records FROM quarantine FINAL
    GROUP BY reason ORDER BY count() DESC, reason LIMIT ${reasonsLimit}`,
});

const engineMemory = query({
  name: 'engine_memory',
  params: {},
  row: Type.Object({ bytes: Type.String() }),
  onShard: true,
  sql: "SELECT toString(greatest(value, 0)) AS bytes FROM system.metrics WHERE metric = 'MemoryTracking'",
});

/** What the stores and the directory say by themselves; the process that serves adds its feeds and pace. @throws AnalyticsError */
export async function diagnoseStores(stores: OperatorStores): Promise<Diagnosis> {
  const { fills, journalDir, settingConflicts = [], status, nowMs } = stores;
  const { analytics, batches } = await fills();
  const serves = status.command === 'serve';
  const { maxTimeMs } = await batches.state();
  const covered = await coveredTo(analytics);
  const lacking = await missingOf(analytics);
  const disk = await diskOf(analytics, dirname(journalDir));
  const start = readStart(journalDir);
  const { freeBytes } = disk;
  const isLow = freeBytes !== undefined && freeBytes < lowBytes;
  return {
    atMs: nowMs(),
    reads: [
      { source: 'stored fills', state: 'stored', ...(maxTimeMs > 0 && { toMs: maxTimeMs }) },
      ...covered.map(({ feed, toMs }) => ({ source: feed, state: 'stored' as const, toMs })),
    ],
    missing: lacking.missing,
    disk,
    memory: serves ? await memoryOf(analytics) : [],
    ...(start && { start }),
    settings: settingConflicts,
    needs: [
      ...lacking.needs,
      ...settingConflicts,
      ...(isLow ? [`${Math.floor(freeBytes / mebibyte)} MiB are free on the disk: free some`] : []),
      ...(!serves && start !== undefined && start.readyAtMs === undefined
        ? [`the last start ended before it was ready, in "${start.phases.at(-1)?.phase}": see its log`]
        : []),
    ],
  };
}

async function missingOf(analytics: AnalyticsStore): Promise<Pick<Diagnosis, 'missing' | 'needs'>> {
  const gaps = await countGaps(analytics);
  const refused = await analytics.rows(quarantined, {}, { lane: 'job' });
  const comments = await storedComments(analytics, { lane: 'job' });
  const unready = derivedTables.filter((table) => stateOf(table, comments).state !== 'complete');
  const records = refused.reduce((sum, row) => sum + Number(row.records), 0);
  const toHeal = gaps.filter(({ state, blocks }) => state === 'lost' && blocks > 0);
  return {
    missing: [
      ...gaps.map(({ feed, state, gaps: count, reason, sinceMs }) => ({
        what: `${state} gaps of ${feed}`,
        count,
        why: state === 'open' ? `${reason}; still being read` : `${reason}; no source is known`,
        foundAtMs: sinceMs,
      })),
      ...refused.map(({ reason, records: count }) => ({
        what: 'records in quarantine',
        count: Number(count),
        why: reason,
      })),
      ...unready.map(({ table }) => ({
        what: `table ${table}`,
        why: 'it is still being filled from the stored fills',
      })),
    ],
    needs: [
      ...toHeal.map(
        ({ feed }) => `blocks of ${feed} are lost: tidemark gaps --heal reads them from an archive`,
      ),
      ...(records > 0 ? [`records are in quarantine: tidemark quarantine lists them`] : []),
    ],
  };
}

async function diskOf(analytics: AnalyticsStore, dataDir: string): Promise<Diagnosis['disk']> {
  const tables = [...(await tableBytes(analytics))].sort(([, a], [, b]) => b - a);
  const parts = tables.slice(0, tablesLimit).map(([table, bytes]) => ({ part: `table ${table}`, bytes }));
  const rest = tables.slice(tablesLimit).reduce((sum, [, bytes]) => sum + bytes, 0);
  parts.push({ part: 'other tables', bytes: rest });
  const entries = await readdir(dataDir, { withFileTypes: true }).catch(() => []);
  // The engine's directory holds the tables.
  for (const entry of entries.filter((one) => one.isDirectory() && one.name !== 'analytics'))
    parts.push({ part: `directory ${entry.name}`, bytes: await directoryBytes(join(dataDir, entry.name)) });
  const space = await statfs(dataDir).catch(() => undefined);
  return { parts, ...(space && { freeBytes: space.bavail * space.bsize }) };
}

/** A file that goes meanwhile counts as empty. */
async function directoryBytes(dir: string): Promise<number> {
  const files = await readdir(dir, { recursive: true }).catch(() => []);
  let sum = 0;
  for (const file of files.slice(0, filesLimit)) {
    const found = await stat(join(dir, file)).catch(() => undefined);
    if (found?.isFile()) sum += found.size;
  }
  return sum;
}

/** The engine's memory is part of this process only if it is embedded. */
async function memoryOf(analytics: AnalyticsStore): Promise<Diagnosis['memory']> {
  const { rss, heapUsed, external } = process.memoryUsage();
  const engine = analytics.kind === 'chdb' ? await analytics.rows(engineMemory, {}, { lane: 'job' }) : [];
  const engineBytes = Number(engine[0]?.bytes ?? 0);
  const parts = [
    { part: 'process', bytes: rss },
    { part: 'of it objects of the main thread', bytes: heapUsed },
    { part: 'of it buffers of the main thread', bytes: external },
  ];
  return engineBytes > 0 ? [...parts, { part: 'of it the embedded engine', bytes: engineBytes }] : parts;
}

/** What the last start of a server did; kept in its data directory, so that a start that failed is explained afterwards. */
export type StartRecord = NonNullable<Diagnosis['start']>;

const fileName = 'start.json';

/** @returns undefined if no server has started here, or the file is damaged */
export function readStart(journalDir: string): StartRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(journalDir, fileName), 'utf8')) as StartRecord;
  } catch {
    return undefined;
  }
}

/** A full disk is no reason to end the start: the record is for people. */
export function writeStart(journalDir: string, record: StartRecord): void {
  try {
    mkdirSync(journalDir, { recursive: true });
    replaceFile(join(journalDir, fileName), JSON.stringify(record), { flush: false });
  } catch {
    // The storage check reports it.
  }
}
