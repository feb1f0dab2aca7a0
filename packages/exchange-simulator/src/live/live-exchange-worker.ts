import { setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { hourMs, monotonicMs, systemClock } from '../../../../src/kernel/clock.ts';
import { createExchangePace } from '../exchange-pace.ts';
import { openExchangeService } from '../exchange-service.ts';
import { createExchangeRecord, type ExchangeRecord } from '../record/exchange-record.ts';
import { readCheckpoint, UnusableCheckpoint, writeCheckpoint } from './checkpoint.ts';
import type { LiveExchangeMessage, LiveExchangeOrder, LiveExchangeTask } from './live-exchange.ts';
import { exchangeOptions } from './live-plan.ts';
import { openStretches } from './stretches.ts';

const progressEveryMs = 500;
/** Checkpoint interval of a running exchange: after a kill, regenerating one interval takes some seconds. */
const stretchMs = 6 * hourMs;
/** A shorter stretch is regenerated sooner than it is written. */
const checkpointFromMs = hourMs;

/** Minimum work of an interrupted catch-up that is kept: repeating less is faster than making the stop wait for it. */
const keptWorkMs = 20_000;
/** Fills per message while a past is generated. */
const partFills = 50_000;

const task = workerData as LiveExchangeTask;
const checkpoint = join(task.dir, 'checkpoint');
let { plan } = task;

/** The thread of a simulated exchange: its past into files, then a server that goes with the clock. */
async function main(): Promise<void> {
  // On Linux a priority belongs to the thread: requests go first.
  setPriority(0, 10);
  const record = openRecord();
  const fromMs = record.exchange.timeMs;
  let savedMs = fromMs;
  const stretches = openStretches(task.dir, {
    record,
    fromMs: task.filesFromMs,
    unseenToMs: systemClock.nowMs(),
  });
  const pace = createExchangePace(record, systemClock);
  const stop = new AbortController();
  let unpace = (): void => {};
  parentPort!.on('message', (order: LiveExchangeOrder) => {
    if ('plan' in order) plan = order.plan;
    else stop.abort();
  });

  /** Ends the stretch in hand; from then on, all before it need not be made again. */
  function save(): void {
    stretches.next(true);
    const untilMs = record.exchange.timeMs;
    report({ written: { untilMs, hasCaughtUp: true } });
    if (untilMs - savedMs < checkpointFromMs) return;
    savedMs = untilMs;
    try {
      writeCheckpoint(checkpoint, plan, record);
    } catch (error) {
      report({ trouble: `no checkpoint of the simulated exchange could be written: ${textOf(error)}` });
    }
  }
  function end(): void {
    unpace();
    save();
    // Remaining listeners end with the thread.
    process.exit(0);
  }

  const startedMs = monotonicMs();
  let loggedMs = startedMs;
  let handedOver = record.exchange.fills;
  await pace.catchUp({
    signal: stop.signal,
    onProgress(made) {
      if (made.fills - handedOver >= partFills) {
        handedOver = made.fills;
        stretches.next();
        report({ written: { untilMs: record.exchange.timeMs, hasCaughtUp: false } });
      }
      if (monotonicMs() - loggedMs < progressEveryMs) return;
      loggedMs = monotonicMs();
      report({ made: { ...made, fromMs } });
    },
  });
  if (stop.signal.aborted) {
    if (monotonicMs() - startedMs > keptWorkMs) save();
    process.exit(0);
  }
  stop.signal.addEventListener('abort', end);
  save();
  const { url, wsUrl } = await openExchangeService({ record, weightPerMinute: task.weightPerMinute });
  unpace = pace.start();
  setInterval(save, stretchMs);
  report({ serving: { url, wsUrl } });
}

/** A checkpoint newer than the files is not used: the blocks between them would be lost. */
function openRecord(): ExchangeRecord {
  const options = exchangeOptions(() => plan);
  try {
    const saved = readCheckpoint(checkpoint, plan);
    if (saved === undefined) return createExchangeRecord(options);
    if (saved.exchange.venue.timeMs <= task.filesFromMs) return createExchangeRecord(options, saved);
    throw new UnusableCheckpoint('it is newer than the files beside it');
  } catch (error) {
    if (!(error instanceof UnusableCheckpoint)) throw error;
    report({ trouble: `${error.message}; its past is rebuilt, which takes some seconds for each day` });
    return createExchangeRecord(options);
  }
}

function report(message: LiveExchangeMessage): void {
  parentPort!.postMessage(message);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

main().catch((error: unknown) => report({ failed: textOf(error) }));
