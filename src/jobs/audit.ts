import { Type } from 'typebox';
import { shardingKey } from '../analytics/cluster/placement.ts';
import type { Derived } from '../analytics/derived/derived.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { partitionsOf } from '../analytics/derived/stages.ts';
import { stateOf, storedComments } from '../analytics/derived/state.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { inRange, rangeParams, walletRanges } from '../analytics/wallet-ranges.ts';
import { monotonicMs } from '../kernel/clock.ts';
import { auditLifecycles } from '../lifecycles/lifecycle-audit.ts';
import {
  type AuditSlice,
  auditDifferenceLimit,
  auditLimits,
  auditQueries,
  fillsPerSlice,
  slicesOf,
} from './audit-queries.ts';

/** How far an audit has come. */
export interface AuditProgress {
  /** The table being recomputed. */
  table: string;
  tablesDone: number;
  tables: number;
}

/** One stored value that its recomputation from raw fills does not give. */
export interface AuditDifference {
  table: string;
  /** The row's key, readable: `wallet=0x… day=2026-05-01`. */
  key: string;
  column: string;
  stored: string;
  recomputed: string;
}

/** What an audit found. */
export interface AuditReport {
  /** The first differences, at most {@link auditDifferenceLimit}. */
  differences: AuditDifference[];
  /** All differences, the ones left out above included. */
  differencesTotal: number;
  tables: number;
  /** Tables that are still being filled: they are not compared. */
  unfilled: string[];
  rowsCompared: number;
  fills: number;
  seconds: number;
}

const fillCount = query({
  name: 'audit_fill_count',
  params: {},
  row: Type.Object({ fills: Type.String() }),
  sql: 'SELECT count() AS fills FROM fills',
});

const storedTwice = query({
  name: 'audit_stored_twice',
  params: rangeParams,
  row: Type.Object({ key: Type.String(), stored: Type.String(), recomputed: Type.String() }),
  limits: auditLimits,
  sql: `
    SELECT concat('wallet=0x', lower(hex(wallet))) AS key, toString(count()) AS stored,
      toString(uniqExact(coin, time, tid, oid)) AS recomputed
    FROM fills WHERE ${inRange} GROUP BY wallet HAVING stored != recomputed ORDER BY key LIMIT 1000`,
});

const onOtherShard = query({
  name: 'audit_on_other_shard',
  params: { ...rangeParams, of: 'UInt64', from_slot: 'UInt64', to_slot: 'UInt64' },
  row: Type.Object({ key: Type.String(), stored: Type.String() }),
  limits: auditLimits,
  onShard: true,
  sql: `
    WITH ${shardingKey('wallet')} % {of:UInt64} AS slot
    SELECT concat('wallet=0x', lower(hex(wallet))) AS key, toString(count()) AS stored
    FROM fills WHERE ${inRange} AND (slot < {from_slot:UInt64} OR slot >= {to_slot:UInt64})
    GROUP BY wallet ORDER BY key LIMIT 1000`,
});

/**
 * Recomputes every derived table from raw fills and compares value by value, exactly. Slice by slice over the
 * wallets or the months, so that memory stays bounded however many there are. On a cluster each shard's tables are compared with the
 * fills of that shard: what one has too much and another too little is no balance; and a wallet's fills that stand on a shard
 * that is not the wallet's, where no query for it looks, are differences.
 * @throws DOMException `AbortError` where the signal aborts; AnalyticsError where the engine fails.
 */
export async function audit(
  store: AnalyticsStore,
  onProgress: (progress: AuditProgress) => void,
  signal: AbortSignal,
): Promise<AuditReport> {
  const startMs = monotonicMs();
  const options = { lane: 'job', signal } as const;
  const [{ fills } = { fills: '0' }] = await store.rows(fillCount, {}, options);
  const months = (await partitionsOf(store, 'fills', options)).map(({ id }) => Number(id));
  const comments = await storedComments(store);
  const isComplete = (table: Derived) => stateOf(table, comments).state === 'complete';
  const compared = derivedTables.filter(isComplete);
  const unfilled = derivedTables.filter((table) => !isComplete(table)).map(({ table }) => table);
  const report = { differences: [] as AuditDifference[], differencesTotal: 0, rowsCompared: 0, unfilled };
  const tables = compared.length + 2;

  const shards = shardsOf(store);
  const nameOn = (key: string, shard: number) => (shards.length === 1 ? key : `shard=${shard + 1} ${key}`);

  async function compare(derived: Derived, slice: AuditSlice, number: number): Promise<void> {
    const shard = shards[number]!;
    const { count, rows } = auditQueries(derived);
    const [counted] = (await shard.rows(count, slice, options)) as { compared: string; differing: string }[];
    report.rowsCompared += Number(counted!.compared);
    if (Number(counted!.differing) === 0) return;
    const found = (await shard.rows(rows, slice, options)) as {
      key: string;
      stored: string[];
      recomputed: string[];
    }[];
    const columns = Object.keys(derived.audit.columns);
    for (const { key, stored, recomputed } of found) {
      for (const [i, column] of columns.entries()) {
        const sides = { stored: stored[i] ?? 'absent', recomputed: recomputed[i] ?? 'absent' };
        if (sides.stored !== sides.recomputed)
          note({ table: derived.table, key: nameOn(key, number), column, ...sides });
      }
    }
    // Rows beyond the listed ones differ in at least one column each.
    report.differencesTotal += Math.max(0, Number(counted!.differing) - found.length);
  }

  function note(difference: AuditDifference): void {
    report.differencesTotal += 1;
    if (report.differences.length < auditDifferenceLimit) report.differences.push(difference);
  }

  for (const [tablesDone, derived] of compared.entries()) {
    onProgress({ table: derived.table, tablesDone, tables });
    for (const slice of slicesOf(derived, Number(fills), months)) {
      for (const number of shards.keys()) {
        signal.throwIfAborted();
        await compare(derived, slice, number);
      }
    }
  }
  onProgress({ table: 'lifecycles', tablesDone: compared.length, tables });
  const lifecycles = await auditLifecycles(store, signal);
  if (lifecycles === undefined) unfilled.push('lifecycles');
  for (const difference of lifecycles ?? []) note({ column: 'row', ...difference });
  onProgress({ table: 'fills', tablesDone: compared.length + 1, tables });
  for (const slice of walletRanges(Math.ceil(Number(fills) / fillsPerSlice))) {
    signal.throwIfAborted();
    const twice = await store.rows(storedTwice, slice, options);
    for (const sides of twice) note({ table: 'fills', column: 'distinct fills', ...sides });
    for (const [number, shard] of shards.entries()) {
      if (shard.slots === undefined) continue;
      const { of, from: from_slot, to: to_slot } = shard.slots;
      const astray = await shard.rows(onOtherShard, { ...slice, of, from_slot, to_slot }, options);
      for (const { key, stored } of astray)
        note({
          table: 'fills',
          key: nameOn(key, number),
          column: "another shard's",
          stored,
          recomputed: '0',
        });
    }
  }
  return { ...report, tables, fills: Number(fills), seconds: (monotonicMs() - startMs) / 1000 };
}
