import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { monotonicMs, systemClock } from '../../kernel/clock.ts';
import { createExchangePace } from '../exchange-pace.ts';
import { openExchangeService } from '../exchange-service.ts';
import { createNodeFiles } from '../node-files.ts';
import { createExchangeRecord } from '../record/exchange-record.ts';
import type { LiveExchangeMessage, LiveExchangeTask } from './live-exchange.ts';
import { exchangeOptions } from './live-plan.ts';

const progressEveryMs = 500;

/** The thread of a simulated exchange: its past into files, then a server that goes with the clock. */
async function main(): Promise<void> {
  // On Linux a priority belongs to the thread: requests go first.
  setPriority(0, 10);
  const { plan, dir, filesFromMs, weightPerMinute } = workerData as LiveExchangeTask;
  const record = createExchangeRecord(exchangeOptions(plan));
  const pace = createExchangePace(record, systemClock);
  const files = createNodeFiles(dir, { lz4: false, wallets: record.exchange.wallets });
  const unsubscribe = record.subscribe({
    block: (block) => block.timeMs > filesFromMs && files.write(block),
  });
  let toldMs = monotonicMs();
  await pace.catchUp({
    // Whoever wants it to stop ends the thread.
    signal: new AbortController().signal,
    onProgress(made) {
      if (monotonicMs() - toldMs < progressEveryMs) return;
      toldMs = monotonicMs();
      tell({ made });
    },
  });
  unsubscribe();
  files.close();
  tell({ written: { untilMs: record.exchange.timeMs } });
  const { url, wsUrl } = await openExchangeService({ record, weightPerMinute });
  pace.start();
  tell({ serving: { url, wsUrl } });
}

function tell(message: LiveExchangeMessage): void {
  parentPort!.postMessage(message);
}

main().catch((error: unknown) => tell({ failed: error instanceof Error ? error.message : String(error) }));
