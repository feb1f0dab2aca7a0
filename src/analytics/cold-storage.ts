import { Type } from 'typebox';
import { derivedTables } from './derived/derived-tables.ts';
import { stateOf, storedComments } from './filling/state.ts';
import { query } from './query.ts';
import { type AnalyticsStore, shardsOf } from './store.ts';

/** Where rows of many days ago lie on a server, on an object store say. */
const policy = 'tidemark';
const volume = 'cold';

/**
 * Tables with one row for each fill, payment or transfer, in parts by month: most of the store. Aggregates, and lists by wallet
 * that have parts of every month, are not moved.
 */
export const coldTables = [
  { table: 'fills', time: 'toDateTime(time)' },
  { table: 'fills_by_time', time: 'toDateTime(time)' },
  { table: 'lifecycles_by_close', time: 'toDateTime(closed)' },
  { table: 'wallet_funding', time: 'toDateTime(time)' },
  { table: 'ledger_updates', time: 'toDateTime(time)' },
] as const;

const enginesOf = query({
  name: 'cold_engines',
  params: {},
  row: Type.Object({ name: Type.String(), engine: Type.String() }),
  sql: `
    SELECT name, engine_full AS engine FROM system.tables
    WHERE database = currentDatabase() AND name IN (${coldTables.map(({ table }) => `'${table}'`).join(', ')})`,
});

const volumesOf = query({
  name: 'storage_volumes',
  params: { policy: 'String' },
  row: Type.Object({ volume: Type.String() }),
  sql: 'SELECT volume_name AS volume FROM system.storage_policies WHERE policy_name = {policy:String} ORDER BY volume_priority',
});

/**
 * Makes the servers move older rows to their cold volume, where queries find them as before, more slowly. No-op if they do so already.
 *
 * @param days age in whole days; 0 stops moving
 * @throws Error where a server has no such policy or volume, AnalyticsError
 */
export async function keepCold(store: AnalyticsStore, days: number): Promise<void> {
  if (!Number.isSafeInteger(days) || days < 0)
    throw new RangeError(`days must be a whole number from 0, not ${days}`);
  for (const shard of shardsOf(store)) {
    const engines = new Map((await shard.rows(enginesOf, {})).map(({ name, engine }) => [name, engine]));
    if (days === 0) await stopMoving(shard, engines);
    else await beginMoving(shard, engines, days);
  }
}

async function stopMoving(store: AnalyticsStore, engines: ReadonlyMap<string, string>): Promise<void> {
  for (const [table, engine] of engines)
    if (engine.includes(' TO VOLUME ')) await store.command(`ALTER TABLE ${table} REMOVE TTL`);
}

async function beginMoving(
  store: AnalyticsStore,
  engines: ReadonlyMap<string, string>,
  days: number,
): Promise<void> {
  await checkVolume(store);
  const filling = await fillingTables(store);
  for (const one of coldTables) {
    const engine = engines.get(one.table);
    // The parts of one that is being filled are to be joined with others of the same disk: the next start does it.
    if (engine !== undefined && !filling.has(one.table)) await moveTable(store, { ...one, engine }, days);
  }
}

async function fillingTables(store: AnalyticsStore): Promise<Set<string>> {
  const comments = await storedComments(store, { lane: 'write' });
  const filling = derivedTables.filter((table) => stateOf(table, comments).state !== 'complete');
  return new Set(filling.map(({ table }) => table));
}

async function checkVolume(store: AnalyticsStore): Promise<void> {
  const volumes = (await store.rows(volumesOf, { policy })).map((row) => row.volume);
  if (volumes.length === 0)
    throw new Error(
      `TIDEMARK_COLD_DAYS: the ClickHouse server has no storage policy ${policy}; add it to its storage_configuration (docs/operations.md, Cold storage)`,
    );
  if (!volumes.includes(volume))
    throw new Error(
      `TIDEMARK_COLD_DAYS: the storage policy ${policy} has no volume ${volume}, but ${volumes.join(', ')}`,
    );
}

async function moveTable(
  store: AnalyticsStore,
  { table, time, engine }: (typeof coldTables)[number] & { engine: string },
  days: number,
): Promise<void> {
  if (!engine.includes(`storage_policy = '${policy}'`))
    await store.command(`ALTER TABLE ${table} MODIFY SETTING storage_policy = '${policy}'`);
  if (engine.includes(`toIntervalDay(${days}) TO VOLUME '${volume}'`)) return;
  await store.command(`ALTER TABLE ${table} MODIFY TTL ${time} + INTERVAL ${days} DAY TO VOLUME '${volume}'`);
}
