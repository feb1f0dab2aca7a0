import { setPriority } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { callsOver } from '../../kernel/thread-calls.ts';
import type { BatchStore } from '../batch-store.ts';
import type { BlockLedger } from '../blocks/block-coverage.ts';
import { openJournal } from '../journal.ts';
import { followNode } from './follow.ts';
import type { FollowMessage, FollowTask } from './follower.ts';

/** The thread that follows a node's files: reading them never delays a request. */
async function main(): Promise<void> {
  // On Linux a priority belongs to the thread: requests go first, also while a day of fills is caught up with.
  setPriority(0, 5);
  const { task, port, coverage } = workerData as {
    task: FollowTask;
    port: MessagePort;
    coverage: MessagePort;
  };
  const stop = new AbortController();
  parentPort!.on('message', () => stop.abort());
  await followNode({
    dir: task.dir,
    store: callsOver<BatchStore>(port),
    journal: openJournal(task.journalDir),
    ledger: callsOver<BlockLedger>(coverage),
    signal: stop.signal,
    report: (state) => say({ state }),
  });
  say({ ended: true });
}

function say(message: FollowMessage): void {
  parentPort!.postMessage(message);
}

main().catch((error: unknown) => say({ failed: error instanceof Error ? error.message : String(error) }));
