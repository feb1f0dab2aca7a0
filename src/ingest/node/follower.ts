import { MessageChannel, Worker } from 'node:worker_threads';
import type { MovedWallet } from '../../domain/ledger-update.ts';
import type { Log } from '../../kernel/log.ts';
import { pause } from '../../kernel/pause.ts';
import { serveCalls } from '../../kernel/thread-calls.ts';
import { type DriftState, drift } from '../../wire/drift.ts';
import type { BatchStore } from '../batch-store.ts';
import type { BlockLedger } from '../blocks/block-coverage.ts';
import { heldTurns } from '../import.ts';
import { emptyState, type FollowState } from './follow.ts';
import { createFollowLog } from './follow-report.ts';
import { type NodeRecord, recordNames } from './node-dir.ts';

export interface FollowTask {
  /** Absolute path. */
  dir: string;
  journalDir: string;
  /** Minimum pause between two commits, milliseconds. */
  leastRestMs: number;
}

export type FollowMessage =
  | { record: NodeRecord; state: FollowState }
  | { moved: readonly MovedWallet[] }
  | { warning: string }
  | { drift: DriftState }
  | { ended: true }
  | { failed: string };

/** Follows a node's directory on a thread of its own. */
export interface NodeFollower {
  /** State of a record. @param record default: fills */
  state(record?: NodeRecord): FollowState;
  /** Stores the lines read and the read position. */
  close(): Promise<void>;
}

export interface FollowerOptions extends FollowTask {
  /** The process's one batch store: imports, the connector and the follower take turns. */
  store: BatchStore;
  ledger: BlockLedger;
  log: Log;
  onStored(): void;
  onMoved(moved: readonly MovedWallet[]): void;
}

const failedMs = 5_000;

/** Follows a node's files until closed; after a failure, retries from the stored position. */
export function startFollower({
  dir,
  journalDir,
  leastRestMs,
  store,
  ledger,
  log,
  onStored,
  onMoved,
}: FollowerOptions): NodeFollower {
  const stop = new AbortController();
  const ofEach = <T>(make: (record: NodeRecord) => T) =>
    Object.fromEntries(recordNames.map((record) => [record, make(record)])) as Record<NodeRecord, T>;
  const states = ofEach(() => emptyState);
  const logs = ofEach((record) => createFollowLog(log, record));

  function take(record: NodeRecord, next: FollowState): void {
    const isStored = next.fills !== states[record].fills;
    states[record] = next;
    logs[record](next);
    if (isStored) onStored();
  }

  async function keepFollowing(): Promise<void> {
    while (!stop.signal.aborted) {
      try {
        const followed = { store, ledger, log, signal: stop.signal, take, onMoved };
        await followOnThread({ dir, journalDir, leastRestMs }, followed);
      } catch (err) {
        const fault = `${dir} cannot be followed: ${(err as Error).message}; trying again`;
        for (const record of recordNames) states[record] = { ...states[record], phase: 'waiting', fault };
        log.error({ err }, fault);
        await pause(failedMs, stop.signal);
      }
    }
  }
  const following = keepFollowing();
  return {
    state: (record = 'fills') => states[record],
    async close() {
      stop.abort();
      await following;
    },
  };
}

interface Followed {
  store: BatchStore;
  ledger: BlockLedger;
  log: Log;
  signal: AbortSignal;
  take(record: NodeRecord, state: FollowState): void;
  onMoved: FollowerOptions['onMoved'];
}

/** Runs the thread once, to its end. @throws Error with the thread's message */
async function followOnThread(task: FollowTask, followed: Followed): Promise<void> {
  const { store, ledger, log, signal, take, onMoved } = followed;
  const { port1, port2 } = new MessageChannel();
  const turns = heldTurns(store);
  serveCalls(port1, turns.store);
  const coverage = new MessageChannel();
  serveCalls(coverage.port1, ledger);
  const worker = new Worker(new URL('./follow-worker.ts', import.meta.url), {
    workerData: { task, port: port2, coverage: coverage.port2 },
    transferList: [port2, coverage.port2],
  });
  const abort = () => worker.postMessage('abort');
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FollowMessage) => {
        if ('state' in message) take(message.record, message.state);
        else if ('moved' in message) onMoved(message.moved);
        else if ('drift' in message) drift.add(message.drift);
        else if ('warning' in message) log.warn(message.warning);
        else if ('ended' in message) resolve();
        else reject(new Error(message.failed));
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`its thread ended early (exit code ${code})`)));
    });
  } finally {
    signal.removeEventListener('abort', abort);
    port1.close();
    coverage.port1.close();
    await worker.terminate();
    await turns.giveBack();
  }
}
