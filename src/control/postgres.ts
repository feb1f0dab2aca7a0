import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { type Clock, minuteMs, systemClock } from '../kernel/clock.ts';
import { type Rng, secureRng } from '../kernel/rng.ts';
import { createChangeWatch } from './change-watch.ts';
import { ControlError } from './control-error.ts';
import { createInstances } from './instances.ts';
import { migrateControl } from './migration.ts';
import { listenForMessages } from './postgres-listener.ts';
import type { ControlDatabase } from './schema.ts';
import { createSqlStore } from './sql-store.ts';
import type { ControlStore } from './store.ts';

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  url: string;
  clock?: Clock;
  rng?: Rng;
  poolSize?: number;
}

const connectTimeoutMs = 3_000;
const statementTimeoutMs = 5_000;
/** Long enough to wait for the migrations of another process. */
const migrationTimeoutMs = 5 * minuteMs;
const oldestServer = 15;

/**
 * The control store on a Postgres server, 15 or newer, shared by any number of processes.
 * @throws ControlError `invalid_input` for a URL that is none, `unavailable` where the server does not answer or is too old.
 */
export async function openPostgres({
  url,
  clock = systemClock,
  rng = secureRng,
  poolSize = 10,
}: PostgresOptions): Promise<ControlStore> {
  const server = serverName(url);
  const db = database(url, poolSize, statementTimeoutMs);
  const closeAll: (() => Promise<void>)[] = [() => db.destroy()];
  const close = async () => {
    for (const end of closeAll.splice(0).reverse()) await end();
  };
  try {
    await requireServer(db, server);
    const watch = createChangeWatch({
      readVersion: async () => {
        const [row] = (await listening.ask('select version from key_changes')) as [{ version: string }];
        return Number(row.version);
      },
      forget: () => store.seen(undefined),
    });
    closeAll.push(async () => watch.stop());
    const instances = createInstances({ db, rng, watch, seen: (hash) => store.seen(hash) });
    const store = createSqlStore({
      kind: 'postgres',
      db,
      clock,
      rng,
      migrate: () => migrate(url),
      present: instances.present,
      isCurrent: watch.isCurrent,
      becomesCurrent: watch.becomesCurrent,
      announce: instances.announce,
      close,
    });
    const listening = await listenForMessages(clientConfig(url, statementTimeoutMs), instances.listener);
    closeAll.push(() => listening.stop());
    // Where the server is gone, the others wait for this process a while longer.
    closeAll.push(() => instances.leave().catch(() => {}));
    return store;
  } catch (error) {
    await close();
    throw error;
  }
}

/** Host, port and database of the URL, without its password: the only form that reaches a message. */
function serverName(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new ControlError(
      'invalid_input',
      'the Postgres URL must have the form postgres://user:password@host:port/database',
    );
  }
  return `${parsed.host || parsed.searchParams.get('host') || 'localhost'}${parsed.pathname}`;
}

function clientConfig(url: string, timeoutMs: number): PoolConfig {
  return {
    connectionString: url,
    application_name: 'tidemark',
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: timeoutMs,
    // The client gives up a little later than the server, for a server that no longer answers at all.
    query_timeout: timeoutMs + 1_000,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
  };
}

function database(url: string, poolSize: number, timeoutMs: number): Kysely<ControlDatabase> {
  const pool = new Pool({ ...clientConfig(url, timeoutMs), max: poolSize, idleTimeoutMillis: 30_000 });
  // A connection that breaks fails the statement under way and is replaced at the next use. Without a listener it would end the
  // process: the pool's hears of those that are idle, each connection's own of one that breaks between two statements.
  pool.on('error', () => {});
  pool.on('connect', (connection) => connection.on('error', () => {}));
  const connect = () =>
    pool.connect().catch((error: unknown) => Promise.reject(noAnswer(serverName(url), error)));
  const connections = { connect, end: () => pool.end(), options: pool.options };
  return new Kysely<ControlDatabase>({ dialect: new PostgresDialect({ pool: connections }) });
}

function noAnswer(server: string, error: unknown): ControlError {
  if (error instanceof ControlError) return error;
  const why = error instanceof Error ? error.message || error.name : String(error);
  return new ControlError('unavailable', `Postgres at ${server} does not answer: ${why}`, error);
}

async function requireServer(db: Kysely<ControlDatabase>, server: string): Promise<void> {
  let version: number;
  try {
    const answer = await sql<{ version: string }>`
      select current_setting('server_version_num') as version`.execute(db);
    version = Math.floor(Number(answer.rows[0]?.version) / 10_000);
  } catch (error) {
    throw noAnswer(server, error);
  }
  if (!(version >= oldestServer)) {
    throw new ControlError(
      'unavailable',
      `Postgres at ${server} is version ${version}; ${oldestServer} or newer is needed`,
    );
  }
}

/** On a connection of its own: the wait for another process's migrations must not run into the pool's statement timeout. */
async function migrate(url: string): Promise<string[]> {
  const db = database(url, 1, migrationTimeoutMs);
  try {
    return await migrateControl(db);
  } finally {
    await db.destroy();
  }
}
