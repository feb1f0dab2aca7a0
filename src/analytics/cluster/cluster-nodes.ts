import { Type } from 'typebox';
import { query } from '../query.ts';
import { AnalyticsError, type AnalyticsStore, type WalletSlots } from '../store.ts';

/** A server of a cluster, as one of its servers reports it. */
export interface ClusterNode {
  shard: number;
  replica: number;
  /** Of its shard: how much of all rows it gets. */
  weight: number;
  /** `host:port` of the native protocol, by which the servers reach each other. */
  address: string;
  /** The server that answered this query. */
  isOwn: boolean;
}

const clusterNodes = query({
  name: 'cluster_nodes',
  params: { cluster: 'String' },
  row: Type.Object({
    shard: Type.Integer(),
    replica: Type.Integer(),
    weight: Type.Integer(),
    address: Type.String(),
    is_local: Type.Integer(),
  }),
  sql: `
    SELECT shard_num AS shard, replica_num AS replica, shard_weight AS weight,
      concat(host_name, ':', toString(port)) AS address, is_local
    FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard, replica`,
});

/** @throws AnalyticsError */
export async function nodesOf(server: AnalyticsStore, cluster: string): Promise<ClusterNode[]> {
  const rows = await server.rows(clusterNodes, { cluster });
  return rows.map(({ is_local, ...node }) => ({
    ...node,
    isOwn: is_local === 1,
  }));
}

/**
 * Which values of `sipHash64(wallet)`, modulo `of`, belong to each shard: the engine gives a shard as many of them as its weight.
 * @param nodes of the whole cluster
 */
export function slotsOfShards(nodes: readonly ClusterNode[]): WalletSlots[] {
  const weights = new Map(nodes.map(({ shard, weight }) => [shard, weight]));
  const shards = [...weights.keys()].sort((a, b) => a - b);
  const of = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  let from = 0;
  return shards.map((shard) => {
    const to = from + weights.get(shard)!;
    const slots = { of, from, to };
    from = to;
    return slots;
  });
}

export interface SilentServer {
  url: string;
  reason: string;
}

/**
 * Sorts servers by the shards that they say they are: no setting has to say which native port belongs to which HTTP port.
 *
 * @param servers each with its report of the cluster
 * @param silent of the same list
 * @returns the servers of each shard, by the shards' numbers
 * @throws AnalyticsError `unavailable` of a shard whose servers may be among the silent ones; Error naming the address that belongs to no shard, or the shard that no address belongs to
 */
export function serversOfShards<S extends { url: string; nodes: ClusterNode[] }>(
  servers: readonly S[],
  cluster: string,
  isReplicated: boolean,
  silent: readonly SilentServer[] = [],
): S[][] {
  const shards = new Map<number, S[]>();
  const missing = new Map<number, string[]>();
  for (const { nodes } of servers) {
    for (const { shard, address } of nodes)
      missing.set(shard, [...new Set([...(missing.get(shard) ?? []), address])]);
  }
  for (const server of servers) {
    if (server.nodes.length === 0)
      throw new Error(
        `${server.url} knows no cluster ${cluster}: name it in the remote_servers of each server`,
      );
    const own = server.nodes.find(({ isOwn }) => isOwn);
    if (own === undefined) {
      const reported = server.nodes.map(({ address }) => address).join(', ');
      throw new Error(`${server.url} is none of the servers of cluster ${cluster} (${reported})`);
    }
    shards.set(own.shard, [...(shards.get(own.shard) ?? []), server]);
  }
  const faults = silent.map(({ reason }) => reason).join('; ');
  if (servers.length === 0) throw noneAnswers(`of cluster ${cluster}`, faults);
  const numbers = [...missing.keys()].sort((a, b) => a - b);
  for (const number of numbers) {
    const addresses = missing.get(number)!;
    if (!shards.has(number) && silent.length > 0)
      throw noneAnswers(`of shard ${number} of cluster ${cluster} (${addresses.join(', ')})`, faults);
    if (!shards.has(number)) {
      throw new Error(
        `no address of TIDEMARK_CLICKHOUSE_URL is a server of shard ${number} of cluster ${cluster} (${addresses.join(', ')}): give the HTTP address of ${isReplicated ? 'one server or more' : 'the server'} of each shard`,
      );
    }
    if (!isReplicated && addresses.length > 1) {
      throw new Error(
        `shard ${number} of cluster ${cluster} has ${addresses.length} replicas: set TIDEMARK_CLICKHOUSE_REPLICATED=1, or name one server a shard`,
      );
    }
  }
  return numbers.map((number) => shards.get(number)!);
}

function noneAnswers(of: string, faults: string): AnalyticsError {
  return new AnalyticsError('unavailable', 'open', `no server ${of} answers: ${faults}`);
}
