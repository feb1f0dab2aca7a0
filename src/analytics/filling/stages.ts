import { Type } from 'typebox';
import type { Derived } from '../derived/derived.ts';
import { query } from '../query.ts';
import { type AnalyticsStore, type CallOptions, shardsOf } from '../store.ts';
import { stateOf, storedComments } from './state.ts';

/**
 * Tables that exist only during a backfill: `<table>__draft_…` while a month is written, `<table>__month_…` when the month is
 * complete, `<table>__joined_…` with all months, and `fills_before_…` with the fills stored before the views existed.
 */
export const draftName = (table: string, mark: string) => `${table}__draft_${mark}`;
export const monthName = (table: string, month: string) => `${table}__month_${month}`;
export const joinedName = (table: string, mark: string) => `${table}__joined_${mark}`;
export const sourceName = (number: number) => `fills_before_${number}`;

const joinedPattern = /__joined_/;
const sourcePattern = /^fills_before_(\d+)$/;

const partitions = query({
  name: 'partitions',
  params: { table: 'String' },
  row: Type.Object({ id: Type.String(), rows: Type.String() }),
  sql: `
    SELECT partition_id AS id, toString(sum(rows)) AS rows FROM system.parts
    WHERE database = currentDatabase() AND table = {table:String} AND active
    GROUP BY id ORDER BY id`,
});

/** The parts of a table that its partition key separates: months of fills. */
export async function partitionsOf(
  store: AnalyticsStore,
  table: string,
  options: CallOptions = { lane: 'write' },
): Promise<{ id: string; rows: number }[]> {
  const rowsOf = new Map<string, number>();
  for (const shard of shardsOf(store)) {
    for (const { id, rows } of await shard.rows(partitions, { table }, options))
      rowsOf.set(id, (rowsOf.get(id) ?? 0) + Number(rows));
  }
  return [...rowsOf].sort().map(([id, rows]) => ({ id, rows }));
}

export function sourceNumbers(names: Iterable<string>): number[] {
  return [...names].flatMap((name) => sourcePattern.exec(name)?.[1] ?? []).map(Number);
}

/** A table of any size, at once: the engine would keep it for minutes, and refuses large ones by default. */
export const dropTable = (name: string) =>
  `DROP TABLE IF EXISTS ${name} SYNC SETTINGS max_table_size_to_drop = 0`;

/** Drops tables that killed attempts left behind, and tables no longer needed. */
export async function dropLeftStages(store: AnalyticsStore, tables: readonly Derived[]): Promise<void> {
  const comments = await storedComments(store);
  const states = tables.map((table) => ({ table: table.table, ...stateOf(table, comments) }));
  const used = new Set(states.map((state) => (state.state === 'filling' ? state.source : undefined)));
  for (const name of comments.keys()) {
    const stageOf = states.find(({ table }) => name.startsWith(`${table}__`));
    const isDone =
      stageOf !== undefined && (stageOf.state !== 'filling' || !name.startsWith(`${stageOf.table}__month_`));
    if (isDone || (sourcePattern.test(name) && !used.has(name))) {
      await store.command(dropTable(name), { lane: 'heavy' });
    }
  }
}

/**
 * Drops joined tables, so that no earlier writer can install its own: that table would lack all rows written from
 * now on.
 */
export async function dropJoined(store: AnalyticsStore): Promise<void> {
  for (const shard of shardsOf(store)) {
    const names = [...(await storedComments(shard, { lane: 'write' })).keys()];
    for (const name of names.filter((name) => joinedPattern.test(name))) await shard.command(dropTable(name));
  }
}
