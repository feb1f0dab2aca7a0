import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { drainStream } from '@clickhouse/client';
import { runAlone } from './batch.ts';
import { type ClickHouseClient, connectClickHouse, killStatement, storeError } from './clickhouse-client.ts';
import { type LanePool, lanePool } from './lane.ts';
import { laneRules, laneSettings, queryMemoryBytes } from './lane-rules.ts';
import { bindPlaceholders } from './native-params.ts';
import { oneBlockSettings } from './one-block.ts';
import type { AnyQuery } from './query.ts';
import { parseRows } from './rows.ts';
import {
  AnalyticsError,
  type AnalyticsStore,
  type ArrowInsert,
  type Lane,
  laneOfCommands,
  laneOfReads,
  lanes,
} from './store.ts';

export interface ClickHouseOptions {
  /** `http(s)://user:password@host:port` of a server, without a path. */
  url: string;
  /** Created when it is missing. */
  database?: string;
  /** Statements of a lane that run at a time, where not as in `lane-rules.ts`. */
  connections?: Partial<Record<Lane, number>>;
  /** Calls of a lane that may wait for a connection before more are refused as `overloaded`. */
  queueLimit?: number;
  /** Commands and inserts are stopped after this long; a query carries its own deadline. */
  commandDeadlineMs?: number;
}

type Settings = Record<string, string | number>;

interface Call {
  lane: Lane;
  name: string;
  signal: AbortSignal | undefined;
  deadlineMs: number;
  settings: Settings;
}

interface Statement {
  query_id: string;
  abort_signal: AbortSignal;
  clickhouse_settings: Settings;
}

// How long an answer may still travel after the server's own deadline before the call is given up here.
const replyGraceMs = 2_000;

/**
 * The server adapter: the same statements over HTTP to a ClickHouse server or a cluster's entry.
 * @throws AnalyticsError `unavailable` when the server does not answer.
 */
export async function openClickHouse(options: ClickHouseOptions): Promise<AnalyticsStore> {
  const { url, database = 'tidemark', queueLimit = 256, commandDeadlineMs = 600_000 } = options;
  const connections = (lane: Lane) => options.connections?.[lane] ?? laneRules[lane].server;
  // One more than the lanes take: the one that stops a statement.
  const maxConnections = lanes.reduce((sum, lane) => sum + connections(lane), 1);
  const socketIdleMs = Math.max(commandDeadlineMs, 60_000) + replyGraceMs;
  const { client, queryIdPrefix } = await connectClickHouse(url, database, maxConnections, socketIdleMs);
  const pools = {} as Record<Lane, LanePool<ClickHouseClient>>;
  for (const lane of lanes) pools[lane] = lanePool(Array(connections(lane)).fill(client), queueLimit);
  let statements = 0;
  let closing: Promise<void> | undefined;

  async function execute<T>(call: Call, work: (statement: Statement) => Promise<T>): Promise<T> {
    const { lane, name, signal, deadlineMs } = call;
    if (closing !== undefined) throw new AnalyticsError('unavailable', name, 'the store is closed');
    return pools[lane].run(name, signal, async () => {
      const timeout = AbortSignal.timeout(deadlineMs + replyGraceMs);
      statements += 1;
      const statement: Statement = {
        query_id: `${queryIdPrefix}-${statements}`,
        abort_signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        clickhouse_settings: statementSettings(call),
      };
      try {
        return await work(statement);
      } catch (error) {
        if (statement.abort_signal.aborted) await killStatement(client, statement.query_id);
        if (timeout.aborted) throw new AnalyticsError('deadline', name, 'the server did not answer', error);
        throw storeError(name, error);
      }
    });
  }

  const rows: AnalyticsStore['rows'] = async (query, params, options = {}) => {
    if (query.batch !== undefined) return runAlone(rows, query, params, options);
    const { lane = laneOfReads, signal } = options;
    const { sql, queryParams } = bindPlaceholders(query.sql, query.params, params);
    const text = await execute(readCall(query, lane, signal), async (statement) => {
      const result = await client.query({
        ...statement,
        query: sql,
        query_params: queryParams,
        format: 'JSONEachRow',
      });
      statement.abort_signal.addEventListener('abort', () => result.close(), { once: true });
      return result.text();
    });
    return parseRows(query, text);
  };

  return {
    kind: 'clickhouse',
    rows,
    async bytes(query, params, { lane = laneOfReads, signal } = {}) {
      const { sql, queryParams } = bindPlaceholders(query.sql, query.params, params);
      return execute(readCall(query, lane, signal), async (statement) => {
        const format = `${sql}\nFORMAT RowBinary`;
        const { stream } = await client.exec({ ...statement, query: format, query_params: queryParams });
        return buffer(addAbortSignal(statement.abort_signal, stream as Readable));
      });
    },
    async command(sql, { lane = laneOfCommands, signal } = {}) {
      const name = sql.trim().slice(0, 40);
      const call = { lane, name, signal, deadlineMs: commandDeadlineMs, settings: {} };
      await execute(call, (statement) => client.command({ ...statement, query: sql }));
    },
    async insertArrow(insert) {
      const name = `insert ${insert.target.split(' ')[0]}`;
      const settings = { ...insertSettings, insert_deduplication_token: insert.token };
      const call: Call = { lane: 'write', name, signal: undefined, deadlineMs: commandDeadlineMs, settings };
      await execute(call, (statement) => sendArrow(client, statement, insert));
    },
    close() {
      closing ??= Promise.all(Object.values(pools).map((pool) => pool.drained())).then(() => client.close());
      return closing;
    },
  };
}

function statementSettings({ lane, name, deadlineMs, settings }: Call): Settings {
  return {
    // Without it an error after the first rows would arrive inside the answer, under status 200.
    wait_end_of_query: 1,
    max_execution_time: deadlineMs / 1000,
    log_comment: name,
    ...laneSettings(lane),
    ...settings,
  };
}

function readCall(query: AnyQuery, lane: Lane, signal: AbortSignal | undefined): Call {
  const { deadlineMs, maxRows } = query.limits;
  const maxMemoryBytes = queryMemoryBytes(lane, query.limits.maxMemoryBytes);
  const settings = {
    // Both together stop the query when its caller is gone, on whichever server it landed.
    readonly: 2,
    cancel_http_readonly_queries_on_client_close: 1,
    max_result_rows: maxRows,
    max_result_bytes: maxMemoryBytes,
    result_overflow_mode: 'throw',
    max_memory_usage: maxMemoryBytes,
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
    output_format_json_array_of_rows: 1,
    ...query.settings,
  };
  return { lane, name: query.name, signal, deadlineMs, settings };
}

const insertSettings: Settings = {
  ...oneBlockSettings,
  // A server may batch inserts by default, and would then answer before this one is stored.
  async_insert: 0,
  insert_select_deduplicate: 1,
};

async function sendArrow(client: ClickHouseClient, statement: Statement, insert: ArrowInsert): Promise<void> {
  const { target, select, groupBy, onlyIf = '1', format = 'ArrowStream' } = insert;
  const file = await open(insert.file);
  try {
    const structure = insert.structure.replaceAll(/['\\]/g, '\\$&');
    const grouped = groupBy === undefined ? '' : `GROUP BY ${groupBy}`;
    const query = `INSERT INTO ${target} SELECT ${select} FROM input('${structure}') WHERE ${onlyIf} ${grouped} FORMAT ${format}`;
    const { stream } = await client.exec({ ...statement, query, values: file.createReadStream() });
    await drainStream(stream);
  } finally {
    await file.close();
  }
}
