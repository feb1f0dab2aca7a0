import { Type } from 'typebox';
import { secureRng } from '../../kernel/rng.ts';
import { singleFlight } from '../../kernel/single-flight.ts';
import { type ClickHouseOptions, openClickHouse } from '../clickhouse.ts';
import { query } from '../query.ts';
import { readServers, splitServers } from '../server-list.ts';
import { AnalyticsError, type AnalyticsStore, type CallOptions } from '../store.ts';
import {
  type ClusterNames,
  clusterStatement,
  onCluster,
  replicated,
  spanningTable,
  spanningTableEverywhere,
  withUuid,
} from './cluster-ddl.ts';
import {
  type ClusterNode,
  nodesOf,
  type SilentServer,
  serversOfShards,
  slotsOfShards,
} from './cluster-nodes.ts';
import { placementOf, shardingKey } from './placement.ts';

export interface ClusterOptions extends Omit<ClickHouseOptions, 'cluster' | 'settings'> {
  /** HTTP addresses of the servers between commas, in any order: of each shard's only one, or of one or more of its replicas. */
  url: string;
  /** Its name in the servers' `remote_servers`. */
  cluster: string;
  /** Whether shards have replicas, which the servers keep alike by Keeper. */
  isReplicated?: boolean;
}

/** Ending of the database with each shard's own tables. */
const localEnding = '_local';

/** What makes tables over all shards answer, and take rows, as one table would. */
const spanningSettings = {
  // Reads a table within IN or JOIN whole and sends it to the shards, because matching rows may be on different shards.
  distributed_product_mode: 'global',
  // The previous setting alone fails if such a table is one side of a UNION within IN.
  prefer_global_in_and_join: 1,
  // Two statements at a time would read each shard by its own: the rows of an insert go by their keys.
  parallel_distributed_insert_select: 0,
  // An insert returns after every shard has stored its rows, so the insert's token covers all shards.
  distributed_foreground_insert: 1,
  // A wallet is asked of its own shard, and grouped there for good.
  optimize_skip_unused_shards: 1,
  optimize_distributed_group_by_sharding_key: 1,
  // Half of the data is no answer.
  skip_unavailable_shards: 0,
};

/** Replica settings: an acknowledged insert is on a majority of replicas, and the writer never reads an older state. */
const replicatedSettings = {
  insert_quorum: 'auto',
  insert_quorum_parallel: 0,
  select_sequential_consistency: 1,
};

const walletColumns = query({
  name: 'has_wallet_column',
  params: { table: 'String' },
  row: Type.Object({ found: Type.Integer() }),
  sql: "SELECT toUInt8(count()) AS found FROM system.columns WHERE database = currentDatabase() AND table = {table:String} AND name = 'wallet'",
});

async function hasWallet(shard: AnalyticsStore, table: string, options: CallOptions): Promise<boolean> {
  const [row] = await shard.rows(walletColumns, { table }, options);
  return row!.found > 0;
}

/**
 * The store on a cluster of ClickHouse servers: the same tables as on one server, in a database of their own on each shard, and
 * over them tables of the same names that read and write all shards (docs/adr/servers.md#a-cluster-of-shards). Callers see one
 * store; maintenance by shard uses {@link AnalyticsStore.shards}.
 *
 * @throws AnalyticsError `unavailable` when no server of a shard answers; Error where the addresses are not the cluster
 */
export async function openCluster(options: ClusterOptions): Promise<AnalyticsStore> {
  const { url: list, cluster, isReplicated = false, database = 'tidemark', ...rest } = options;
  if (!/^[\w-]{1,64}$/.test(cluster)) throw new Error(`not the name of a cluster: ${cluster}`);
  const names: ClusterNames = { cluster, database, local: `${database}${localEnding}` };
  if (names.local.length > 63) throw new Error(`the name of a cluster's database is too long: ${database}`);
  const opened: AnalyticsStore[] = [];
  const open = async (parts: ClickHouseOptions) => {
    const store = await openClickHouse({ ...rest, ...parts });
    opened.push(store);
    return store;
  };
  const close = async () => void (await Promise.all(opened.map((store) => store.close())));
  try {
    const servers = await openServers({
      list,
      cluster,
      isReplicated,
      async open(address) {
        const store = await open({ url: address, database: names.local });
        await store.command(`CREATE DATABASE IF NOT EXISTS ${database}`);
        return store;
      },
    });
    const ofReplicas = isReplicated ? replicatedSettings : {};
    const slots = slotsOfShards(servers.shards[0]![0]!.nodes);
    const shards = [];
    for (const [shard, replicas] of servers.shards.entries()) {
      const own = { slots: slots[shard]! };
      if (!isReplicated) {
        shards.push({ ...replicas[0]!.store, ...own });
        continue;
      }
      const url = replicas.map(({ address }) => address).join(',');
      const any = await open({ url, cluster, database: names.local, settings: ofReplicas });
      const each = async () => (await servers.whole(shard)).map(({ store }) => store);
      shards.push({ ...replicatedShard(any, each), ...own });
    }
    const entry = await open({
      url: list,
      cluster,
      database,
      settings: { ...spanningSettings, ...ofReplicas },
    });
    return clusterStore({ names, entry, shards, isReplicated, close });
  } catch (error) {
    await close();
    throw error;
  }
}

function clusterStore(parts: {
  names: ClusterNames;
  entry: AnalyticsStore;
  shards: readonly AnalyticsStore[];
  isReplicated: boolean;
  close(): Promise<void>;
}): AnalyticsStore {
  const { names, entry, shards, isReplicated, close } = parts;
  const [first] = shards;

  /** Runs a statement on every server in turn; a table's name guarantees its content once the last server has the table. */
  async function everywhere(sql: string, options?: CallOptions): Promise<void> {
    if (isReplicated) return first!.command(onCluster(replicated(sql), names.cluster), options);
    for (const shard of shards) await shard.command(sql, options);
  }

  async function span(table: string, options?: CallOptions): Promise<void> {
    const lane = { ...options, lane: options?.lane ?? 'write' } as const;
    const placement = placementOf(table) ?? ((await hasWallet(first!, table, lane)) ? 'wallet' : 'one');
    const key = shardingKey(placement);
    if (isReplicated) return first!.command(spanningTableEverywhere(names, table, key), lane);
    await Promise.all(shards.map((shard) => shard.command(spanningTable(names, table, key), lane)));
  }

  async function command(sql: string, options?: CallOptions): Promise<void> {
    const statement = clusterStatement(sql);
    if (statement.kind === 'insert') return entry.command(sql, options);
    if (statement.kind === 'drop-database') {
      const { database } = statement;
      await everywhere(sql, options);
      return everywhere(sql.replace(database, `${database}${localEnding}`), options);
    }
    const { made, dropped } = statement;
    if (dropped !== undefined)
      await everywhere(`DROP TABLE IF EXISTS ${names.database}.${dropped} SYNC`, options);
    await everywhere(sql, options);
    if (made !== undefined) await span(made, options);
  }

  return {
    kind: 'clickhouse',
    ...(entry.servers !== undefined && { servers: entry.servers }),
    shards,
    span,
    rows: entry.rows,
    bytes: entry.bytes,
    command,
    insertArrow: entry.insertArrow,
    close,
  };
}

function newUuid(): string {
  const hex = Buffer.from(secureRng.bytes(16)).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * A shard of replicas alone. Whatever is asked of it the first that answers does; a table is made or dropped by each, under one id, so that a replica
 * that is away never lacks one: until it is back that fails as `unavailable`.
 *
 * @param store by whichever replica answers
 * @param replicas all of them, each alone
 */
function replicatedShard(
  store: AnalyticsStore,
  replicas: () => Promise<readonly AnalyticsStore[]>,
): AnalyticsStore {
  return {
    ...store,
    async command(sql, options) {
      if (!/^\s*(CREATE|DROP|RENAME|EXCHANGE)\b/i.test(sql)) return store.command(sql, options);
      const shared = withUuid(replicated(sql), newUuid());
      for (const replica of await replicas()) await replica.command(shared, options);
    },
  };
}

/** A server of the cluster that answered. */
interface ClusterServer {
  /** Its host and port as they may be shown. */
  url: string;
  /** As it was given. */
  address: string;
  /** Its own tables, by that server alone. */
  store: AnalyticsStore;
  nodes: ClusterNode[];
}

interface ClusterServers {
  /** Those of each shard that answered at the start, by the shards' numbers. */
  readonly shards: readonly (readonly ClusterServer[])[];
  /**
   * All of a shard, those included that did not answer at the start.
   * @param shard from 0
   * @throws AnalyticsError `unavailable` while one of the list still does not
   */
  whole(shard: number): Promise<readonly ClusterServer[]>;
}

/**
 * Opens the servers of a list, all at once, each by itself. One that does not answer is left for later where its shard has another.
 *
 * @param open opens one server's own tables
 * @throws AnalyticsError `unavailable` where none of a shard answers; Error where the addresses are not the cluster
 */
async function openServers(options: {
  list: string;
  cluster: string;
  isReplicated: boolean;
  open(address: string): Promise<AnalyticsStore>;
}): Promise<ClusterServers> {
  const { list, cluster, isReplicated } = options;
  const read = readServers(list);
  if (!Array.isArray(read)) throw new Error(`not a ClickHouse address: ${read.message}`);
  const addresses = splitServers(list).map((address, i) => ({ address, url: read[i]!.host }));

  async function openServer({ address, url }: (typeof addresses)[number]): Promise<ClusterServer> {
    const store = await options.open(address);
    return { url, address, store, nodes: await nodesOf(store, cluster) };
  }

  const opened = await Promise.allSettled(addresses.map(openServer));
  const servers: ClusterServer[] = [];
  const silent = new Map<(typeof addresses)[number], SilentServer>();
  for (const [i, outcome] of opened.entries()) {
    const { reason } = outcome as PromiseRejectedResult;
    if (outcome.status === 'fulfilled') servers.push(outcome.value);
    else if (!(reason instanceof AnalyticsError) || reason.failure !== 'unavailable') throw reason;
    else silent.set(addresses[i]!, { url: addresses[i]!.url, reason: reason.message });
  }
  const sorted = () => serversOfShards(servers, cluster, isReplicated, [...silent.values()]);

  async function join(): Promise<void> {
    for (const place of [...silent.keys()]) {
      servers.push(await openServer(place));
      silent.delete(place);
    }
  }
  const joining = singleFlight(join);
  return {
    shards: sorted(),
    async whole(shard) {
      await joining.run();
      return sorted()[shard]!;
    },
  };
}
