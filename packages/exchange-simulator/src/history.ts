import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs, hourMs, monotonicMs } from '../../../src/kernel/clock.ts';
import { blockTimeMs } from './block-time.ts';
import { type ContextFiles, createContextFiles } from './context-files.ts';
import { createExchange } from './exchange.ts';
import { createNodeFiles, type NodeFiles } from './node-files.ts';
import { createLedgerHistory, type RecordedUpdate } from './record/ledger-history.ts';
import { createStateFiles, type StateFiles } from './state-files.ts';

export interface HistoryOptions {
  /** An empty or new directory. */
  dir: string;
  seed: string;
  /** The history ends with the block in which this many fills have been made. */
  fills: number;
  wallets: number;
  coins: number;
  startMs: number;
  /** Days over which the fills are spread. */
  days: number;
  lz4: boolean;
  /** Ends the history after the block in hand. */
  signal: AbortSignal;
  onProgress(progress: { fills: number; timeMs: number }): void;
}

export interface HistorySummary {
  fills: number;
  blocks: number;
  files: number;
  bytes: number;
  fromMs: number;
  toMs: number;
}

const shortestTickMs = 3_000;
/** Marks move this often over the whole history: every tick costs a look at all positions and books. */
const ticks = 3_000;
const longestTickMs = 600_000;
/** Time of block production before signals and progress get a turn. */
const turnMs = 50;

/**
 * Runs a simulated exchange and writes its blocks as node files, the hourly states of its perps, and account values at each midnight with
 * the final account states. Equal options produce equal bytes.
 *
 * @throws RangeError if an option is out of bounds, Error if `dir` is not empty or cannot be written
 */
export async function writeHistory(options: HistoryOptions): Promise<HistorySummary> {
  const { dir, fills, days, startMs, signal, onProgress } = options;
  let blocks = 0;
  /** Written in blocks: an exchange that was just opened has some that no block has yet. */
  let made = 0;
  let files: NodeFiles | undefined;
  let [contexts, states]: [ContextFiles?, StateFiles?] = [];
  let contextHour = 0;
  /** Initial deposits are reported before the exchange exists. */
  const opening: RecordedUpdate[] = [];
  const ledger = createLedgerHistory({ seed: options.seed, updatesPerWallet: 0 });
  const exchange = createExchange({
    ...options,
    fillsPerSecond: (fills * 1000) / (days * dayMs),
    tickMs: Math.round(Math.min(longestTickMs, Math.max(shortestTickMs, (days * dayMs) / ticks))),
    events: {
      block(block) {
        blocks += 1;
        made += block.fills.length;
        files?.write(block);
      },
      funding: (payment) => files?.funding(payment),
      twap: (event) => files?.twap(event),
      ledger(update) {
        const recorded = ledger.add(update);
        if (files === undefined) opening.push(recorded);
        else files.ledger(recorded);
      },
      marks(timeMs) {
        const hour = Math.floor(timeMs / hourMs);
        if (hour !== contextHour) contexts?.write(timeMs);
        contextHour = hour;
      },
      hour: (timeMs) => timeMs % dayMs === 0 && states?.worth(timeMs),
    },
  });
  files = createNodeFiles(dir, { lz4: options.lz4, wallets: exchange.wallets });
  contexts = createContextFiles(dir, exchange);
  states = createStateFiles(dir, exchange);
  for (const update of opening) files.ledger(update);
  files.mark(startMs - blockTimeMs);
  try {
    while (made < fills && !signal.aborted) {
      const untilMs = monotonicMs() + turnMs;
      while (made < fills && monotonicMs() < untilMs) exchange.step();
      onProgress({ fills: made, timeMs: exchange.timeMs });
      await nextTurn();
    }
    states.answers(exchange.timeMs);
    contexts.close();
  } finally {
    files.close(exchange.timeMs);
  }
  const written = [files, contexts, states];
  const sum = (of: 'files' | 'bytes') => written.reduce((all, one) => all + one[of], 0);
  return {
    fills: made,
    blocks,
    files: sum('files'),
    bytes: sum('bytes'),
    fromMs: startMs,
    toMs: exchange.timeMs,
  };
}
