import { Type } from 'typebox';
import type { Derived } from '../analytics/derived/derived.ts';
import { derivedTables } from '../analytics/derived/derived-tables.ts';
import { query } from '../analytics/query.ts';
import type { AnalyticsStore, ArrowInsert } from '../analytics/store.ts';
import type { Span } from '../kernel/span.ts';
import { repairBatch } from './batch-repair.ts';
import {
  createFillRewrites,
  type ForgetRequest,
  type OnForgotten,
  type RewriteKind,
} from './fill-rewrite.ts';
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
  storedKeys,
} from './stored-candidates.ts';
import {
  type ChangedMarks,
  type ContextRows,
  forgetContexts,
  recordMarks,
  storeContexts,
} from './stored-contexts.ts';

export interface StoreState {
  /** Number of the newest committed batch, 0 when there is none. */
  lastSeq: number;
  /** Time of the newest stored fill, 0 when there is none. */
  maxTimeMs: number;
}

/**
 * Operations that ingest calls on the analytics store. Kept narrow because calls cross from the parsing worker to the main thread, where
 * the engine lives.
 */
export interface BatchStore {
  /**
   * Waits for the writer's turn: until {@link BatchStore.end} no other part of this process checks, numbers or commits a batch. An import
   * and the live connector alternate batch by batch.
   */
  begin(): Promise<void>;
  /** Ends the turn. The next writer finishes batches that were promised to the journal and not done. */
  end(): Promise<void>;
  state(): Promise<StoreState>;
  /**
   * Keys of the stored fills inside the ranges, as RowBinary rows of
   * (wallet FixedString(20), coin String, time Int64, tid UInt64, oid UInt64).
   * @param wallets limits the search to these wallets, for batches with few; all if empty.
   */
  keys(ranges: Span[], wallets: string[]): Promise<Uint8Array>;
  /** Inserts the batch's fills exactly once, however often the call is repeated. */
  insert(batch: PreparedBatch): Promise<void>;
  /**
   * Checks a batch that was sent again after a kill, and restores rows the engine lost.
   * @returns the repaired tables.
   */
  repair(batch: PreparedBatch): Promise<string[]>;
  /**
   * Records the batch as stored, with the wallet days and coins it changed, so that readers refresh them. Uses a number that no reader
   * has passed, even if other machines committed since the batch was prepared. A repeat changes nothing.
   */
  record(batch: PreparedBatch): Promise<void>;
  /** Inserts rows into a table whose key makes a repeat harmless. */
  insertRows(insert: ArrowInsert): Promise<void>;
  /** Compares records with the stored fills of their keys, see `stored-candidates.ts`. */
  compare(candidates: Candidates, rule: ComparisonRule): Promise<Comparison>;
  /** Another wallet that has the records' fills, `0x…`; undefined if none. */
  otherOwner(candidates: Candidates): Promise<string | undefined>;
  /** Replaces stored fills with those gathered by comparisons. @returns number of fills */
  rewrite(kind: RewriteKind): Promise<number>;
  /** @returns number of fills */
  forget(request: ForgetRequest, onForgotten?: OnForgotten): Promise<number>;
  /** Removes the market states imported from files, see `stored-contexts.ts`. @returns number of states */
  forgetContexts(name: string): Promise<number>;
  /** Removes a wallet's funding payments and ledger updates, see `ledger-intake.ts`. @returns number of rows */
  forgetLedger(wallet: string): Promise<number>;
  /** Finishes a promised rewrite and drops gathered changes. @returns fills of the promised rewrite */
  finishRewrite(): Promise<number>;
  /** Stores archived market states, see `stored-contexts.ts`. @returns number of new ones */
  storeContexts(rows: ContextRows): Promise<number>;
  /** Objects of an object store that were imported completely, with nothing removed since. */
  importedObjects(): Promise<ObjectVersion[]>;
  quarantined(files: readonly string[]): Promise<QuarantinedRow[]>;
  /** Records that prices were added, see `stored-contexts.ts`. */
  recordMarks(marks: ChangedMarks): Promise<void>;
  /** Stages rows of a builder's file for matching, see `stored-builder-rows.ts`. */
  stageBuilderRows(rows: BuilderRows): Promise<void>;
  /** Matches the staged rows with stored fills, which {@link BatchStore.rewrite} then changes. */
  matchBuilderRows(matching: BuilderMatching): Promise<BuilderMatches>;
  /** Newest USD price of a token by fills after `afterMs` and at or before `atMs`, as decimal text; undefined without one. */
  tokenPrice(token: string, range: { afterMs: number; atMs: number }): Promise<string | undefined>;
}

/** Lease to commit batches; one holder among all processes that share the store. */
export interface WriterHold {
  /** Aborts when the lease is lost; every later commit fails. */
  lost: AbortSignal;
  giveBack(): Promise<void>;
}

/**
 * @param options.report report to the other processes about the exchange that this process reads
 * @throws Error naming the current holder
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

/** Wallets, days and coins of a batch, from its file of fills. Needs no token: readers dedupe repeated rows. */
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

/** See {@link BatchStore.insert}. @param onlyIf condition that the store checks when the insert begins */
export function insertBatch(store: AnalyticsStore, { insert }: PreparedBatch, onlyIf = '1'): Promise<void> {
  return store.insertArrow({ ...insert, onlyIf });
}

/** See {@link BatchStore.record}. @param onlyIf condition that the store checks when the record begins */
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
 * Batch store over an analytics store; always uses the write lane.
 * @param tables tables derived from fills, repaired after a crash
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
    keys: (ranges, wallets) => storedKeys(store, ranges, wallets),
    insert: (batch) => insertBatch(store, batch),
    repair: (batch) => repairBatch(store, batch, tables),
    record: (batch) => recordBatch(store, batch),
    insertRows: (insert) => store.insertArrow(insert),
    compare: (candidates, rule) => compareStored(store, candidates, rule),
    otherOwner: (candidates) => otherOwner(store, candidates),
    rewrite: (kind) => rewrites.apply(kind),
    forget: (request, onForgotten) => rewrites.forget(request, onForgotten),
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

/** Mutual exclusion in order of arrival. */
interface Turns {
  begin(): Promise<void>;
  /** @throws Error if no turn is taken */
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
      // `taken` stays true during the handover, so no caller slips in between.
      if (next === undefined) taken = false;
      else next();
    },
  };
}
