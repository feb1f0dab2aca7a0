import { Type } from 'typebox';
import { type AnyQuery, query } from '../analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../analytics/store.ts';
import type { Span } from '../kernel/span.ts';
import { unknownName } from '../wire/fill.ts';
import { rewriteDraft } from './fill-rewrite.ts';

const keyLimits = { deadlineMs: 120_000, maxRows: 50_000_000, maxMemoryBytes: 2 ** 32 };

const keysInRanges = query({
  name: 'stored_keys',
  params: { from_ms: 'Array(Int64)', to_ms: 'Array(Int64)' },
  row: Type.Object({}),
  limits: keyLimits,
  // The outer bounds prune by the primary key; the ranges then leave out the gaps between them.
  sql: `
    SELECT wallet, CAST(coin, 'String'), toUnixTimestamp64Milli(time), tid, oid
    FROM fills_by_time
    WHERE time >= fromUnixTimestamp64Milli({from_ms:Array(Int64)}[1], 'UTC')
      AND time <= fromUnixTimestamp64Milli({to_ms:Array(Int64)}[-1], 'UTC')
      AND arrayExists(
        (low, high) -> toUnixTimestamp64Milli(time) BETWEEN low AND high, {from_ms:Array(Int64)}, {to_ms:Array(Int64)})`,
});

const keysOfWallets = query({
  name: 'stored_keys_of_wallets',
  params: { from_ms: 'Int64', to_ms: 'Int64', wallets: 'Array(Wallet)' },
  row: Type.Object({}),
  limits: keyLimits,
  // Uses the primary key of fills: a wallet's months are smaller than an hour of all wallets. A list alone would not prune by the key.
  sql: `
    SELECT wallet, CAST(coin, 'String'), toUnixTimestamp64Milli(time), tid, oid
    FROM fills
    WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))
      AND time >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
      AND time <= fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC')`,
});

/** See `BatchStore.keys`. */
export function storedKeys(store: AnalyticsStore, ranges: Span[], wallets: string[]): Promise<Uint8Array> {
  if (wallets.length > 0) {
    const params = { from_ms: ranges[0]!.fromMs, to_ms: ranges.at(-1)!.toMs, wallets };
    return store.bytes(keysOfWallets, params, { lane: 'write' });
  }
  const params = { from_ms: ranges.map((r) => r.fromMs), to_ms: ranges.map((r) => r.toMs) };
  return store.bytes(keysInRanges, params, { lane: 'write' });
}

/** File of records to compare; some have a stored key. */
export type Candidates = Pick<ArrowInsert, 'file' | 'structure' | 'target' | 'select'> & {
  minTimeMs: number;
  maxTimeMs: number;
};

/** A record whose key is stored with other content. */
export interface Conflict {
  /** Number of the file, see `source-names.ts`. */
  source: number;
  /** Line in the file, from 1 (0 for a feed), and index in the line's block (-1 without a block). */
  line: number;
  event: number;
  /** `wallet=0x… coin=BTC time=… tid=… oid=…` */
  key: string;
  /** The columns that differ, as JSON: of the stored fill and of the record. */
  stored: string;
  record: string;
}

export interface Comparison {
  /** Records that add fields to their stored fills once {@link rewriteDraft} is applied. */
  completes: number;
  conflicts: number;
  /** The first of them. */
  reported: Conflict[];
}

/** Maximum conflicts listed per comparison. */
export const loggedConflictsLimit = 1_000;

/** Records under comparison; nothing else reads or writes this table. */
const table = 'ingest_candidates';

/** Fields that every source has. */
const always = [
  'side',
  'px',
  'sz',
  'start_position',
  'dir',
  'closed_pnl',
  'fee',
  'fee_token',
  'crossed',
] as const;
/** Fields that some sources omit, such as the exchange's API; a stored fill without them is completed. */
const completable = [
  'hash',
  'cloid',
  'twap_id',
  'builder',
  'names_builder',
  'builder_fee',
  'deployer_fee',
  'priority_gas',
  'liquidated_user',
  'names_liquidated',
  'liquidation_mark_px',
  'liquidation_method',
  'block',
] as const;

/** Columns that are not content of the record: order within a millisecond, fee token price, source, batch. */
const ours = ['wallet', 'time', 'seq', 'coin', 'market', 'fee_px', 'tid', 'oid', 'source', 'batch'] as const;

/** Column that says whether an address is present: the zero address is a valid address. */
const saidBy: Readonly<Record<string, string>> = {
  builder: 'names_builder',
  liquidated_user: 'names_liquidated',
};
const absent = (side: 'f' | 'c', name: string) => {
  const column = `${side}.${saidBy[name] ?? name}`;
  return name === 'liquidation_method'
    ? `(${column} IN ('', '${unknownName}'))`
    : `(${column} = defaultValueOfArgumentType(${column}))`;
};
const lacks = (name: string) => `(${absent('f', name)} AND NOT ${absent('c', name)})`;
const disagrees = (name: string) =>
  `(f.${name} != c.${name} AND NOT ${absent('f', name)} AND NOT ${absent('c', name)})`;
const isConflict = `(${[...always.map((name) => `f.${name} != c.${name}`), ...completable.map(disagrees)].join(' OR ')})`;
const completes = `(${completable.map(lacks).join(' OR ')})`;
const limits = { deadlineMs: 120_000, maxRows: 10_000, maxMemoryBytes: 4 * 2 ** 30 };

const readable = (side: 'f' | 'c', name: string) =>
  /^(hash|cloid|builder|liquidated_user)$/.test(name)
    ? `concat('0x', lower(hex(${side}.${name})))`
    : `toString(${side}.${name})`;
const asJson = (side: 'f' | 'c') => {
  const pairs = [...always, ...completable].map(
    (name) => `if(f.${name} != c.${name}, ('${name}', ${readable(side, name)}), ('', ''))`,
  );
  return `toJSONString(CAST(arrayFilter(p -> p.1 != '', [${pairs.join(', ')}]), 'Map(String, String)'))`;
};

/** Joins stored fills as `f` with records as `c` by key. @param exceptOf source whose stored fills are excluded */
function matched({ minTimeMs, maxTimeMs }: Candidates, exceptOf: number): string {
  return `
    FROM (
      SELECT * FROM fills
      WHERE wallet IN (SELECT wallet FROM ${table})
        AND time >= fromUnixTimestamp64Milli(${minTimeMs}, 'UTC') AND time <= fromUnixTimestamp64Milli(${maxTimeMs}, 'UTC')
        AND source != ${exceptOf}
        AND (wallet, time, tid) IN (SELECT wallet, time, tid FROM ${table})) AS f
    INNER JOIN ${table} AS c
      ON f.wallet = c.wallet AND f.coin = c.coin AND f.time = c.time AND f.tid = c.tid AND f.oid = c.oid`;
}

export interface ComparisonRule {
  /** Whether a differing record wins. */
  replace: boolean;
  /** Number of the feed of the records: its own stored fills are not compared, and conflicts are only reported. */
  feed?: number | undefined;
}

/**
 * Compares records with the stored fills of their keys. Records with fields that the stored fill lacks go to the draft of the next
 * rewrite; with `replace`, records of other content do, too. Records of a feed change nothing.
 */
export async function compareStored(
  store: AnalyticsStore,
  candidates: Candidates,
  { replace, feed }: ComparisonRule,
): Promise<Comparison> {
  return withCandidates(store, candidates, async () => {
    // -1 is the number of no source.
    const from = matched(candidates, feed ?? -1);
    const [counts] = await rows(
      store,
      query({
        name: 'candidate_counts',
        params: {},
        row: Type.Object({ conflicts: Type.String(), completing: Type.String() }),
        limits,
        sql: `
          SELECT toString(countIf(${isConflict})) AS conflicts, toString(countIf(${completes} AND NOT ${isConflict})) AS completing
          ${from}`,
      }),
    );
    const conflicts = Number(counts!.conflicts);
    const completing = feed === undefined ? Number(counts!.completing) : 0;
    if (completing > 0 || (replace && conflicts > 0)) await draft(store, from, replace);
    const reported = conflicts > 0 ? await logConflicts(store, from) : [];
    return { conflicts, completes: completing, reported };
  });
}

/** Whether a fill of other content gets a column of the record. A stored price of the same fee token outlives a record without one. */
function isReplaced(name: (typeof ours)[number]): string {
  if (name === 'batch') return 'false';
  return name === 'fee_px' ? `${isConflict} AND (c.fee_px != 0 OR f.fee_token != c.fee_token)` : isConflict;
}

async function draft(store: AnalyticsStore, from: string, replace: boolean): Promise<void> {
  await store.command(`CREATE TABLE IF NOT EXISTS ${rewriteDraft} AS fills`);
  // A file of whole blocks has all fields; other records keep the stored fill's extra fields.
  const isKept = (name: string) => (replace ? `${absent('c', name)} AND c.block = 0` : `NOT ${lacks(name)}`);
  const columns = [
    ...ours.map((name) => (replace ? `if(${isReplaced(name)}, c.${name}, f.${name})` : `f.${name}`)),
    ...always.map((name) => (replace ? `c.${name}` : `f.${name}`)),
    ...completable.map((name) => `if(${isKept(name)}, f.${name}, c.${name})`),
  ];
  const names = [...ours, ...always, ...completable];
  const selected = columns.map((expression, i) => `${expression} AS new_${names[i]}`);
  await store.command(`
    INSERT INTO ${rewriteDraft} (${names.join(', ')})
    SELECT ${selected.join(', ')} ${from}
    WHERE ${replace ? `${isConflict} OR ` : `NOT ${isConflict} AND `}${completes}
    SETTINGS insert_deduplicate = 0`);
}

async function logConflicts(store: AnalyticsStore, from: string): Promise<Conflict[]> {
  const reported = await rows(
    store,
    query({
      name: 'candidate_conflicts',
      params: {},
      row: Type.Object({
        source: Type.String(),
        line: Type.Integer(),
        event: Type.Integer(),
        key: Type.String(),
        stored: Type.String(),
        record: Type.String(),
      }),
      limits,
      sql: `
        SELECT toString(c.source) AS source, c.line AS line, c.event AS event,
          concat('wallet=0x', lower(hex(f.wallet)), ' coin=', f.coin, ' time=', toString(f.time), ' tid=', toString(f.tid),
            ' oid=', toString(f.oid)) AS key,
          ${asJson('f')} AS stored, ${asJson('c')} AS record
        ${from} WHERE ${isConflict} ORDER BY key LIMIT ${loggedConflictsLimit}`,
    }),
  );
  return reported.map(({ source, ...rest }) => ({ source: Number(source), ...rest }));
}

/**
 * Owner of the records, if their fills are stored for another wallet: an API answer does not name its wallet.
 * @returns the wallet with most of the fills, `0x…`; undefined if none
 */
export async function otherOwner(store: AnalyticsStore, candidates: Candidates): Promise<string | undefined> {
  return withCandidates(store, candidates, async () => {
    const { minTimeMs, maxTimeMs } = candidates;
    const [found] = await rows(
      store,
      query({
        name: 'other_owner',
        params: {},
        row: Type.Object({ owner: Type.String() }),
        limits,
        // Many fills share tid 0: dust, settlements.
        sql: `
          SELECT concat('0x', lower(hex(wallet))) AS owner FROM fills_by_time
          WHERE time >= fromUnixTimestamp64Milli(${minTimeMs}, 'UTC') AND time <= fromUnixTimestamp64Milli(${maxTimeMs}, 'UTC')
            AND tid != 0 AND (time, tid, oid, side) IN (SELECT time, tid, oid, side FROM ${table})
            AND wallet NOT IN (SELECT wallet FROM ${table})
          GROUP BY wallet ORDER BY count() DESC, wallet LIMIT 1`,
      }),
    );
    return found?.owner;
  });
}

/** Stores whose candidate table exists and is empty. */
const prepared = new WeakSet<AnalyticsStore>();

async function withCandidates<Result>(
  store: AnalyticsStore,
  { file, structure, target, select }: Candidates,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!prepared.has(store)) {
    await store.command(`DROP TABLE IF EXISTS ${table}`);
    await store.command(
      `CREATE TABLE ${table} ENGINE = Memory AS SELECT *, toUInt32(0) AS line, toInt32(0) AS event FROM fills LIMIT 0`,
    );
  }
  prepared.delete(store);
  try {
    await store.insertArrow({
      file,
      structure,
      select,
      target: target.replace(/^fills\b/, table),
      token: '',
    });
    return await work();
  } finally {
    await store.command(`TRUNCATE TABLE IF EXISTS ${table}`);
    prepared.add(store);
  }
}

function rows<Q extends AnyQuery>(store: AnalyticsStore, params: Q) {
  return store.rows(params, {} as never, { lane: 'write' });
}

/** Every column of a fill is in exactly one of the three lists. */
export const comparedColumns: readonly string[] = [...ours, ...always, ...completable];
