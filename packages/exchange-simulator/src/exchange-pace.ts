import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Clock, monotonicMs } from '../../../src/kernel/clock.ts';
import type { ExchangeRecord } from './record/exchange-record.ts';

/** Time of block production before waiting callers get a turn. */
const turnMs = 50;
/** Made without a look at the processor's clock. */
const sliceMs = 60_000;
/** Blocks lie 200 ms and more apart. */
const beatMs = 100;

/** Lets an exchange go with a clock. */
export interface ExchangePace {
  /** Produces blocks up to the clock; resolves when it is reached, or the signal aborts. */
  catchUp(options: {
    signal: AbortSignal;
    onProgress?(made: { fills: number; timeMs: number }): void;
  }): Promise<void>;
  /** Advances in real time from here on. @returns stops it */
  start(): () => void;
}

/** @param record or anything that advances with one */
export function createExchangePace(
  record: Pick<ExchangeRecord, 'exchange' | 'advance'>,
  clock: Clock,
): ExchangePace {
  let reachedMs = record.exchange.timeMs;

  /** Makes blocks for at most one turn. @returns how far behind the clock they are then, in ms. */
  function turn(): number {
    const endMs = monotonicMs() + turnMs;
    const nowMs = clock.nowMs();
    while (reachedMs < nowMs && monotonicMs() < endMs) {
      reachedMs = Math.min(nowMs, reachedMs + sliceMs);
      record.advance(reachedMs);
    }
    return clock.nowMs() - reachedMs;
  }

  return {
    async catchUp({ signal, onProgress }) {
      while (!signal.aborted && turn() > beatMs) {
        onProgress?.({ fills: record.exchange.fills, timeMs: reachedMs });
        await nextTurn();
      }
    },
    start() {
      const timer = setInterval(turn, beatMs);
      return () => clearInterval(timer);
    },
  };
}
