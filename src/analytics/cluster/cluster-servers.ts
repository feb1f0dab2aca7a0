import { singleFlight } from '../../kernel/single-flight.ts';
import { readServers, splitServers } from '../server-list.ts';
import { AnalyticsError, type AnalyticsStore } from '../store.ts';
import { type ClusterNode, nodesOf, type SilentServer, serversOfShards } from './cluster-nodes.ts';

/** A server of the cluster that answered. */
export interface ClusterServer {
  /** Its host and port as they may be shown. */
  url: string;
  /** As it was given. */
  address: string;
  /** Its own tables, by that server alone. */
  store: AnalyticsStore;
  nodes: ClusterNode[];
}

export interface ClusterServers {
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
export async function openServers(options: {
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
