import { setPriority } from 'node:os';
import { join } from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { callsOver } from '../../kernel/thread-calls.ts';
import { drift } from '../../wire/drift.ts';
import type { BatchStore } from '../batch-store.ts';
import type { BlockLedger } from '../blocks/block-coverage.ts';
import { openJournal } from '../journal.ts';
import { followNode } from './follow.ts';
import type { FollowMessage, FollowTask } from './follower.ts';
import type { NodeRecord } from './node-dir.ts';

/** Thread that follows a node's files, so that reading them never delays a request. */
async function main(): Promise<void> {
  // On Linux, priority is per thread: requests run first, even during the catch-up of a day of fills.
  setPriority(0, 5);
  const { task, port, coverage } = workerData as {
    task: FollowTask;
    port: MessagePort;
    coverage: MessagePort;
  };
  const stop = new AbortController();
  parentPort!.on('message', () => stop.abort());
  const store = callsOver<BatchStore>(port);
  const ledger = callsOver<BlockLedger>(coverage);
  const follow = (record: NodeRecord, journalDir: string) =>
    followNode({
      dir: task.dir,
      record,
      store,
      ledger,
      signal: stop.signal,
      pace: { leastRestMs: task.leastRestMs },
      journal: openJournal(journalDir, (warning) => say({ warning })),
      report: (state) => say({ record, state }),
      onMoved: (moved) => say({ moved }),
    });
  // Each record has its own position: balance changes come in other files, which may be missing.
  await Promise.all([
    follow('fills', task.journalDir),
    follow('ledger', join(task.journalDir, 'misc-events')),
    follow('twaps', join(task.journalDir, 'twap-statuses')),
  ]);
  say({ ended: true });
}

function say(message: FollowMessage): void {
  drift.take((counted) => parentPort!.postMessage({ drift: counted } satisfies FollowMessage));
  parentPort!.postMessage(message);
}

main().catch((error: unknown) => say({ failed: error instanceof Error ? error.message : String(error) }));
