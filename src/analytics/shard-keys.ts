import type { ShardKey } from './derived/derived.ts';
import { derivedTables } from './derived/derived-tables.ts';

/** By what the tables of `migrations/` would be split over machines. */
const ofMigrations: Readonly<Record<string, ShardKey>> = {
  fills: 'wallet',
  changed_wallet_days: 'wallet',
  stored_accounts: 'none',
  accounts: 'wallet',
  wallet_funding: 'wallet',
  wallet_roles: 'wallet',
  // Small, and asked from both ends.
  vaults: 'none',
  census: 'none',
  daily_editions: 'none',
  census_differences: 'wallet',
  sub_accounts: 'wallet',
  tracked_wallets: 'wallet',
  positions: 'wallet',
  stored_positions: 'none',
  position_hours: 'coin',
  long_short_hours: 'coin',
  wallet_tiers: 'wallet',
  cohort_days: 'none',
  cohort_bias_hours: 'coin',
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
  feed_gaps: 'none',
  quarantine: 'none',
  request_log: 'none',
  lifecycles: 'wallet',
  lifecycle_ids: 'wallet',
  lifecycles_by_close: 'wallet',
  lifecycle_days: 'wallet',
  lifecycle_progress: 'none',
  ingest_batches: 'none',
  fill_sources: 'none',
  promised_batches: 'none',
  writer_epochs: 'none',
  exchange_mark: 'none',
  schema_versions: 'none',
};

/** Every table's shard key, by its name. */
export const shardKeys: ReadonlyMap<string, ShardKey> = new Map([
  ...Object.entries(ofMigrations),
  ...derivedTables.map(({ table, shard }) => [table, shard] as const),
]);

/** The tables of this program that a query reads, each once: what follows FROM, JOIN or IN. */
export function tablesOf(sql: string): string[] {
  const names = [...sql.matchAll(/\b(?:FROM|JOIN|IN)\s+(\w+)/gi)].map((match) => match[1]!);
  return [...new Set(names)].filter((name) => shardKeys.has(name));
}

/**
 * Checks that a query over several tables finds what it joins on one machine: all of them split by the same key, or whole on
 * every machine.
 *
 * @param reason why it may do otherwise
 * @throws Error where it does without a reason, or has a reason without need
 */
export function checkShards(name: string, tables: readonly string[], reason: string | undefined): void {
  const keys = new Set(tables.map((table) => shardKeys.get(table)).filter((key) => key !== 'none'));
  if (keys.size > 1 && reason === undefined) {
    const text = tables.map((table) => `${table} by ${shardKeys.get(table)}`).join(', ');
    throw new Error(`query ${name} joins tables that are split differently (${text}): say why in crossShard`);
  }
  if (keys.size <= 1 && reason !== undefined) {
    throw new Error(`query ${name} gives a reason in crossShard and joins nothing across shards`);
  }
}
