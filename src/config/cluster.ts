import { Type } from 'typebox';
import type { FaultDetail } from '../kernel/problem.ts';
import type { Settings } from './schema.ts';
import { given } from './setting.ts';

export const clusterSettings = {
  clickhouseCluster: Type.Optional(
    Type.String({
      ...given({
        env: 'TIDEMARK_CLICKHOUSE_CLUSTER',
        description:
          'Name of a cluster in the `remote_servers` of the ClickHouse servers: fills are split over its shards by wallet; TIDEMARK_CLICKHOUSE_URL names a server of each shard',
        defaultNote: 'one server',
      }),
      pattern: '^[A-Za-z0-9_-]{1,64}$',
    }),
  ),
  clickhouseReplicated: Type.Integer({
    ...given({
      env: 'TIDEMARK_CLICKHOUSE_REPLICATED',
      description:
        '1 if the shards of the cluster have replicas: tables are then created with `Replicated…` engines and `ON CLUSTER`, which need Keeper and the macros `{shard}` and `{replica}`',
    }),
    minimum: 0,
    maximum: 1,
    default: 0,
  }),
};

/** Settings of a cluster do not fit embedded stores, or one server. */
export function clusterFaults(rest: Partial<Settings>): FaultDetail[] {
  const { clickhouseUrl, clickhouseCluster, clickhouseReplicated, clickhouseDatabase = '' } = rest;
  if (clickhouseCluster === undefined) {
    if (!clickhouseReplicated) return [];
    const message = 'must be set where TIDEMARK_CLICKHOUSE_REPLICATED is 1';
    return [{ location: 'TIDEMARK_CLICKHOUSE_CLUSTER', message }];
  }
  if (clickhouseUrl === undefined) {
    const message = 'must be set where TIDEMARK_CLICKHOUSE_CLUSTER is';
    return [{ location: 'TIDEMARK_CLICKHOUSE_URL', message }];
  }
  // With the ending of the shards' own it is a name still.
  if (clickhouseDatabase.length <= 57) return [];
  const message = 'must have at most 57 characters on a cluster';
  return [{ location: 'TIDEMARK_CLICKHOUSE_DATABASE', message, value: clickhouseDatabase }];
}

/** One store on a server and the other in a directory would tie every instance to that directory. */
export function loneServer(env: Readonly<Record<string, string | undefined>>): FaultDetail[] {
  const pair = ['TIDEMARK_CLICKHOUSE_URL', 'TIDEMARK_POSTGRES_URL'] as const;
  const missing = pair.filter((name) => !env[name]);
  if (missing.length !== 1) return [];
  const present = pair.find((name) => name !== missing[0])!;
  return [
    {
      location: missing[0]!,
      message: `must be set together with ${present}; unset both for the embedded stores`,
    },
  ];
}
