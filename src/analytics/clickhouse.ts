import { open } from 'node:fs/promises';
import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { drainStream } from '@clickhouse/client';
import { runAlone } from './batch.ts';
import { type ClickHouseClient, connectClickHouse } from './clickhouse-client.ts';
import {
  type Call,
  createStatements,
  replyGraceMs,
  type Settings,
  type Statement,
} from './clickhouse-statements.ts';
import { laneRules, queryMemoryBytes } from './lane-rules.ts';
import { blockSettings } from './one-block.ts';
import {
  boundedList,
  boundedTexts,
  dateText,
  finite,
  signedDigits,
  unsignedDigits,
  walletHex,
} from './param-value.ts';
import type { AnyQuery, ParamType, ParamTypes, ParamValues } from './query.ts';
import { parseRows } from './rows.ts';
import {
  type AnalyticsStore,
  type ArrowInsert,
  type Lane,
  laneOfCommands,
  laneOfReads,
  lanes,
} from './store.ts';

export interface ClickHouseOptions {
  /**
   * `http(s)://user:password@host:port` of a server, without a path; or several between commas, all of which lead to the same data.
   * The first that answers is asked.
   */
  url: string;
  /** The cluster that these servers are of, by its name in their `remote_servers`. */
  cluster?: string;
  /** Created when it is missing. */
  database?: string;
  /** Statements of a lane that run at a time, where not as in `lane-rules.ts`. */
  connections?: Partial<Record<Lane, number>>;
  /** Calls of a lane that may wait for a connection before more are refused as `overloaded`. */
  queueLimit?: number;
  /** Commands and inserts are stopped after this long; a query carries its own deadline. */
  commandDeadlineMs?: number;
  /** How soon a server is asked again that answers (5 s), or does not (1 s), and how long it may take (10 s). */
  probes?: { everyMs?: number; restMs?: number; patienceMs?: number };
  /** Settings of every statement, of the engine. */
  settings?: Readonly<Settings>;
}

/**
 * The server adapter: the same statements over HTTP to a ClickHouse server or a cluster's entry.
 * @throws AnalyticsError `unavailable` when the server does not answer.
 */
export async function openClickHouse(options: ClickHouseOptions): Promise<AnalyticsStore> {
  const { url, cluster, database = 'tidemark', queueLimit = 256, commandDeadlineMs = 600_000 } = options;
  const connections = (lane: Lane) => options.connections?.[lane] ?? laneRules[lane].server;
  // One more than the lanes take: the one that stops a statement.
  const maxConnections = lanes.reduce((sum, lane) => sum + connections(lane), 1);
  const socketIdleMs = Math.max(commandDeadlineMs, 60_000) + replyGraceMs;
  const connection = await connectClickHouse({
    url,
    database,
    cluster,
    maxConnections,
    socketIdleMs,
    ...options.probes,
  });
  const { servers } = connection;
  const statements = createStatements({ connection, connections, queueLimit, settings: options.settings });
  const { execute } = statements;
  let closing: Promise<void> | undefined;

  const rows: AnalyticsStore['rows'] = async (query, params, options = {}) => {
    if (query.batch !== undefined) return runAlone(rows, query, params, options);
    const { lane = laneOfReads, signal } = options;
    const { sql, queryParams } = bindPlaceholders(query.sql, query.params, params);
    const text = await execute(readCall(query, lane, signal), async (client, statement) => {
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
    servers,
    rows,
    async bytes(query, params, { lane = laneOfReads, signal } = {}) {
      const { sql, queryParams } = bindPlaceholders(query.sql, query.params, params);
      return execute(readCall(query, lane, signal), async (client, statement) => {
        const format = `${sql}\nFORMAT RowBinary`;
        const { stream } = await client.exec({ ...statement, query: format, query_params: queryParams });
        return buffer(addAbortSignal(statement.abort_signal, stream as Readable));
      });
    },
    async command(sql, { lane = laneOfCommands, signal } = {}) {
      const name = sql.trim().slice(0, 40);
      const call = { lane, name, signal, deadlineMs: commandDeadlineMs, settings: {}, repeatable: false };
      await execute(call, (client, statement) => client.command({ ...statement, query: sql }));
    },
    async insertArrow(insert) {
      const name = `insert ${insert.target.split(' ')[0]}`;
      const settings = {
        ...blockSettings(insert.format),
        ...insertSettings,
        insert_deduplication_token: insert.token,
      };
      const sent = { lane: 'write', name, signal: undefined, deadlineMs: commandDeadlineMs } as const;
      const call: Call = { ...sent, settings, repeatable: true };
      await execute(call, (client, statement) => sendArrow(client, statement, insert));
    },
    close() {
      closing ??= statements.close().then(() => connection.close());
      return closing;
    },
  };
}

function readCall(query: AnyQuery, lane: Lane, signal: AbortSignal | undefined): Call {
  const { deadlineMs, maxRows } = query.limits;
  const maxMemoryBytes = queryMemoryBytes(lane, query.limits.maxMemoryBytes);
  const settings = {
    // Both together stop the query when its caller disconnects, on any server.
    readonly: 2,
    cancel_http_readonly_queries_on_client_close: 1,
    // An answer without some of the shards would be wrong, whatever the server's profile says.
    skip_unavailable_shards: 0,
    max_result_rows: maxRows,
    max_result_bytes: maxMemoryBytes,
    result_overflow_mode: 'throw',
    max_memory_usage: maxMemoryBytes,
    output_format_json_quote_64bit_integers: 1,
    output_format_json_quote_decimals: 1,
    output_format_json_array_of_rows: 1,
    ...query.settings,
  };
  return { lane, name: query.name, signal, deadlineMs, settings, repeatable: true };
}

const insertSettings: Settings = {
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

interface BoundQuery {
  /** The query with its placeholders in the server's own types. */
  sql: string;
  /** Values the client sends separately from the query text; strings of digits if a number would lose precision. */
  queryParams: Record<string, string | number | readonly string[]>;
}

/**
 * Turns the port's placeholders into the server's bound parameters. The embedded adapter's
 * counterpart is `literal.ts`.
 */
function bindPlaceholders(sql: string, types: ParamTypes, values: Record<string, unknown>): BoundQuery {
  const queryParams: BoundQuery['queryParams'] = {};
  const bound = sql.replaceAll(/\{(\w+):([^}]+)\}/g, (_, name: string) => {
    const type = types[name];
    if (type === undefined || values[name] === undefined) throw new Error(`parameter ${name} has no value`);
    queryParams[name] = nativeValue(type, values[name] as never);
    return nativePlaceholder(type, name);
  });
  return { sql: bound, queryParams };
}

function nativePlaceholder(type: ParamType, name: string): string {
  switch (type) {
    // FixedString is no text: the address travels as hex digits.
    case 'Wallet':
      return `toFixedString(unhex({${name}:String}), 20)`;
    case 'Array(Wallet)':
      return `arrayMap(hex -> toFixedString(unhex(hex), 20), {${name}:Array(String)})`;
    case 'TimeMs':
      return `fromUnixTimestamp64Milli({${name}:Int64}, 'UTC')`;
    default:
      return `{${name}:${type}}`;
  }
}

function nativeValue<T extends ParamType>(type: T, value: ParamValues[T]): BoundQuery['queryParams'][string] {
  switch (type) {
    case 'Wallet':
      return walletHex(value as string);
    case 'Array(Wallet)':
      return boundedList(value as readonly string[]).map(walletHex);
    case 'UInt64':
      return unsignedDigits(value as number | bigint);
    case 'Int64':
    case 'TimeMs':
      return signedDigits(value as number | bigint);
    case 'Array(Int64)':
      return `[${boundedList(value as readonly (number | bigint)[])
        .map(signedDigits)
        .join(',')}]`;
    case 'Float64':
      return finite(value as number);
    case 'Date':
      return dateText(value as string);
    case 'String':
      return boundedTexts([value as string])[0]!;
    case 'Array(String)':
      return boundedTexts(value as readonly string[]);
    default:
      throw new Error(`no binding for type ${type satisfies never}`);
  }
}
