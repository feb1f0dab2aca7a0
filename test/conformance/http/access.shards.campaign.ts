import { after } from 'node:test';
import { openCluster } from '../../../src/analytics/cluster/cluster.ts';
import { startClickHouseCluster } from '../../clickhouse-harness.ts';
import { accessSuite } from './access.ts';

let stop: (() => Promise<void>) | undefined;
accessSuite(async () => {
  const { urls, cluster, ...servers } = await startClickHouseCluster();
  stop = servers.stop;
  return openCluster({ url: urls.join(','), cluster, database: 'access' });
});
after(() => stop?.());
