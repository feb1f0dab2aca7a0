import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { AnalyticsError, failureOfCode } from './store.ts';

export type ClickHouseClient = ReturnType<typeof createClient>;

export interface ClickHouseConnection {
  client: ClickHouseClient;
  /** Unique to this process, so that `<prefix>-<n>` names a statement on the server. */
  queryIdPrefix: string;
}

/**
 * Connects to `url` and creates the database when it is missing.
 * @param socketIdleMs how long a socket may stay silent: longer than any statement runs.
 * @throws AnalyticsError `unavailable` when the server does not answer.
 */
export async function connectClickHouse(
  url: string,
  database: string,
  maxConnections: number,
  socketIdleMs: number,
): Promise<ClickHouseConnection> {
  const server = parseServer(url);
  if (!/^[A-Za-z_]\w{0,63}$/.test(database)) {
    throw new Error(`not a database name: ${database} (letters, digits and _, at most 64)`);
  }
  const common = {
    url: server,
    request_timeout: socketIdleMs,
    max_open_connections: maxConnections,
    // Large arrays go in the body: proxies refuse long URLs.
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
  };
  const bootstrap = createClient({ ...common, database: 'default' });
  try {
    await bootstrap.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
    const result = await bootstrap.query({ query: 'SELECT generateUUIDv4()', format: 'TabSeparated' });
    return { client: createClient({ ...common, database }), queryIdPrefix: (await result.text()).trim() };
  } catch (error) {
    throw storeError(`open ${server.host}`, error);
  } finally {
    await bootstrap.close();
  }
}

// The client would read a database from the path and options from the query, silently over ours.
function parseServer(url: string): URL {
  const server = URL.canParse(url) ? new URL(url) : undefined;
  if (
    server === undefined ||
    !/^https?:$/.test(server.protocol) ||
    server.pathname !== '/' ||
    server.search !== ''
  ) {
    throw new Error('not a ClickHouse address: http(s)://user:password@host:port without path or options');
  }
  return server;
}

/** Stops a statement that goes on after its caller left. Best effort: its own deadline stops it as well. */
export async function killStatement(client: ClickHouseClient, queryId: string): Promise<void> {
  const query = 'KILL QUERY WHERE query_id = {id:String} ASYNC';
  await client.command({ query, query_params: { id: queryId } }).catch(() => undefined);
}

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** What a failed statement means to the port. */
export function storeError(name: string, error: unknown): AnalyticsError {
  if (error instanceof AnalyticsError) return error;
  if (error instanceof ClickHouseError) {
    return new AnalyticsError(failureOfCode(Number(error.code)), name, error.message, error);
  }
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const lost = unreachable.test(code) || /socket hang up|timeout error|aborted/i.test(message);
  return new AnalyticsError(lost ? 'unavailable' : 'engine', name, message || code, error);
}
