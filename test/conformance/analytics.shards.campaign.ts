import { openCluster } from '../../src/analytics/cluster/cluster.ts';
import { startClickHouseCluster } from '../clickhouse-harness.ts';
import { analyticsConformance, storeSizes } from './analytics.ts';

analyticsConformance('two shards', async () => {
  const { urls, cluster, stop } = await startClickHouseCluster();
  const { readConnections, queueLimit } = storeSizes;
  return {
    open: () =>
      openCluster({
        url: urls.join(','),
        cluster,
        database: 'conformance',
        connections: { read: readConnections },
        queueLimit,
      }),
    stop,
  };
});
