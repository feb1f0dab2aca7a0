import { secureRng } from '../../kernel/rng.ts';
import type { AnalyticsStore } from '../store.ts';
import { replicated, withUuid } from './cluster-ddl.ts';

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
export function replicatedShard(
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
