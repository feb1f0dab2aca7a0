import { Type } from 'typebox';
import type { Derived } from '../analytics/derived/derived.ts';
import { dropTable, partitionsOf } from '../analytics/filling/stages.ts';
import { stateOf, storedComments } from '../analytics/filling/state.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { rewritePromise } from '../analytics/wholeness/server-faults.ts';
import { endedCoverage } from '../coverage/coverage-rows.ts';
import { randomMark } from '../kernel/rng.ts';
import type { BlockRun } from './blocks/block-set.ts';
import { repairDerived } from './derived-repair.ts';

/** New versions of fills, gathered during an import; they replace the stored fills with the same keys. */
export const rewriteDraft = 'fill_rewrite_draft';
/** Replacement rows for `fills`; next, the keys of the fills to delete, whose table is the promise. */
const newRows = 'fill_rewrite_rows';
const goneDraft = 'fill_rewrite_keys_draft';
const gone = rewritePromise;

export const fillKey = 'wallet, coin, time, tid, oid';

export type ForgetRequest = { wallet: string } | { source: string };

/** Called before the fills go, for the blocks of each file: they are missing from then on. */
export type OnForgotten = (blocks: BlockRun) => Promise<void>;

const promise = query({
  name: 'rewrite_promise',
  params: {},
  row: Type.Object({ fills: Type.String(), min_ms: Type.String(), max_ms: Type.String() }),
  sql: `
    SELECT toString(count()) AS fills, toString(toUnixTimestamp64Milli(min(time))) AS min_ms,
      toString(toUnixTimestamp64Milli(max(time))) AS max_ms
    FROM ${gone}`,
});

const database = query({
  name: 'rewrite_database',
  params: {},
  row: Type.Object({ name: Type.String() }),
  sql: 'SELECT currentDatabase() AS name',
});

const knownSource = query({
  name: 'forget_known_source',
  params: { name: 'String' },
  row: Type.Object({ names: Type.String() }),
  sql: `SELECT toString(count()) AS names FROM fill_sources WHERE ${isOfName('{name:String}')}`,
});

/** Ends the coverage of wallets whose imported answers lose fills: days without these fills are unknown, not days of $0. */
const uncoverOwn = endedCoverage(
  `feed = 'fills' AND wallet IN (SELECT CAST(wallet, 'String') FROM ${goneDraft})`,
);

/** Blocks of each file's fills. A file without block numbers covers nothing. */
function fileBlocks(condition: string) {
  return query({
    name: 'forget_file_blocks',
    params: {},
    row: Type.Object({
      from_block: Type.String(),
      to_block: Type.String(),
      from_ms: Type.String(),
      to_ms: Type.String(),
    }),
    limits: { deadlineMs: 300_000, maxRows: 100_000 },
    sql: `
      SELECT toString(min(block)) AS from_block, toString(max(block)) AS to_block,
        toString(toUnixTimestamp64Milli(min(time))) AS from_ms, toString(toUnixTimestamp64Milli(max(time))) AS to_ms
      FROM fills WHERE block > 0 AND ${condition} GROUP BY source`,
  });
}

/** Whether the batch lists the changed chains; without a list, readers read everything again. */
export interface RewriteKind {
  /** True only if no fill is removed: a removed fill changes the predecessor of the next one. */
  namesChanges: boolean;
}

/** Rewrites of stored fills: complete, replace and remove. All run in the writer's turn. */
export interface FillRewrites {
  /** Drops gathered changes that were not applied, and finishes a promised rewrite. @returns fills of the promised rewrite */
  finish(): Promise<number>;
  /** Replaces stored fills with the gathered ones of the same keys. @returns number of fills */
  apply(kind: RewriteKind): Promise<number>;
  /** @returns number of removed fills @throws Error if no source of that name was ever imported */
  forget(request: ForgetRequest, onForgotten?: OnForgotten): Promise<number>;
}

/**
 * Changes stored fills and everything derived from them (docs/adr/writing.md#changing-stored-fills).
 * Writes the removed keys to a table; renaming that table is the promise. From then on this process or the next deletes those keys,
 * attaches the new rows to `fills` (no view sees them), and rebuilds the derived tables that differ. Each step may be repeated. On a
 * cluster, a promise counts once every shard has it.
 */
export function createFillRewrites(store: AnalyticsStore, tables: readonly Derived[]): FillRewrites {
  async function status(name: string): Promise<boolean> {
    return (await storedComments(store, { lane: 'write' })).has(name);
  }

  async function refuseWhileFilling(): Promise<void> {
    const filling = new Set<string>();
    for (const shard of shardsOf(store)) {
      const comments = await storedComments(shard, { lane: 'write' });
      for (const table of tables) if (stateOf(table, comments).state === 'filling') filling.add(table.table);
    }
    if (filling.size === 0) return;
    const names = [...filling].join(', ');
    throw new Error(
      `stored fills cannot be changed while tables are being filled after an upgrade (${names}); serve until they are, then try again`,
    );
  }

  async function refuseUnknown(name: string): Promise<void> {
    const [known] = await store.rows(knownSource, { name }, { lane: 'write' });
    if (known!.names !== '0') return;
    throw new Error(`no fills of ${name} are stored: name a file or directory as it was imported, or a feed`);
  }

  async function begin(): Promise<void> {
    await refuseWhileFilling();
    // Some shards may still have a promise that was never made, or was already fulfilled.
    for (const name of [newRows, goneDraft, gone]) await store.command(dropTable(name));
    await store.command(`CREATE TABLE ${newRows} AS fills`);
    await store.command(
      `CREATE TABLE ${goneDraft} ENGINE = MergeTree ORDER BY (wallet, time) AS SELECT ${fillKey} FROM fills LIMIT 0`,
    );
  }

  async function keep(): Promise<void> {
    await store.command(`RENAME TABLE ${goneDraft} TO ${gone}`);
  }

  async function finishPromised({ namesChanges }: RewriteKind): Promise<number> {
    if (!(await status(gone))) return 0;
    const [promised] = await store.rows(promise, {}, { lane: 'write' });
    const fills = Number(promised!.fills);
    if (fills > 0) {
      const span = { minTimeMs: Number(promised!.min_ms), maxTimeMs: Number(promised!.max_ms) };
      for (const shard of shardsOf(store)) {
        await exchangeRows(shard);
        await repairDerived(shard, store, { rowsTable: gone, ...span }, tables);
        // The list may name wallets without fills left; readers restart in full at a batch without a list.
        if (!namesChanges) await shard.command('TRUNCATE TABLE changed_wallet_days');
      }
      await record(namesChanges);
    }
    // Drops the promise first: without the promise, the rows have no owner.
    await store.command(dropTable(gone));
    await store.command(dropTable(newRows));
    return fills;
  }

  async function exchangeRows(shard: AnalyticsStore): Promise<void> {
    const [own] = await shard.rows(database, {}, { lane: 'write' });
    // A mutation has no current database.
    const keys = `SELECT ${fillKey} FROM \`${own!.name}\`.${gone}`;
    await shard.command(
      `ALTER TABLE fills DELETE WHERE (${fillKey}) IN (${keys}) SETTINGS mutations_sync = 2`,
    );
    for (const { id } of await partitionsOf(shard, newRows)) {
      await shard.command(`ALTER TABLE fills ATTACH PARTITION ID '${id}' FROM ${newRows}`);
    }
  }

  /** Records the rewrite as a batch, so that readers refresh the listed chains, or everything. */
  async function record(namesChanges: boolean): Promise<void> {
    // `wholeness/journal-total.ts` sums by the token's word: "changed" fills were replaced, "forgot" fills were removed.
    // Cursors contain the end of a token, which differs between stores whose batches have the same numbers.
    const token = `concat(if((SELECT count() FROM ${newRows}) > 0, 'changed-', 'forgot-'), toString(max(seq) + 1), '-${randomMark()}')`;
    if (namesChanges) {
      await store.command(`
        INSERT INTO changed_wallet_days (token, wallet, day, coin, from_time, to_time)
        SELECT (SELECT ${token} FROM ingest_batches), wallet, toDate(time) AS day, coin, min(time), max(time)
        FROM ${gone} GROUP BY wallet, day, coin`);
    }
    await store.command(`
      INSERT INTO ingest_batches
      SELECT max(seq) + 1, ${token}, (SELECT count() FROM ${gone}), (SELECT min(time) FROM ${gone}),
        (SELECT max(time) FROM ${gone}), (SELECT max(block) FROM ${newRows})
      FROM ingest_batches`);
  }

  return {
    async finish() {
      const fills = await finishPromised({ namesChanges: false });
      for (const name of [rewriteDraft, goneDraft]) await store.command(dropTable(name));
      return fills;
    },
    async apply(kind) {
      await finishPromised({ namesChanges: false });
      if (!(await status(rewriteDraft))) return 0;
      await begin();
      const [from, to] = ['min', 'max'].map((bound) => `(SELECT ${bound}(time) FROM ${rewriteDraft})`);
      // Skips fills that were removed meanwhile, so that the rewrite does not restore them.
      const still = `
        SELECT ${fillKey} FROM fills
        WHERE wallet IN (SELECT wallet FROM ${rewriteDraft}) AND time >= ${from} AND time <= ${to}
          AND (${fillKey}) IN (SELECT ${fillKey} FROM ${rewriteDraft})`;
      await store.command(`
        INSERT INTO ${newRows} SELECT * FROM ${rewriteDraft} WHERE (${fillKey}) IN (${still})
        ORDER BY wallet, time LIMIT 1 BY ${fillKey} SETTINGS insert_deduplicate = 0`);
      await store.command(`INSERT INTO ${goneDraft} SELECT ${fillKey} FROM ${newRows}`);
      await keep();
      await store.command(dropTable(rewriteDraft));
      return finishPromised(kind);
    },
    async forget(request, onForgotten) {
      if ('source' in request) await refuseUnknown(request.source);
      await finishPromised({ namesChanges: false });
      await begin();
      await store.command(
        `INSERT INTO ${goneDraft} SELECT ${fillKey} FROM fills WHERE ${conditionOf(request)}`,
      );
      await store.command(uncoverOwn);
      if ('source' in request && onForgotten !== undefined) {
        const files = await store.rows(fileBlocks(conditionOf(request)), {}, { lane: 'write' });
        await Promise.all(files.map((row) => onForgotten(blocksOf(row))));
      }
      await keep();
      return finishPromised({ namesChanges: false });
    },
  };
}

/** Encodes text as hex digits, so the statement contains no user text (prevents injection). */
function conditionOf(request: ForgetRequest): string {
  if ('wallet' in request) {
    if (!/^0x[0-9a-f]{40}$/.test(request.wallet)) throw new Error(`no wallet: ${request.wallet}`);
    return `wallet = toFixedString(unhex('${request.wallet.slice(2)}'), 20)`;
  }
  const name = `unhex('${Buffer.from(request.source, 'utf8').toString('hex')}')`;
  return `source IN (SELECT source FROM fill_sources WHERE ${isOfName(name)})`;
}

function blocksOf({ from_block, to_block, from_ms, to_ms }: Record<string, string>): BlockRun {
  return {
    fromBlock: Number(from_block),
    toBlock: Number(to_block),
    fromMs: Number(from_ms),
    toMs: Number(to_ms),
  };
}

/** Condition on \`fill_sources\`: that file or feed, or any file in that directory. */
function isOfName(name: string): string {
  return `name = ${name} OR startsWith(name, concat(${name}, '/'))`;
}
