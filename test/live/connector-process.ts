import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorldOptions } from '../../packages/exchange-simulator/test/simulated-world.ts';
import type { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';

type QueryText = Parameters<typeof query>[0];

/** When a process kills itself: at a statement of the engine, counted from its start or from when it is ready. */
export interface Death {
  starting: boolean;
  atStatement: number;
  /** Real milliseconds after the statement began. */
  afterRealMs: number;
}

export interface ChildOptions {
  /** Of its store and journal. */
  dir: string;
  /** The exchange: the same options are the same exchange in every process. */
  world: WorldOptions;
  /** The exchange's time at the start, unix milliseconds. */
  nowMs: number;
  dies: Death;
}

export type ToChild =
  | { pass: number; untilMs: number }
  | { id: number; ask: QueryText; params: Record<string, number> }
  | { close: true };
export type FromChild = { ready: true } | { passed: true } | { id: number; rows: unknown[] };

/** A connector in its own process, with its exchange. Only `pass` advances its time. */
export interface ConnectorProcess {
  /** Resolves once the connector has an overview: markets, subscriptions, outcomes. */
  readonly ready: Promise<void>;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  /** Its store, as it is while it runs. */
  readonly store: Pick<AnalyticsStore, 'rows'>;
  /** Advances the time by some milliseconds. @param untilMs the exchange advances meanwhile, up to here, unix milliseconds */
  pass(ms: number, untilMs: number): Promise<void>;
  /** Ends it by SIGKILL. */
  kill(): Promise<void>;
  /** Stops it gracefully: received data are stored. */
  close(): Promise<void>;
}

/** Starts a connector, with its store and journal in a directory, at an exchange that has come to a moment. */
export function startConnectorProcess(options: ChildOptions): ConnectorProcess {
  const file = fileURLToPath(new URL('./connector-child.ts', import.meta.url));
  const child: ChildProcess = fork(file, [JSON.stringify(options)], { stdio: 'inherit' });
  const ended = once(child, 'exit').then(() => undefined);
  // It may be gone by the time of the message.
  const report = (message: ToChild) => child.connected && child.send(message, () => undefined);
  /** Pending answers by their key. */
  const awaited = new Map<string | number, PromiseWithResolvers<unknown>>();
  let isGone = false;
  function answer<T>(key: string | number): Promise<T> {
    const waiting = Promise.withResolvers<unknown>();
    // Where a process is killed while it starts, no caller awaits it.
    waiting.promise.catch(() => undefined);
    if (isGone) waiting.reject(new Error('the process has ended'));
    else awaited.set(key, waiting);
    return waiting.promise as Promise<T>;
  }
  child.on('message', (message: FromChild) => {
    const key = 'id' in message ? message.id : 'ready' in message ? 'ready' : 'passed';
    awaited.get(key)!.resolve('rows' in message ? message.rows : undefined);
    awaited.delete(key);
  });
  void ended.then(() => {
    isGone = true;
    for (const { reject } of awaited.values()) reject(new Error('the process has ended'));
  });
  let requests = 0;
  const rows = (ask: QueryText, params: Record<string, number>) => {
    requests += 1;
    const answered = answer<unknown[]>(requests);
    const { name, params: types, row, sql, limits } = ask;
    const text = { name, params: types, row, sql, ...(limits !== undefined && { limits }) };
    report({ id: requests, ask: text, params });
    return answered;
  };
  return {
    ready: answer('ready'),
    ended,
    store: { rows: rows as AnalyticsStore['rows'] },
    async pass(ms, untilMs) {
      const passed = answer<void>('passed');
      report({ pass: ms, untilMs });
      await passed;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    async close() {
      report({ close: true });
      await ended;
    },
  };
}
