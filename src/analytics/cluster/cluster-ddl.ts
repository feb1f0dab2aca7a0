import { AnalyticsError } from '../store.ts';

export interface ClusterNames {
  /** As in the servers' `remote_servers`. */
  cluster: string;
  /** With the tables over all shards. */
  database: string;
  /** With each shard's own tables, of the same names. */
  local: string;
}

export type ClusterStatement =
  /** Through the tables over all shards, by one server. */
  | { kind: 'insert' }
  /** On every shard. `made` and `dropped`: tables whose counterpart over all shards is made or dropped with it. */
  | { kind: 'ddl'; made?: string; dropped?: string }
  /** A whole database, and with it that of the shards' own tables. */
  | { kind: 'drop-database'; database: string };

const table = '(?:TABLE|VIEW)(?: IF (?:NOT )?EXISTS)?';
const forms: [RegExp, (match: RegExpExecArray) => ClusterStatement][] = [
  [/^INSERT\s+INTO\s+\w+/i, () => ({ kind: 'insert' })],
  [/^CREATE TABLE(?: IF NOT EXISTS)? (\w+)/i, ([, made]) => ({ kind: 'ddl', made: made! })],
  [/^CREATE MATERIALIZED VIEW(?: IF NOT EXISTS)? \w+ TO \w+/i, () => ({ kind: 'ddl' })],
  [/^ALTER TABLE (\w+)\s+(?:ADD|MODIFY) COLUMN/i, ([, made]) => ({ kind: 'ddl', made: made! })],
  [
    /^RENAME TABLE (\w+) TO (\w+)$/i,
    ([, dropped, made]) => ({ kind: 'ddl', made: made!, dropped: dropped! }),
  ],
  [new RegExp(`^DROP ${table} (\\w+)`, 'i'), ([, dropped]) => ({ kind: 'ddl', dropped: dropped! })],
  [
    /^DROP DATABASE(?: IF EXISTS)? `?(\w+)`?/i,
    ([, database]) => ({ kind: 'drop-database', database: database! }),
  ],
  [
    /^(?:ALTER|TRUNCATE|OPTIMIZE) TABLE(?: IF EXISTS)? \w+|^DELETE FROM \w+|^SYSTEM (?:STOP|START) MERGES \w+/i,
    () => ({ kind: 'ddl' }),
  ],
];

/**
 * Reads what a statement of this program asks of a cluster.
 * @throws AnalyticsError of one that has no meaning there, so that it does not run on one machine of several
 */
export function clusterStatement(sql: string): ClusterStatement {
  const text = sql.trim();
  for (const [form, read] of forms) {
    const match = form.exec(text);
    if (match !== null) return read(match);
  }
  throw new AnalyticsError('engine', text.slice(0, 40), 'a statement without a meaning on a cluster');
}

/** The statement that makes the table over all shards' own tables of that name. @param key see `shardingKey` */
export function spanningTable(
  { cluster, database, local }: ClusterNames,
  name: string,
  key: string | undefined,
): string {
  const sharding = key === undefined ? '' : `, ${key}`;
  return `CREATE OR REPLACE TABLE ${database}.${name} AS ${local}.${name} ENGINE = Distributed('${cluster}', '${local}', '${name}'${sharding})`;
}

export function spanningTableEverywhere(names: ClusterNames, name: string, key: string | undefined): string {
  return onCluster(spanningTable(names, name, key), names.cluster);
}

const replicaPath = "'/clickhouse/tables/{uuid}/{shard}', '{replica}'";

/** The statement with engines whose rows every replica of a shard gets. */
export function replicated(sql: string): string {
  return sql
    .replace(
      /\bENGINE = ((?:Replacing|Aggregating|Summing)?MergeTree)(?:\(([^)]*)\))?/g,
      (_, engine, args) => {
        return `ENGINE = Replicated${engine}(${[replicaPath, ...(args ? [args] : [])].join(', ')})`;
      },
    )
    .replace(/\bENGINE = Memory\b/g, `ENGINE = ReplicatedMergeTree(${replicaPath}) ORDER BY tuple()`)
    .replace(/\bnon_replicated_deduplication_window\b/g, 'replicated_deduplication_window');
}

/** The statement that makes a table under an id that is the same on every replica of its shard: its path in Keeper has it. */
export function withUuid(sql: string, uuid: string): string {
  return sql.replace(/^\s*CREATE TABLE(?: IF NOT EXISTS)? \w+/i, (head) => `${head} UUID '${uuid}'`);
}

export function onCluster(sql: string, cluster: string): string {
  const words = `ON CLUSTER '${cluster}'`;
  const text = sql.trim();
  if (/^RENAME|^EXCHANGE/i.test(text)) return `${text} ${words}`;
  const named =
    /^(?:CREATE (?:OR REPLACE )?(?:TABLE|MATERIALIZED VIEW|DATABASE)|(?:ALTER|TRUNCATE|OPTIMIZE) TABLE|DROP (?:TABLE|VIEW|DATABASE)|DELETE FROM)(?: IF (?:NOT )?EXISTS)? [\w.`]+/i;
  const merges = /^SYSTEM (?:STOP|START) MERGES/i;
  const head = (named.exec(text) ?? merges.exec(text))?.[0];
  if (head === undefined) throw new Error(`a statement that cannot run on a cluster: ${text.slice(0, 80)}`);
  return `${head} ${words}${text.slice(head.length)}`;
}
