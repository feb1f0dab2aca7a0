import type { AnyQuery, ParamsOf, RowOf } from './query.ts';

/**
 * The engine queue that a statement uses. chDB runs one query per Session at a time, so each kind of work has its own queue
 * with its own bounds (`lane-rules.ts`):
 *
 * - `read`: requests only. Only a store of `on-lane.ts` for requests names this lane.
 * - `live`: lookups of the live connector, and lookups by other processes of the data it stores.
 * - `write`: batches, inserts and DDL, and a writer's lookups in its turn.
 * - `heavy`: rebuilds of in-memory data.
 * - `job`: audits, backfills, daily work, the operator's lists; and every call that names no lane.
 */
export const lanes = ['read', 'live', 'write', 'heavy', 'job'] as const;
export type Lane = (typeof lanes)[number];

/** Lane of a call that names none: never that of requests, so that a forgotten lane costs no answer. */
export const laneOfReads: Lane = 'job';
export const laneOfCommands: Lane = 'write';

export interface CallOptions {
  /** Default: {@link laneOfReads} for rows and bytes, {@link laneOfCommands} for commands. */
  lane?: Lane;
  /**
   * Aborting rejects at once; the engine stops where it can (ClickHouse does, chDB finishes in the background within
   * its deadline).
   */
  signal?: AbortSignal;
}

/** One block of rows, as a file, bound for a table. */
export interface ArrowInsert {
  /** Path of a file on this machine. */
  file: string;
  /** An Arrow IPC stream, the default, RowBinary, or any bytes, which are one row with one column of type String. */
  format?: 'ArrowStream' | 'RowBinary' | 'RawBLOB';
  /** Structure of the file in the engine's types: `wallet FixedString(20), time Int64, …`. */
  structure: string;
  /** Target table with its columns: `fills (wallet, time, …)`. */
  target: string;
  /** Expressions over the structure's columns, one per target column, perhaps after DISTINCT. */
  select: string;
  /** Expressions that the rows are grouped by; `select` aggregates then. */
  groupBy?: string;
  /** A condition as SQL, of the store's own state when the insert begins, or of a row: where it does not hold, nothing is inserted. */
  onlyIf?: string;
  /** Deduplication token: the same token never inserts twice, neither here nor in dependent views. */
  token: string;
}

/** What a process knows of one server: the one that is `used`, others that answer, and those that do not. */
export interface ServerState {
  /** Without user and password. */
  address: string;
  state: 'used' | 'up' | 'down';
  /** Why it is down. */
  reason?: string;
}

export interface ServerWatch {
  states(): ServerState[];
  /** Called for every server that goes down or comes back. */
  onChange: ((state: ServerState) => void) | undefined;
}

/**
 * The analytics port: one ClickHouse dialect, two adapters (`chdb.ts`, `clickhouse.ts`), one
 * conformance suite (`test/conformance/analytics.ts`).
 *
 * Every call may reject with an {@link AnalyticsError}.
 */
export interface AnalyticsStore {
  readonly kind: 'chdb' | 'clickhouse';
  /** The servers that it asks; absent in process, and where the store is seen through another one. */
  readonly servers?: ServerWatch;
  /** Runs a named query and returns its rows, each checked against the query's row schema. */
  rows<Q extends AnyQuery>(query: Q, params: ParamsOf<Q>, options?: CallOptions): Promise<RowOf<Q>[]>;
  /** Runs a named query and returns the result as RowBinary bytes, for results too large for objects. */
  bytes<Q extends AnyQuery>(query: Q, params: ParamsOf<Q>, options?: CallOptions): Promise<Uint8Array>;
  /** Runs a statement without a result (DDL, INSERT … SELECT). Never built from caller input. */
  command(sql: string, options?: CallOptions): Promise<void>;
  /** Inserts one file, exactly once per token. */
  insertArrow(insert: ArrowInsert): Promise<void>;
  close(): Promise<void>;
  /**
   * On a cluster: one store for each shard, with the shard's part of every table. Derived tables are filled, repaired and
   * compared on the shard of their fills.
   */
  readonly shards?: readonly AnalyticsStore[];
  /** On a shard: the wallets whose rows belong to the shard. */
  readonly slots?: WalletSlots;
  /** Of a cluster: makes the table of that name over all shards' own, again where its columns were others. */
  span?(table: string): Promise<void>;
}

/** Wallets by their hash, `sipHash64(wallet)` modulo `of`: those with `from` to below `to`. */
export interface WalletSlots {
  of: number;
  from: number;
  to: number;
}

/** The machines that hold a store, each by its own part of every table: its shards, or the store itself. */
export function shardsOf(store: AnalyticsStore): readonly AnalyticsStore[] {
  return store.shards ?? [store];
}

/**
 * Why the engine gave no answer; the HTTP layer maps `deadline` to 504, `overloaded` and `unready` (a table that is still being
 * filled) to 503.
 */
export type AnalyticsFailure =
  | 'deadline'
  | 'limit'
  | 'cancelled'
  | 'overloaded'
  | 'unready'
  | 'unavailable'
  | 'engine';

export class AnalyticsError extends Error {
  readonly failure: AnalyticsFailure;
  readonly queryName: string;
  /** Of `deadline`: how long the statement was allowed to take, milliseconds; undefined where that is not known. */
  readonly boundMs: number | undefined;

  constructor(
    failure: AnalyticsFailure,
    queryName: string,
    message: string,
    cause?: unknown,
    boundMs?: number,
  ) {
    super(`${queryName}: ${message}`, { cause });
    this.boundMs = boundMs;
    this.name = 'AnalyticsError';
    this.failure = failure;
    this.queryName = queryName;
  }
}

/** Codes of a cluster of which a part cannot be reached: never of a statement that is wrong. */
export const clusterTroubles: ReadonlySet<number> = new Set([
  32, // ATTEMPT_TO_READ_AFTER_EOF, of a connection that was cut
  209, // SOCKET_TIMEOUT
  210, // NETWORK_ERROR
  225, // NO_ZOOKEEPER
  236, // ABORTED, as by a server that is stopping
  242, // TABLE_IS_READ_ONLY, as a replica without its Keeper
  279, // ALL_CONNECTION_TRIES_FAILED
  285, // TOO_FEW_LIVE_REPLICAS
  286, // UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE
  319, // UNKNOWN_STATUS_OF_INSERT
  369, // ALL_REPLICAS_ARE_STALE
  415, // ALL_REPLICAS_LOST
  519, // NO_REMOTE_SHARD_AVAILABLE
  999, // KEEPER_EXCEPTION
]);

export function failureOfCode(code: number | undefined): AnalyticsFailure {
  switch (code) {
    case 159: // TIMEOUT_EXCEEDED
    case 160: // TOO_SLOW
      return 'deadline';
    case 158: // TOO_MANY_ROWS
    case 241: // MEMORY_LIMIT_EXCEEDED
    case 307: // TOO_MANY_BYTES
    case 396: // TOO_MANY_ROWS_OR_BYTES
      return 'limit';
    case 202: // TOO_MANY_SIMULTANEOUS_QUERIES
      return 'overloaded';
    case 394: // QUERY_WAS_CANCELLED
      return 'cancelled';
    default:
      return code !== undefined && clusterTroubles.has(code) ? 'unavailable' : 'engine';
  }
}
