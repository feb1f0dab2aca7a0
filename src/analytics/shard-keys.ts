import type { ShardKey } from './derived/derived.ts';
import { derivedTables } from './derived/derived-tables.ts';

/** By what the tables of `migrations/` would be split over machines. */
const ofMigrations: Readonly<Record<string, ShardKey>> = {
  fills: 'wallet',
  lost_fills: 'wallet',
  changed_wallet_days: 'wallet',
  audits: 'none',
  stored_accounts: 'wallet',
  accounts: 'wallet',
  balances: 'wallet',
  account_modes: 'wallet',
  account_hours: 'wallet',
  wallet_funding: 'wallet',
  funding_coin_days: 'wallet',
  ledger_updates: 'wallet',
  twap_statuses: 'wallet',
  wallet_roles: 'wallet',
  // Small, and asked from both ends.
  vaults: 'none',
  builder_rewards: 'none',
  census: 'none',
  daily_editions: 'none',
  census_differences: 'wallet',
  payment_census: 'none',
  payment_census_differences: 'wallet',
  paid_positions: 'wallet',
  sub_accounts: 'wallet',
  tracked_wallets: 'wallet',
  positions: 'wallet',
  stored_positions: 'wallet',
  position_hours: 'wallet',
  long_short_hours: 'coin',
  wallet_tiers: 'wallet',
  cohort_days: 'none',
  cohort_bias_hours: 'coin',
  liquidation_level_hours: 'coin',
  asset_contexts: 'coin',
  asset_context_hours: 'coin',
  candles: 'coin',
  market_funding: 'coin',
  book_snapshots: 'coin',
  trades: 'coin',
  listed_markets: 'none',
  newest_states: 'none',
  outcomes: 'none',
  outcome_questions: 'none',
  outcome_settlements: 'none',
  outcome_templates: 'none',
  coverage: 'none',
  coverage_changes: 'none',
  quarantine: 'none',
  request_log: 'none',
  lifecycles: 'wallet',
  lifecycle_ids: 'wallet',
  lifecycles_by_close: 'wallet',
  lifecycle_days: 'wallet',
  lifecycle_coin_days: 'wallet',
  lifecycle_progress: 'none',
  ingest_batches: 'none',
  fill_sources: 'none',
  imported_objects: 'none',
  promised_batches: 'none',
  writer_epochs: 'none',
  exchange_mark: 'none',
  schema_versions: 'none',
};

export const shardKeys: ReadonlyMap<string, ShardKey> = new Map([
  ...Object.entries(ofMigrations),
  ...derivedTables.map(({ table, shard }) => [table, shard] as const),
]);

/** The tables of this program that a query reads, each once: what follows FROM, JOIN or IN. */
export function tablesOf(sql: string): string[] {
  const names = [...sql.matchAll(/\b(?:FROM|JOIN|IN)\s+(\w+)/gi)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => shardKeys.has(name));
}

export interface ShardedQuery {
  name: string;
  sql: string;
  tables: readonly string[];
  settings: Readonly<Record<string, number>>;
  /** Why the query may join tables with different shard keys. */
  crossShard: string | undefined;
  /** The query reads a single shard through `AnalyticsStore.shards` and is not checked. */
  onShard: boolean;
}

/** Derived tables that have rows of one key on every shard: with the fills that each follows from. */
const scattered = new Set(derivedTables.filter(({ shard }) => shard !== 'wallet').map(({ table }) => table));

/**
 * Checks that a query returns the same on a cluster as on one machine. Joined tables are split by the same key, or whole on every
 * machine; the query sums each shard's part of a key; and the query does not change the distributed settings.
 *
 * @throws Error if one shard's answer would pass for the answer of all; if the query joins across shards without a reason, or has
 * a reason that it does not need
 */
export function checkShards(query: ShardedQuery): void {
  const { name, tables, crossShard: reason, onShard } = query;
  const keys = new Set(tables.map((table) => shardKeys.get(table)).filter((key) => key !== 'none'));
  const isCrossing = keys.size > 1 && !onShard;
  if (isCrossing && reason === undefined) {
    const text = tables.map((table) => `${table} by ${shardKeys.get(table)}`).join(', ');
    throw new Error(`query ${name} joins tables that are split differently (${text}): say why in crossShard`);
  }
  if (!isCrossing && reason !== undefined) {
    throw new Error(`query ${name} gives a reason in crossShard and joins nothing across shards`);
  }
  if (!onShard) checkWhole(query);
}

function checkWhole({ name, sql, settings }: ShardedQuery): void {
  const own = Object.keys(settings).find((setting) => /^distributed_|shards|^prefer_global/.test(setting));
  if (own !== undefined) throw new Error(`query ${name} sets ${own}: how shards are asked is the store's`);
  for (const [, table] of sql.matchAll(/\b(?:FROM|JOIN|IN)\s+(\w+)(?:\s+AS\s+\w+)?\s+FINAL\b/gi)) {
    if (!scattered.has(table!)) continue;
    throw new Error(`query ${name} reads ${table} with FINAL, which each shard does by itself: use GROUP BY`);
  }
  for (const [, table] of sql.matchAll(
    /\bFROM\s+(\w+)(?:\s+(?:AS\s+)?\w+)??(?:\s+FINAL)?\s+(?:RIGHT|FULL)\s/gi,
  )) {
    if (!shardKeys.has(table!)) continue;
    throw new Error(
      `query ${name} joins to ${table} what has no match in it, which each shard would find: use a subquery`,
    );
  }
  const remote = /\b(?:cluster|clusterAllReplicas|remote|remoteSecure)\s*\(/i.exec(sql);
  if (remote !== null) throw new Error(`query ${name} names servers (${remote[0]}): the store knows them`);
}
