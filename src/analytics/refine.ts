import { Type } from 'typebox';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { derivedTables } from './derived/derived-tables.ts';
import { dropTable, joinedName, partitionsOf } from './filling/stages.ts';
import { stateOf, storedComments } from './filling/state.ts';
import { fineTables, type Granularity, granularitySettings, settingsOf } from './granularity.ts';
import { query } from './query.ts';
import { type AnalyticsStore, shardsOf } from './store.ts';

export interface RefineOptions {
  store: AnalyticsStore;
  /** As for derived tables (`filling/fill.ts`). */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** Aborting stops before the next statement, and what the engine rewrites. The next run goes on there. */
  signal: AbortSignal;
  onRefined?(table: string): void;
  rng?: Rng;
}

const engines = query({
  name: 'table_engines',
  params: {},
  row: Type.Object({ name: Type.String(), engine: Type.String(), comment: Type.String() }),
  sql: 'SELECT name, engine_full AS engine, comment FROM system.tables WHERE database = currentDatabase()',
});

const coarseParts = query({
  name: 'coarse_partitions',
  params: { table: 'String', rows: 'UInt64' },
  row: Type.Object({ id: Type.String() }),
  sql: `
    SELECT DISTINCT partition_id AS id FROM system.parts
    WHERE database = currentDatabase() AND table = {table:String} AND active
      AND rows > 2 * {rows:UInt64} AND rows / greatest(marks, 2) > 2 * {rows:UInt64}
    ORDER BY id DESC`,
});

interface CoarseTable {
  table: string;
  engine: string;
  comment: string;
  granularity: Granularity;
}

/** The tables that an older version of the program made coarser than this one wants them. */
async function coarseTables(store: AnalyticsStore): Promise<CoarseTable[]> {
  const stored = await store.rows(engines, {}, { lane: 'job' });
  const comments = new Map(stored.map(({ name, comment }) => [name, comment]));
  return stored.flatMap(({ name, engine, comment }) => {
    const granularity = fineTables.get(name);
    if (granularity === undefined || isSet(engine, granularity)) return [];
    const derived = derivedTables.find(({ table }) => table === name);
    // One that is still being filled gets its settings when it is joined.
    if (derived !== undefined && stateOf(derived, comments).state !== 'complete') return [];
    return [{ table: name, engine, comment, granularity }];
  });
}

/** Whether any table or part of the store is coarser than this version wants it. */
export async function isCoarse(store: AnalyticsStore): Promise<boolean> {
  for (const shard of shardsOf(store)) if (await isCoarseAlone(shard)) return true;
  return false;
}

async function isCoarseAlone(store: AnalyticsStore): Promise<boolean> {
  if ((await coarseTables(store)).length > 0) return true;
  for (const [table, { rows }] of fineTables) {
    if ((await store.rows(coarseParts, { table, rows }, { lane: 'job' })).length > 0) return true;
  }
  return false;
}

function isSet(engine: string, granularity: Granularity): boolean {
  return settingsOf(granularity).every(([name, value]) => new RegExp(`${name} = ${value}\\b`).test(engine));
}

/**
 * Gives the tables of an old store the granularity that this version wants, while it serves and fills come in. May be killed and
 * repeated at any point (docs/adr/storage.md#index-ranges).
 *
 * 1. In the writer's turn: a table of the same columns takes the same parts, by hard links, and the other's place, in one step. From
 *    here on new parts are fine. Views over `fills` and into the others go by names, and do not notice.
 * 2. Month by month the engine rewrites old parts, as it does when it merges them.
 *
 * @throws DOMException `AbortError` where the signal aborts; AnalyticsError where the engine fails
 */
export async function refineTables(options: RefineOptions): Promise<void> {
  for (const store of shardsOf(options.store)) await refineAlone({ ...options, store });
}

async function refineAlone(options: RefineOptions): Promise<void> {
  const { store, inTurn, signal, onRefined } = options;
  if ((await coarseTables(store)).length > 0) {
    await inTurn(async () => {
      await dropLeft(store);
      // Asked again: another process may have done it.
      for (const coarse of await coarseTables(store)) await exchange(options, coarse);
    });
  }
  for (const [table, { rows }] of fineTables) {
    const months = await store.rows(coarseParts, { table, rows }, { lane: 'job' });
    for (const { id } of months) await rewrite(store, table, id, signal);
    if (months.length > 0) onRefined?.(table);
  }
}

/** Drops what an attempt that was killed left behind. */
async function dropLeft(store: AnalyticsStore): Promise<void> {
  for (const name of (await storedComments(store, { lane: 'write' })).keys()) {
    const left = [...fineTables.keys()].some((table) => name.startsWith(joinedName(table, '')));
    if (left) await store.command(dropTable(name));
  }
}

async function exchange(
  { store, signal, rng = secureRng }: RefineOptions,
  { table, engine, comment, granularity }: CoarseTable,
): Promise<void> {
  // A name that an earlier holder of the right to write cannot exchange later (`dropJoined`).
  const fine = joinedName(table, Buffer.from(rng.bytes(8)).toString('hex'));
  const own = settingsOf(granularity).map(([name]) => name);
  const [, given = ''] = / SETTINGS (.*)$/s.exec(engine) ?? [];
  const others = given.split(', ').filter((setting) => !own.includes(setting.split(' = ')[0]!));
  const settings = [...others, granularitySettings(granularity)].filter((text) => text !== '').join(', ');
  signal.throwIfAborted();
  await store.command(
    `CREATE TABLE ${fine} AS ${table} ENGINE = ${engine.replace(/ SETTINGS .*$/s, '')} SETTINGS ${settings} COMMENT '${comment}'`,
  );
  for (const { id } of await partitionsOf(store, table)) {
    signal.throwIfAborted();
    await store.command(`ALTER TABLE ${fine} ATTACH PARTITION ID '${id}' FROM ${table}`);
  }
  signal.throwIfAborted();
  await store.command(`EXCHANGE TABLES ${table} AND ${fine}`);
  await store.command(dropTable(fine));
}

/** Lets the engine rewrite the parts of a month. Where it has no room for that it leaves them, and they are read as before. */
async function rewrite(store: AnalyticsStore, table: string, id: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const stop = () =>
    void store
      .command(`SYSTEM STOP MERGES ${table}`, { lane: 'write' })
      .then(() => store.command(`SYSTEM START MERGES ${table}`, { lane: 'write' }))
      .catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    await store.command(`OPTIMIZE TABLE ${table} PARTITION ID '${id}' FINAL`, { lane: 'job' });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
