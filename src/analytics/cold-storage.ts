import { Type } from 'typebox';
import { derivedTables } from './derived/derived-tables.ts';
import { stateOf, storedComments } from './filling/state.ts';
import { query } from './query.ts';
import { tableEngine } from './retention.ts';
import { type AnalyticsStore, shardsOf } from './store.ts';

/** Where rows of many days ago lie on a server: a volume of one of its storage policies, on an object store say. */
export interface ColdStorage {
  policy: string;
  volume: string;
  /** Whole days; 0: nothing is moved there from now on. */
  days: number;
}

/**
 * What is stored once for each fill, payment and transfer, in parts by month, which is most of the store; what follows from it, and lists
 * by wallet that take parts of every month, stay where they are.
 */
export const coldTables = [
  { table: 'fills', time: 'toDateTime(time)' },
  { table: 'fills_by_time', time: 'toDateTime(time)' },
  { table: 'lifecycles_by_close', time: 'toDateTime(closed)' },
  { table: 'wallet_funding', time: 'toDateTime(time)' },
  { table: 'ledger_updates', time: 'toDateTime(time)' },
] as const;

const volumesOf = query({
  name: 'storage_volumes',
  params: { policy: 'String' },
  row: Type.Object({ volume: Type.String() }),
  sql: 'SELECT volume_name AS volume FROM system.storage_policies WHERE policy_name = {policy:String} ORDER BY volume_priority',
});

const word = /^\w{1,64}$/;

/**
 * Makes the servers move rows that are older than this to their cold volume; nothing is done where they do so already. They stay where a
 * query finds them as before, more slowly.
 *
 * @throws Error where a server has no such policy or volume, AnalyticsError
 */
export async function keepCold(store: AnalyticsStore, cold: ColdStorage): Promise<void> {
  const { policy, volume, days } = cold;
  if (!Number.isSafeInteger(days) || days < 0)
    throw new RangeError(`days must be a whole number from 0, not ${days}`);
  if (!word.test(policy) || !word.test(volume))
    throw new RangeError('a policy and a volume are named by 1 to 64 letters, digits and underscores');
  for (const shard of shardsOf(store)) {
    if (days > 0) await checkVolume(shard, cold);
    const filling = await fillingTables(shard);
    // Its parts are to be joined with others of the same disk: the next start does it.
    for (const table of coldTables) if (!filling.has(table.table)) await keepTable(shard, table, cold);
  }
}

async function fillingTables(store: AnalyticsStore): Promise<Set<string>> {
  const comments = await storedComments(store, { lane: 'write' });
  const filling = derivedTables.filter((table) => stateOf(table, comments).state !== 'complete');
  return new Set(filling.map(({ table }) => table));
}

async function checkVolume(store: AnalyticsStore, { policy, volume }: ColdStorage): Promise<void> {
  const volumes = (await store.rows(volumesOf, { policy })).map((row) => row.volume);
  if (volumes.length === 0)
    throw new Error(
      `TIDEMARK_COLD_POLICY: the ClickHouse server has no storage policy ${policy}; add it to its storage_configuration (docs/operations.md, Cold storage)`,
    );
  if (!volumes.includes(volume))
    throw new Error(
      `TIDEMARK_COLD_VOLUME: the storage policy ${policy} has no volume ${volume}, but ${volumes.join(', ')}`,
    );
}

async function keepTable(
  store: AnalyticsStore,
  { table, time }: (typeof coldTables)[number],
  { policy, volume, days }: ColdStorage,
): Promise<void> {
  const [found] = await store.rows(tableEngine, { table });
  const engine = found?.engine ?? '';
  if (days === 0) {
    if (engine.includes(' TO VOLUME ')) await store.command(`ALTER TABLE ${table} REMOVE TTL`);
    return;
  }
  if (!engine.includes(`storage_policy = '${policy}'`))
    await store.command(`ALTER TABLE ${table} MODIFY SETTING storage_policy = '${policy}'`);
  if (engine.includes(`toIntervalDay(${days}) TO VOLUME '${volume}'`)) return;
  await store.command(`ALTER TABLE ${table} MODIFY TTL ${time} + INTERVAL ${days} DAY TO VOLUME '${volume}'`);
}
