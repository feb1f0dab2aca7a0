import { Type } from 'typebox';
import { shardingKey } from '../analytics/cluster/placement.ts';
import type { Derived } from '../analytics/derived/derived.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { partitionsOf } from '../analytics/filling/stages.ts';
import { stateOf, storedComments } from '../analytics/filling/state.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { inRange, rangeParams, type WalletRange, walletRanges } from '../analytics/wallet-ranges.ts';
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
import { auditFundingDays } from './funding-days.ts';
import { type InTurn, type Look, settled } from './settled.ts';

export interface AuditProgress {
  table: string;
  tablesDone: number;
  tables: number;
}

export interface AuditDifference {
  table: string;
  /** The row's key, readable: `wallet=0x… day=2026-05-01`. */
  key: string;
  column: string;
  stored: string;
  recomputed: string;
}

export interface AuditReport {
  /** The first differences, at most {@link auditDifferenceLimit}. */
  differences: AuditDifference[];
  /** All differences, including those beyond the limit. */
  differencesTotal: number;
  tables: number;
  /** Tables still being filled; these are not compared. */
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

const paymentCount = query({
  name: 'audit_payment_count',
  params: {},
  row: Type.Object({ payments: Type.String() }),
  sql: 'SELECT toString(count()) AS payments FROM wallet_funding',
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

export interface AuditOptions {
  /** See {@link settled}. */
  inTurn?: InTurn | undefined;
  /** Approximate fills per slice; other queries of the engine wait for a slice. */
  sliceFills?: number;
}

/**
 * Recomputes every derived table from raw fills and compares every value exactly, also while a reader stores fills. Slices of wallets
 * or months bound the memory. On a cluster, each shard's tables are compared with that shard's fills, so that a surplus on one shard
 * cannot offset a deficit on another. Fills on a shard other than their wallet's, where no query reads them, are differences.
 * @throws DOMException `AbortError` if the signal aborts; AnalyticsError if the engine fails.
 */
export async function audit(
  store: AnalyticsStore,
  onProgress: (progress: AuditProgress) => void,
  signal: AbortSignal,
  options: AuditOptions = {},
): Promise<AuditReport> {
  const slices = auditSlices(store, signal, options);
  for (;;) {
    const { done, value } = await slices.next();
    if (done) return value;
    onProgress(value);
  }
}

/** Audits slice by slice; yields each slice before comparing it. */
export async function* auditSlices(
  store: AnalyticsStore,
  signal: AbortSignal,
  { inTurn, sliceFills = fillsPerSlice }: AuditOptions = {},
): AsyncGenerator<AuditProgress, AuditReport> {
  const startMs = monotonicMs();
  const options = { lane: 'job', signal } as const;
  const [{ fills } = { fills: '0' }] = await store.rows(fillCount, {}, options);
  const months = (await partitionsOf(store, 'fills', options)).map(({ id }) => Number(id));
  const comments = await storedComments(store);
  const isComplete = (table: Derived) => stateOf(table, comments).state === 'complete';
  const compared = derivedTables.filter(isComplete);
  const unfilled = derivedTables.filter((table) => !isComplete(table)).map(({ table }) => table);
  const report = { differences: [] as AuditDifference[], differencesTotal: 0, rowsCompared: 0, unfilled };
  const tables = compared.length + 3;
  const shards = shardsOf(store);
  const nameOn = (key: string, shard: number) => (shards.length === 1 ? key : `shard=${shard + 1} ${key}`);

  function note(found: readonly AuditDifference[]): void {
    report.differencesTotal += found.length;
    report.differences.push(...found.slice(0, auditDifferenceLimit - report.differences.length));
  }
  const settle = (look: Look<AuditDifference>) => settled(look, { inTurn, signal });

  for (const [tablesDone, derived] of compared.entries()) {
    for (const slice of slicesOf(derived, Number(fills), months, sliceFills)) {
      yield { table: derived.table, tablesDone, tables };
      for (const [number, shard] of shards.entries()) {
        signal.throwIfAborted();
        let unlisted = 0;
        const found = await settle(async () => {
          const comparison = await compareSlice(shard, derived, slice, options);
          report.rowsCompared += comparison.compared;
          unlisted = comparison.unlisted;
          return comparison.differences;
        });
        note(found.map((one) => ({ ...one, key: nameOn(one.key, number) })));
        if (found.length > 0) report.differencesTotal += unlisted;
      }
    }
  }
  const lifecycles = auditLifecycles(store, signal, inTurn);
  let folded = await lifecycles.next();
  for (; folded.done !== true; folded = await lifecycles.next())
    yield { table: 'lifecycles', tablesDone: compared.length, tables };
  if (folded.value === undefined) unfilled.push('lifecycles');
  note((folded.value ?? []).map((difference) => ({ column: 'row', ...difference })));
  const [{ payments } = { payments: '0' }] = await store.rows(paymentCount, {}, options);
  for (const slice of walletRanges(Math.ceil(Number(payments) / sliceFills))) {
    yield { table: 'funding_coin_days', tablesDone: compared.length + 1, tables };
    note(await settle(() => auditFundingDays(store, slice, signal)));
  }
  for (const slice of walletRanges(Math.ceil(Number(fills) / sliceFills))) {
    yield { table: 'fills', tablesDone: compared.length + 2, tables };
    signal.throwIfAborted();
    note(await settle(() => twiceStored(store, slice, options)));
    for (const [number, shard] of shards.entries()) {
      const astray = await settle(() => strays(shard, slice, options));
      note(astray.map((one) => ({ ...one, key: nameOn(one.key, number) })));
    }
  }
  return { ...report, tables, fills: Number(fills), seconds: (monotonicMs() - startMs) / 1000 };
}

type ReadOptions = { lane: 'job'; signal: AbortSignal };

/** @returns `unlisted`: differing rows beyond the listed ones */
async function compareSlice(
  shard: AnalyticsStore,
  derived: Derived,
  slice: AuditSlice,
  options: ReadOptions,
): Promise<{ compared: number; unlisted: number; differences: AuditDifference[] }> {
  const { count, rows } = auditQueries(derived);
  const [counted] = (await shard.rows(count, slice, options)) as { compared: string; differing: string }[];
  const compared = Number(counted!.compared);
  if (Number(counted!.differing) === 0) return { compared, unlisted: 0, differences: [] };
  const found = (await shard.rows(rows, slice, options)) as {
    key: string;
    stored: string[];
    recomputed: string[];
  }[];
  const columns = Object.keys(derived.audit.columns);
  const differences = found.flatMap(({ key, stored, recomputed }) =>
    columns.flatMap((column, i): AuditDifference[] => {
      const sides = { stored: stored[i] ?? 'absent', recomputed: recomputed[i] ?? 'absent' };
      return sides.stored === sides.recomputed ? [] : [{ table: derived.table, key, column, ...sides }];
    }),
  );
  // Rows beyond the listed ones differ in at least one column each.
  return { compared, unlisted: Math.max(0, Number(counted!.differing) - found.length), differences };
}

async function twiceStored(
  store: AnalyticsStore,
  slice: WalletRange,
  options: ReadOptions,
): Promise<AuditDifference[]> {
  const twice = await store.rows(storedTwice, slice, options);
  return twice.map((sides) => ({ table: 'fills', column: 'distinct fills', ...sides }));
}

async function strays(
  shard: AnalyticsStore,
  slice: WalletRange,
  options: ReadOptions,
): Promise<AuditDifference[]> {
  if (shard.slots === undefined) return [];
  const { of, from: from_slot, to: to_slot } = shard.slots;
  const astray = await shard.rows(onOtherShard, { ...slice, of, from_slot, to_slot }, options);
  return astray.map(({ key, stored }) => {
    return { table: 'fills', key, column: "another shard's", stored, recomputed: '0' };
  });
}
