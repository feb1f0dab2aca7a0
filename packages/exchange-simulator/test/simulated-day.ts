import { hourMs } from '../../../src/kernel/clock.ts';
import type { FundingPayment, LedgerUpdate } from '../src/events.ts';
import { createExchange, type Exchange } from '../src/exchange.ts';
import type { LifecycleTruth } from '../src/lifecycle-ledger.ts';
import { blockLine } from '../src/node-line.ts';
import type { RecordBlock } from './record.ts';

export interface SimulatedDay {
  exchange: Exchange;
  lines: string[];
  blocks: RecordBlock[];
  payments: FundingPayment[];
  updates: LedgerUpdate[];
  /** Perp positions by the exchange's books, those that are open at the end included. */
  lifecycles: LifecycleTruth[];
}

export interface DayOptions {
  fills?: number;
  /** 03:00 UTC of the first day; default 2026-05-01. */
  startMs?: number;
  /** Called after every tick. */
  onMarks?: (exchange: Exchange, updates: readonly LedgerUpdate[]) => void;
}

/** A day and a night of a small exchange, so that midnight, settlements and a delisting are in it. */
export function simulateDay(seed: string, options: DayOptions = {}): SimulatedDay {
  const { fills = 6_000, startMs = Date.UTC(2026, 4, 1, 3), onMarks } = options;
  const lines: string[] = [];
  const payments: FundingPayment[] = [];
  const updates: LedgerUpdate[] = [];
  const lifecycles: LifecycleTruth[] = [];
  const exchange = createExchange({
    seed,
    wallets: 300,
    coins: 20,
    startMs,
    fillsPerSecond: fills / 90_000,
    tickMs: 120_000,
    events: {
      block: (block) => void lines.push(blockLine(block, exchange.wallets)),
      marks: () => onMarks?.(exchange, updates),
      funding: (payment) => void payments.push(payment),
      ledger: (update) => void updates.push(update),
      lifecycle: (closed) => void lifecycles.push(closed),
    },
  });
  exchange.advance(startMs + 25 * hourMs);
  for (const wallet of exchange.wallets.keys()) lifecycles.push(...exchange.openLifecycles(wallet));
  return { exchange, lines, blocks: lines.map(recordBlock), payments, updates, lifecycles };
}

/** A line of `node_fills_by_block` as the rules read it. */
export function recordBlock(line: string): RecordBlock {
  const { block_time, events } = JSON.parse(line);
  return { timeMs: Date.parse(`${block_time.slice(0, 23)}Z`), events };
}
