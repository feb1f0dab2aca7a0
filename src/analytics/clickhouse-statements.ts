import {
  type ClickHouseClient,
  type ClickHouseConnection,
  type FailedBy,
  failedBy,
  killStatement,
  storeError,
} from './clickhouse-client.ts';
import { lanePool } from './lane.ts';
import { laneSettings } from './lane-rules.ts';
import type { Server } from './server-health.ts';
import { AnalyticsError, type Lane, lanes } from './store.ts';

export type Settings = Record<string, string | number>;

export interface Call {
  lane: Lane;
  name: string;
  signal: AbortSignal | undefined;
  deadlineMs: number;
  settings: Settings;
  /** True where nothing happens by its being run twice: reads, and inserts whose token makes them one. */
  repeatable: boolean;
}

export interface Statement {
  query_id: string;
  abort_signal: AbortSignal;
  clickhouse_settings: Settings;
}

type Work<T> = (client: ClickHouseClient, statement: Statement) => Promise<T>;

/** How a try on one server ended; a failure says whether another server may be asked. */
type Outcome<T> = { value: T } | { failure: AnalyticsError; mayMove: boolean };

// How long an answer may still travel after the server's own deadline before the call is given up here.
export const replyGraceMs = 2_000;

/** Runs statements on the first server that answers, each in the queue of its lane; and once more on the next one where that is safe. */
export function createStatements(parts: {
  connection: ClickHouseConnection;
  connections: (lane: Lane) => number;
  queueLimit: number;
  settings?: Readonly<Settings> | undefined;
}) {
  const { connection, connections, queueLimit, settings: common } = parts;
  const { servers, queryIdPrefix } = connection;
  const slots = (lane: Lane) => lanePool(Array<true>(connections(lane)).fill(true), queueLimit);
  const pools = new Map(lanes.map((lane) => [lane, slots(lane)]));
  let statements = 0;
  let isClosed = false;

  /** @throws AnalyticsError */
  async function execute<T>(call: Call, work: Work<T>): Promise<T> {
    const { lane, name, signal, deadlineMs } = call;
    if (isClosed) throw new AnalyticsError('unavailable', name, 'the store is closed');
    return pools.get(lane)!.run(name, signal, async () => {
      const timeout = AbortSignal.timeout(deadlineMs + replyGraceMs);
      const first = servers.use(name);
      let outcome = await ask(first, call, timeout, work);
      const next = 'mayMove' in outcome && outcome.mayMove ? servers.after(first) : undefined;
      if (next !== undefined) outcome = await ask(next, call, timeout, work);
      if ('failure' in outcome) throw outcome.failure;
      return outcome.value;
    });
  }

  async function ask<T>(
    server: Server<ClickHouseClient>,
    call: Call,
    timeout: AbortSignal,
    work: Work<T>,
  ): Promise<Outcome<T>> {
    const { name, signal, deadlineMs } = call;
    const { client, lost } = server;
    const left = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    statements += 1;
    const statement: Statement = {
      query_id: `${queryIdPrefix}-${statements}`,
      abort_signal: AbortSignal.any([left, lost]),
      clickhouse_settings: { ...statementSettings(call), ...common },
    };
    try {
      return { value: await work(client, statement) };
    } catch (error) {
      if (left.aborted) await killStatement(client, statement.query_id);
      if (timeout.aborted) {
        return final(new AnalyticsError('deadline', name, 'the server did not answer', error, deadlineMs));
      }
      if (left.aborted) return final(storeError(name, error));
      if (lost.aborted) {
        const failure = new AnalyticsError('unavailable', name, `${server.address} does not answer`, error);
        return { failure, mayMove: call.repeatable };
      }
      const failure = storeError(name, error, deadlineMs);
      const by = failedBy(error);
      if (by === 'unsent' || by === 'lost') servers.failed(server, wordsOf(failure));
      return { failure, mayMove: mayMove(by, call) };
    }
  }

  return {
    execute,
    /** Refuses new statements, and resolves when none runs any more. */
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all([...pools.values()].map((pool) => pool.drained()));
    },
  };
}

function final(failure: AnalyticsError): Outcome<never> {
  return { failure, mayMove: false };
}

function mayMove(by: FailedBy, { repeatable }: Call): boolean {
  return by === 'unsent' || (by !== 'itself' && repeatable);
}

/** What the engine or the system said, without the name of the statement that happened to meet it. */
function wordsOf({ message, queryName }: AnalyticsError): string {
  return message.slice(queryName.length + 2);
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
