import { Type } from 'typebox';
import { query } from '../query.ts';
import type { AnalyticsStore } from '../store.ts';

/** A server of a cluster, as one of its servers tells it. */
export interface ClusterNode {
  shard: number;
  replica: number;
  /** `host:port` of the native protocol, by which the servers reach each other. */
  address: string;
  /** It is the server that was asked. */
  isAsked: boolean;
}

const clusterNodes = query({
  name: 'cluster_nodes',
  params: { cluster: 'String' },
  row: Type.Object({
    shard: Type.Integer(),
    replica: Type.Integer(),
    address: Type.String(),
    is_local: Type.Integer(),
  }),
  sql: `
    SELECT shard_num AS shard, replica_num AS replica, concat(host_name, ':', toString(port)) AS address, is_local
    FROM system.clusters WHERE cluster = {cluster:String} ORDER BY shard, replica`,
});

/** The servers of a cluster. @throws AnalyticsError */
export async function nodesOf(server: AnalyticsStore, cluster: string): Promise<ClusterNode[]> {
  const rows = await server.rows(clusterNodes, { cluster });
  return rows.map(({ shard, replica, address, is_local }) => ({
    ...{ shard, replica, address },
    isAsked: is_local === 1,
  }));
}

/**
 * Sorts servers by the shards that they say they are: nobody has to know which native port belongs to which HTTP port.
 *
 * @param servers each with what it tells of the cluster
 * @returns the servers of each shard, by the shards' numbers
 * @throws Error naming the address that belongs to no shard, or the shard that no address belongs to
 */
export function serversOfShards<S extends { url: string; nodes: ClusterNode[] }>(
  servers: readonly S[],
  cluster: string,
  isReplicated: boolean,
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
    const own = server.nodes.find(({ isAsked }) => isAsked);
    if (own === undefined) {
      const told = server.nodes.map(({ address }) => address).join(', ');
      throw new Error(`${server.url} is none of the servers of cluster ${cluster} (${told})`);
    }
    shards.set(own.shard, [...(shards.get(own.shard) ?? []), server]);
  }
  const numbers = [...missing.keys()].sort((a, b) => a - b);
  for (const number of numbers) {
    const addresses = missing.get(number)!;
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
