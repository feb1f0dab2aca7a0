import { Type } from 'typebox';
import type { Derived } from '../analytics/derived/derived.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../analytics/store.ts';
import type { Span } from '../kernel/span.ts';
import { repairBatch } from './batch-repair.ts';
import { createFillRewrites, type ForgetRequest, type RewriteKind } from './fill-rewrite.ts';
import { readImportedObjects } from './imported-objects.ts';
import { forgetLedger } from './ledger-intake.ts';
import type { PreparedBatch } from './prepared-batch.ts';
import { type QuarantinedRow, readQuarantined } from './quarantined-records.ts';
import type { ObjectVersion } from './source.ts';
import {
  type BuilderMatches,
  type BuilderMatching,
  type BuilderRows,
  matchBuilderRows,
  stageBuilderRows,
} from './stored-builder-rows.ts';
import {
  type Candidates,
  type Comparison,
  type ComparisonRule,
  compareStored,
  otherOwner,
} from './stored-candidates.ts';
import {
  type ChangedMarks,
  type ContextRows,
  forgetContexts,
  recordMarks,
  storeContexts,
} from './stored-contexts.ts';

/** What the store knows before an import begins. */
export interface StoreState {
  /** Number of the newest committed batch, 0 when there is none. */
  lastSeq: number;
  /** Time of the newest stored fill, 0 when there is none. */
  maxTimeMs: number;
}

/**
 * What ingest asks of the analytics store. Narrow on purpose: it crosses the thread border between
 * the parsing worker and the main thread, where the engine lives.
 */
export interface BatchStore {
  /**
   * Waits for the writer's turn: from here to {@link BatchStore.end} no other part of this process checks, numbers or
   * commits a batch. An import and the live connector take turns, batch by batch.
   */
  begin(): Promise<void>;
  /** Gives the turn back. Whatever was promised to the journal and not done is finished by the next writer. */
  end(): Promise<void>;
  state(): Promise<StoreState>;
  /**
   * Keys of the stored fills inside the ranges, as RowBinary rows of
   * (wallet FixedString(20), coin String, time Int64, tid UInt64, oid UInt64).
   * @param wallets only fills of these wallets, where the batch has few; all when empty.
   */
  keys(ranges: Span[], wallets: string[]): Promise<Uint8Array>;
  /** Inserts the batch's fills exactly once, however often it is repeated. */
  insert(batch: PreparedBatch): Promise<void>;
  /**
   * Checks a batch that was sent again after a kill, and puts right what the engine lost of it.
   * @returns the tables that were put right.
   */
  repair(batch: PreparedBatch): Promise<string[]>;
  /**
   * Records that the batch is stored, and which wallets' days and coins it changed: from here on readers look at them again. Under a
   * number that readers have not passed, whatever other machines committed since it was prepared. A repeat changes nothing.
   */
  record(batch: PreparedBatch): Promise<void>;
  /** Inserts rows into a table whose key makes a repeat harmless. */
  insertRows(insert: ArrowInsert): Promise<void>;
  /** Compares records with the stored fills of their keys, see `stored-candidates.ts`. */
  compare(candidates: Candidates, rule: ComparisonRule): Promise<Comparison>;
  /** The other wallet that has the records' fills, `0x…`, where one has. */
  otherOwner(candidates: Candidates): Promise<string | undefined>;
  /** Puts what comparisons gathered in the place of the stored fills. @returns how many fills */
  rewrite(kind: RewriteKind): Promise<number>;
  /** Takes fills out. @returns how many */
  forget(request: ForgetRequest): Promise<number>;
  /** Takes out the states of markets that came from files, see `stored-contexts.ts`. @returns how many */
  forgetContexts(name: string): Promise<number>;
  /** Takes out what moved a wallet's money without a fill, see `ledger-intake.ts`. @returns how many payments and updates */
  forgetLedger(wallet: string): Promise<number>;
  /** Finishes a rewrite that was promised, and forgets what was only gathered. @returns the fills of the former */
  finishRewrite(): Promise<number>;
  /** Stores archived states of markets, see `stored-contexts.ts`. @returns how many were new */
  storeContexts(rows: ContextRows): Promise<number>;
  /** Objects of an object store that were imported whole, and of which nothing was taken out since. */
  importedObjects(): Promise<ObjectVersion[]>;
  /** What files have in quarantine. */
  quarantined(files: readonly string[]): Promise<QuarantinedRow[]>;
  /** Records that prices came, see `stored-contexts.ts`. */
  recordMarks(marks: ChangedMarks): Promise<void>;
  /** Takes rows of a builder's file to be matched, see `stored-builder-rows.ts`. */
  stageBuilderRows(rows: BuilderRows): Promise<void>;
  /** Matches them with stored fills, which {@link BatchStore.rewrite} then changes. */
  matchBuilderRows(matching: BuilderMatching): Promise<BuilderMatches>;
  /** Newest USD price of a token by fills after `afterMs` and at or before `atMs`, as decimal text; undefined without one. */
  tokenPrice(token: string, range: { afterMs: number; atMs: number }): Promise<string | undefined>;
}

/** The right to commit batches, among all processes that share the store. */
export interface WriterHold {
  /** Aborts where the right was lost; whatever is committed afterwards fails. */
  lost: AbortSignal;
  giveBack(): Promise<void>;
}

/**
 * Takes the right to commit batches.
 * @param options.report the report to the other processes about the exchange that this one reads
 * @throws Error naming who has it
 */
export type BecomeWriter = (options?: {
  report?: () => unknown;
  signal?: AbortSignal;
}) => Promise<WriterHold>;

const lastBatch = query({
  name: 'last_batch',
  params: {},
  row: Type.Object({ last_seq: Type.String(), max_time_ms: Type.String() }),
  sql: `
    SELECT
      (SELECT max(seq) FROM ingest_batches) AS last_seq,
      (SELECT toUnixTimestamp64Milli(max(time)) FROM fills_by_time) AS max_time_ms`,
});

const keyLimits = { deadlineMs: 120_000, maxRows: 50_000_000, maxMemoryBytes: 2 ** 32 };

const storedKeys = query({
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

const storedKeysOfWallets = query({
  name: 'stored_keys_of_wallets',
  params: { from_ms: 'Int64', to_ms: 'Int64', wallets: 'Array(Wallet)' },
  row: Type.Object({}),
  limits: keyLimits,
  // By the primary key of fills: a wallet's months are less than everybody's hour. A list alone would not prune by it.
  sql: `
    SELECT wallet, CAST(coin, 'String'), toUnixTimestamp64Milli(time), tid, oid
    FROM fills
    WHERE wallet IN (SELECT arrayJoin({wallets:Array(Wallet)}))
      AND time >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')
      AND time <= fromUnixTimestamp64Milli({to_ms:Int64}, 'UTC')`,
});

const tokenPriceAt = query({
  name: 'token_price_at',
  params: { token: 'String', after: 'TimeMs', at: 'TimeMs' },
  row: Type.Object({ price: Type.String() }),
  // The perp of the token's name, the outcome's side of the token, or a spot fill whose fee was in its base token, at the fill's own price.
  sql: `
    SELECT toString(px) AS price
    FROM fills_by_time
    WHERE time <= {at:TimeMs} AND time > {after:TimeMs}
      AND (coin = if(startsWith({token:String}, '+'), concat('#', substring({token:String}, 2)), {token:String})
        OR (fee_token = {token:String} AND (side = 'B') = (fee >= 0) AND fee_px = px))
    ORDER BY time DESC, seq DESC
    LIMIT 1`,
  limits: { deadlineMs: 60_000 },
});

/** The wallets, days and coins of a batch, from the file with its fills. Needs no token: readers take repeated rows as one. */
function changedDays({ file, token }: ArrowInsert, onlyIf: string): ArrowInsert {
  const at = (ms: string) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;
  return {
    file,
    structure: 'wallet FixedString(20), coin LowCardinality(String), time Int64',
    target: 'changed_wallet_days (token, wallet, day, coin, from_time, to_time)',
    select: `'${token}', wallet, toDate(${at('time')}) AS day, coin, ${at('min(time)')}, ${at('max(time)')}`,
    groupBy: 'wallet, day, coin',
    onlyIf,
    token: '',
  };
}

/** See {@link BatchStore.insert}. @param onlyIf a condition that the store checks as the insert begins */
export function insertBatch(store: AnalyticsStore, { insert }: PreparedBatch, onlyIf = '1'): Promise<void> {
  return store.insertArrow({ ...insert, onlyIf });
}

/** See {@link BatchStore.record}. @param onlyIf a condition that the store checks as it begins */
export async function recordBatch(store: AnalyticsStore, batch: PreparedBatch, onlyIf = '1'): Promise<void> {
  const { insert, seq, fills, minTimeMs, maxTimeMs, maxBlock } = batch;
  await store.insertArrow(changedDays(insert, onlyIf));
  const [from, to] = [minTimeMs, maxTimeMs].map((ms) => `fromUnixTimestamp64Milli(${ms}, 'UTC')`);
  const recorded = `token = '${insert.token}'`;
  await store.command(`
    INSERT INTO ingest_batches
    SELECT
      if(countIf(${recorded}) > 0, maxIf(seq, ${recorded}), greatest(max(seq) + 1, ${seq})),
      '${insert.token}', ${fills}, ${from}, ${to}, ${maxBlock}
    FROM ingest_batches WHERE seq >= ${seq}
    HAVING ${onlyIf}`);
}

/**
 * The batch store over an analytics store; uses the writer's lane throughout.
 * @param tables what is derived from fills: put right after a crash
 */
export function createBatchStore(
  store: AnalyticsStore,
  tables: readonly Derived[] = derivedTables,
): BatchStore {
  const turns = createTurns();
  const rewrites = createFillRewrites(store, tables);
  return {
    begin: () => turns.begin(),
    end: async () => turns.end(),
    async state() {
      const [row] = await store.rows(lastBatch, {}, { lane: 'write' });
      return { lastSeq: Number(row!.last_seq), maxTimeMs: Math.max(0, Number(row!.max_time_ms)) };
    },
    keys(ranges, wallets) {
      if (wallets.length > 0) {
        const params = { from_ms: ranges[0]!.fromMs, to_ms: ranges.at(-1)!.toMs, wallets };
        return store.bytes(storedKeysOfWallets, params, { lane: 'write' });
      }
      const params = { from_ms: ranges.map((r) => r.fromMs), to_ms: ranges.map((r) => r.toMs) };
      return store.bytes(storedKeys, params, { lane: 'write' });
    },
    insert: (batch) => insertBatch(store, batch),
    repair: (batch) => repairBatch(store, batch, tables),
    record: (batch) => recordBatch(store, batch),
    insertRows: (insert) => store.insertArrow(insert),
    compare: (candidates, rule) => compareStored(store, candidates, rule),
    otherOwner: (candidates) => otherOwner(store, candidates),
    rewrite: (kind) => rewrites.apply(kind),
    forget: (request) => rewrites.forget(request),
    importedObjects: () => readImportedObjects(store),
    quarantined: (files) => readQuarantined(store, files),
    forgetContexts: (name) => forgetContexts(store, name),
    forgetLedger: (wallet) => forgetLedger(store, wallet),
    stageBuilderRows: (rows) => stageBuilderRows(store, rows),
    matchBuilderRows: (matching) => matchBuilderRows(store, matching),
    storeContexts: (rows) => storeContexts(store, rows),
    recordMarks: (marks) => recordMarks(store, marks),
    finishRewrite: () => rewrites.finish(),
    async tokenPrice(token, { afterMs, atMs }) {
      const params = { token, after: afterMs, at: atMs };
      const [row] = await store.rows(tokenPriceAt, params, { lane: 'write' });
      return row?.price;
    },
  };
}

/** One at a time, in the order in which they came. */
interface Turns {
  /** Resolves when it is the caller's turn. */
  begin(): Promise<void>;
  /** Ends the turn in hand. @throws Error where it is not taken */
  end(): void;
}

export function createTurns(): Turns {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    async begin() {
      if (taken) await new Promise<void>((resolve) => waiting.push(resolve));
      taken = true;
    },
    end() {
      if (!taken) throw new Error('a turn ended that was not taken');
      const next = waiting.shift();
      // It stays taken while it passes on: no caller slips in between.
      if (next === undefined) taken = false;
      else next();
    },
  };
}
