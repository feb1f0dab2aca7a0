import { Type } from 'typebox';
import type { Derived } from '../analytics/derived/derived.ts';
import { dropTable, partitionsOf } from '../analytics/filling/stages.ts';
import { stateOf, storedComments } from '../analytics/filling/state.ts';
import { query } from '../analytics/query.ts';
import { type AnalyticsStore, shardsOf } from '../analytics/store.ts';
import { rewritePromise } from '../analytics/wholeness/server-faults.ts';
import { randomMark } from '../kernel/rng.ts';
import { repairDerived } from './derived-repair.ts';

/** Fills as they shall be, gathered while an import reads; the stored ones of their keys make room for them. */
export const rewriteDraft = 'fill_rewrite_draft';
/** Fills that take their place in `fills`, and, the promise, the keys of those that go. */
const newRows = 'fill_rewrite_rows';
const goneDraft = 'fill_rewrite_keys_draft';
const gone = rewritePromise;

/** What names a fill. */
export const fillKey = 'wallet, coin, time, tid, oid';

/** Which fills are taken out. */
export type ForgetRequest = { wallet: string } | { source: string };

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

/** Whether the batch lists which chains changed; where not, they read everything again. */
export interface RewriteKind {
  /** Only where fills stay in their places: with one gone, what followed it follows something else. */
  namesChanges: boolean;
}

/** Rewrites of stored fills: completing, replacing and taking out. All in the writer's turn. */
export interface FillRewrites {
  /** Forgets what was gathered and not applied, and finishes what was promised. @returns the fills of that */
  finish(): Promise<number>;
  /** Puts the gathered fills in the place of those with their keys. @returns how many */
  apply(kind: RewriteKind): Promise<number>;
  /** @returns how many fills went @throws Error where nothing ever came from a source of that name */
  forget(request: ForgetRequest): Promise<number>;
}

/**
 * Changes fills that are stored, and all that follows from them (docs/adr/writing.md#changing-stored-fills).
 * The removed keys are written to a table, whose renaming is the promise. From then on this process or the next deletes those keys,
 * links the new rows into the table, which no view sees, and rebuilds the derived tables that differ. Each step may be repeated.
 * On a cluster a promise is one where every shard has it.
 *
 * @param tables what is derived from fills
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
    throw new Error(`nothing came from ${name}: name a file or directory as it was imported, or a feed`);
  }

  async function begin(): Promise<void> {
    await refuseWhileFilling();
    // On some shards a promise that was never made, or had been kept, may be left.
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
        // It names wallets that may be gone, and readers begin whole behind a batch that lists nothing.
        if (!namesChanges) await shard.command('TRUNCATE TABLE changed_wallet_days');
      }
      await record(namesChanges);
    }
    // The promise first: without it the rows have no owner.
    await store.command(dropTable(gone));
    await store.command(dropTable(newRows));
    return fills;
  }

  async function exchangeRows(shard: AnalyticsStore): Promise<void> {
    const [own] = await shard.rows(database, {}, { lane: 'write' });
    // A mutation knows no current database.
    const keys = `SELECT ${fillKey} FROM \`${own!.name}\`.${gone}`;
    await shard.command(
      `ALTER TABLE fills DELETE WHERE (${fillKey}) IN (${keys}) SETTINGS mutations_sync = 2`,
    );
    for (const { id } of await partitionsOf(shard, newRows)) {
      await shard.command(`ALTER TABLE fills ATTACH PARTITION ID '${id}' FROM ${newRows}`);
    }
  }

  /** As a batch, so that readers look again: at what it lists, or at everything. */
  async function record(namesChanges: boolean): Promise<void> {
    // A number of fills that came and went, or went: `wholeness/journal-total.ts` adds up by the word.
    // Cursors have the end of a token: it differs between stores whose batches have the same numbers.
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
      // What was taken out meanwhile does not come back by this.
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
    async forget(request) {
      if ('source' in request) await refuseUnknown(request.source);
      await finishPromised({ namesChanges: false });
      await begin();
      await store.command(
        `INSERT INTO ${goneDraft} SELECT ${fillKey} FROM fills WHERE ${conditionOf(request)}`,
      );
      await keep();
      return finishPromised({ namesChanges: false });
    },
  };
}

/** Text goes through hex digits: no byte of it stands in the statement. */
function conditionOf(request: ForgetRequest): string {
  if ('wallet' in request) {
    if (!/^0x[0-9a-f]{40}$/.test(request.wallet)) throw new Error(`no wallet: ${request.wallet}`);
    return `wallet = toFixedString(unhex('${request.wallet.slice(2)}'), 20)`;
  }
  const name = `unhex('${Buffer.from(request.source, 'utf8').toString('hex')}')`;
  return `source IN (SELECT source FROM fill_sources WHERE ${isOfName(name)})`;
}

/** A condition of \`fill_sources\`: of that file or feed, or of a file in that directory. */
function isOfName(name: string): string {
  return `name = ${name} OR startsWith(name, concat(${name}, '/'))`;
}
