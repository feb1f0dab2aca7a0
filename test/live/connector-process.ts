import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { query } from '../../src/analytics/query.ts';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import type { SimulatedWorld } from '../sim/simulated-world.ts';
import { testTiming } from './live-world.ts';

type QueryText = Parameters<typeof query>[0];

/** What the test tells the process. */
export type ToChild =
  | { nowMs: number }
  | { id: number; ask: QueryText; params: Record<string, number> }
  | { close: true };
/** What it tells the test. */
export type FromChild = { ready: true } | { id: number; rows: unknown[] };

/** A connector in a process of its own. */
export interface ConnectorProcess {
  /** Resolves once the connector has an overview: markets, subscriptions, outcomes. */
  readonly ready: Promise<void>;
  /** Its store, as it is while it runs. */
  readonly store: Pick<AnalyticsStore, 'rows'>;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  /** Ends it as a stop does: what has arrived is stored. */
  close(): Promise<void>;
}

/**
 * Starts a connector at a world, with its store and journal in `dir`; it is told the exchange's time as it goes.
 * @param silenceMs a connection on which nothing came for so long is given up
 */
export function startConnectorProcess(
  world: SimulatedWorld,
  dir: string,
  silenceMs: number = testTiming.feedTiming.silenceMs,
): ConnectorProcess {
  const { url, wsUrl, clock } = world;
  const file = fileURLToPath(new URL('./connector-child.ts', import.meta.url));
  const args = [dir, url, wsUrl, String(clock.nowMs()), String(silenceMs)];
  const child: ChildProcess = fork(file, args, { stdio: 'inherit' });
  const exited = once(child, 'exit').then(() => undefined);
  // It may be gone by the time it is told.
  const tell = (message: ToChild) => child.connected && child.send(message, () => undefined);
  const timer = setInterval(() => tell({ nowMs: clock.nowMs() }), 10);
  const ready = Promise.withResolvers<void>();
  // Of one that is killed while it starts nobody awaits it.
  ready.promise.catch(() => undefined);
  const answers = new Map<number, PromiseWithResolvers<unknown[]>>();
  let asked = 0;
  child.on('message', (message: FromChild) => {
    if ('ready' in message) ready.resolve();
    else answers.get(message.id)!.resolve(message.rows);
  });
  exited.then(() => {
    clearInterval(timer);
    const gone = new Error('the process has ended');
    for (const { reject } of [ready, ...answers.values()]) reject(gone);
  });
  const rows = async (ask: QueryText, params: Record<string, number>) => {
    const answer = Promise.withResolvers<unknown[]>();
    asked += 1;
    answers.set(asked, answer);
    const { name, params: types, row, sql, limits } = ask;
    tell({
      id: asked,
      ask: { name, params: types, row, sql, ...(limits !== undefined && { limits }) },
      params,
    });
    return answer.promise;
  };
  return {
    ready: ready.promise,
    store: { rows: rows as AnalyticsStore['rows'] },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async close() {
      tell({ close: true });
      await exited;
    },
  };
}
