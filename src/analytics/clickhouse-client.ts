import { ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { noneAnswers, type ServerHealth, type ServerHealthOptions, watchServers } from './server-health.ts';
import { readServers, shownServer } from './server-list.ts';
import { AnalyticsError, clusterTroubles, failureOfCode } from './store.ts';

export type ClickHouseClient = ReturnType<typeof createClient>;

export interface ClickHouseConnection {
  servers: ServerHealth<ClickHouseClient>;
  /** Unique to this process, so that `<prefix>-<n>` names a statement on the server. */
  queryIdPrefix: string;
  close(): Promise<void>;
}

export interface ConnectOptions
  extends Pick<ServerHealthOptions<unknown>, 'everyMs' | 'restMs' | 'patienceMs'> {
  /** One or several servers of the same data, as {@link readServers} takes them. */
  url: string;
  database: string;
  /** The cluster that the servers belong to; without it they all are entries of one server. */
  cluster?: string | undefined;
  /** To one server. */
  maxConnections: number;
  /** How long a socket may stay silent: longer than any statement runs. */
  socketIdleMs: number;
}

/**
 * Connects to the servers, of which one has to answer, and creates the database when it is missing.
 * @throws AnalyticsError `unavailable` when none answers; Error where a server holds other data than the first
 */
export async function connectClickHouse(options: ConnectOptions): Promise<ClickHouseConnection> {
  const { url, database, maxConnections, socketIdleMs, patienceMs = 10_000 } = options;
  const servers = readServers(url);
  if (!Array.isArray(servers)) throw new Error(`not a ClickHouse address: ${servers.message}`);
  if (!/^[A-Za-z_]\w{0,63}$/.test(database)) {
    throw new Error(`not a database name: ${database} (letters, digits and _, at most 64)`);
  }
  const entries = servers.map((server): Entry => {
    const common = {
      url: server,
      request_timeout: socketIdleMs,
      // Large arrays go in the body: proxies refuse long URLs.
      use_multipart_params_auto: true,
      log: { level: ClickHouseLogLevel.OFF },
    };
    const client = createClient({ ...common, database, max_open_connections: maxConnections });
    // Asks before the database is there, and while statements have all other connections.
    const prober = createClient({ ...common, database: 'default', max_open_connections: 1 });
    return { address: shownServer(server), client, prober };
  });
  const close = async (health?: ServerHealth<ClickHouseClient>) => {
    health?.close();
    for (const { client, prober } of entries) await Promise.all([client.close(), prober.close()]);
  };
  try {
    const { first, identity, queryIdPrefix } = await enter(entries, options, patienceMs);
    const strange = `holds other data than ${first}: all addresses must belong to one server or cluster`;
    const health = watchServers<ClickHouseClient, Entry>({
      ...options,
      servers: entries,
      async probe({ prober }, signal) {
        if ((await identityOf(prober, options, signal)) !== identity) throw new Error(strange);
      },
    });
    await health.open();
    const stranger = health.states().find(({ reason }) => reason === strange);
    if (stranger === undefined) return { servers: health, queryIdPrefix, close: () => close(health) };
    await close(health);
    throw new Error(`${stranger.address} ${strange}`);
  } catch (error) {
    await close();
    throw error;
  }
}

interface Entry {
  address: string;
  client: ClickHouseClient;
  prober: ClickHouseClient;
}

type Place = Pick<ConnectOptions, 'database' | 'cluster'>;

/** Makes the database where it is missing. What the first server that answers holds, all of them have to hold. */
async function enter(entries: readonly Entry[], place: Place, patienceMs: number) {
  const faults: AnalyticsError[] = [];
  for (const { address, prober } of entries) {
    const abort_signal = AbortSignal.timeout(patienceMs);
    try {
      await prober.command({ query: `CREATE DATABASE IF NOT EXISTS ${place.database}`, abort_signal });
      const query = 'SELECT generateUUIDv4()';
      const made = await prober.query({ query, format: 'TabSeparated', abort_signal });
      const queryIdPrefix = (await made.text()).trim();
      return { first: address, identity: await identityOf(prober, place, abort_signal), queryIdPrefix };
    } catch (error) {
      const late = new AnalyticsError(
        'unavailable',
        `open ${address}`,
        `no answer in ${patienceMs} ms`,
        error,
      );
      faults.push(abort_signal.aborted ? late : storeError(`open ${address}`, error));
    }
  }
  if (faults.length === 1) throw faults[0];
  throw noneAnswers('open', faults.map(({ message }) => message).join('; '));
}

/** What two entries of one server, or of one cluster, have in common, and others have not. */
async function identityOf(prober: ClickHouseClient, { database, cluster }: Place, abort_signal: AbortSignal) {
  const query =
    cluster === undefined
      ? 'SELECT toString(uuid) FROM system.databases WHERE name = {database:String}'
      : `SELECT toString(groupArray(node)) FROM (
           SELECT (shard_num, replica_num, host_name, port) AS node FROM system.clusters
           WHERE cluster = {cluster:String} ORDER BY node)`;
  const query_params = { database, cluster };
  const result = await prober.query({ query, query_params, format: 'TabSeparated', abort_signal });
  const identity = (await result.text()).trim();
  if (identity === '[]') throw new Error(`knows no cluster ${cluster}`);
  return identity;
}

/** Kills a statement that still runs after its caller left. Best effort: the statement's own deadline stops it as well. */
export async function killStatement(client: ClickHouseClient, queryId: string): Promise<void> {
  const query = 'KILL QUERY WHERE query_id = {id:String} ASYNC';
  await client.command({ query, query_params: { id: queryId } }).catch(() => undefined);
}

const unreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const cutOff = /^(ECONNRESET|EPIPE|ETIMEDOUT)$/;

/** Codes by which a server that answers says that it cannot do at the moment what another one may. */
const elsewhere = new Set([
  202, // TOO_MANY_SIMULTANEOUS_QUERIES
  745, // SERVER_OVERLOADED
  ...clusterTroubles,
]);

/**
 * Whether a failed statement may be retried on another server:
 * - `unsent`: always, because the statement never reached this server;
 * - `lost`, `elsewhere`: only if the statement is idempotent; this server does not answer (`lost`) or answers (`elsewhere`);
 * - `itself`: never.
 */
export type FailedBy = 'unsent' | 'lost' | 'elsewhere' | 'itself';

export function failedBy(error: unknown): FailedBy {
  if (error instanceof ClickHouseError) return elsewhere.has(Number(error.code)) ? 'elsewhere' : 'itself';
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  if (unreached.test(code)) return 'unsent';
  return cutOff.test(code) || /socket hang up|timeout error|aborted/i.test(message) ? 'lost' : 'itself';
}

export function storeError(name: string, error: unknown, boundMs?: number): AnalyticsError {
  if (error instanceof AnalyticsError) return error;
  if (error instanceof ClickHouseError) {
    return new AnalyticsError(failureOfCode(Number(error.code)), name, error.message, error, boundMs);
  }
  const { code = '', message = String(error) } = error as { code?: string; message?: string };
  const failure = failedBy(error) === 'itself' ? 'engine' : 'unavailable';
  return new AnalyticsError(failure, name, message || code, error);
}
