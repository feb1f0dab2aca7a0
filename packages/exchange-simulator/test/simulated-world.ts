import { type Clock, hourMs, monotonicMs } from '../../../src/kernel/clock.ts';
import { type ExchangeServiceOptions, openExchangeService } from '../src/exchange-service.ts';
import { createFaultPlan, type FaultPlan, type FaultPlanOptions } from '../src/faults/fault-plan.ts';
import type { FeedServer } from '../src/feed/serve-feed.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
  type RecordOptions,
} from '../src/record/exchange-record.ts';
import type { InfoUse } from '../src/rest/info-desk.ts';
import { recordTruth, type WorldTruth } from './world-truth.ts';

export interface WorldOptions extends Partial<RecordOptions> {
  /** Run time of the exchange when the world opens. */
  historyMs?: number;
  /** Weight limit of the REST API, by the exchange's clock; default: none. */
  weightPerMinute?: number;
  /** Bounds of the WebSocket, which go by real time. */
  feed?: ExchangeServiceOptions['feed'];
  faults?: FaultPlanOptions['rates'];
}

/** A simulated exchange behind real sockets, on a clock that the test moves. */
export interface SimulatedWorld {
  record: ExchangeRecord;
  /** All events since the world began, including its history. */
  truth: WorldTruth;
  faults: FaultPlan;
  feed: FeedServer;
  /** REST request statistics. */
  use(): InfoUse;
  url: string;
  wsUrl: string;
  /** The exchange's clock. Only `advance` and `run` move it. */
  clock: Clock;
  advance(ms: number): void;
  /**
   * Advances the clock continuously.
   * @param speed seconds of the exchange per real second
   * @returns stops it
   */
  run(speed: number): () => void;
  close(): Promise<void>;
}

const turnMs = 10;
/** Maximum time of a turn, milliseconds; longer turns are cut to it. */
const longestTurnMs = 250;

/** A small exchange without a way to it: all that the options leave out is chosen so that a test takes seconds. */
export function createWorld(options: WorldOptions) {
  const { historyMs = hourMs, faults: rates = 'none', weightPerMinute = 1e9, feed, ...rest } = options;
  const small = { seed: 'world', wallets: 120, coins: 4, fillsPerSecond: 1, tickMs: 15_000 };
  const recordOptions = { ...small, startMs: Date.UTC(2026, 4, 1, 4), ...rest };
  let nowMs = recordOptions.startMs;
  const clock: Clock = { nowMs: () => nowMs };
  const record = createExchangeRecord(recordOptions);
  const truth = recordTruth(record);
  const faults = createFaultPlan({ seed: recordOptions.seed, rates, clock });
  const advance = (ms: number) => {
    nowMs += ms;
    record.advance(nowMs);
  };
  advance(historyMs);
  return { record, truth, faults, clock, advance, weightPerMinute, feed };
}

/** Opens a small exchange behind real sockets, in real time. */
export async function openSimulatedWorld(options: WorldOptions = {}): Promise<SimulatedWorld> {
  const { weightPerMinute, feed, ...world } = createWorld(options);
  const { record, clock, faults, advance } = world;
  const service = await openExchangeService({
    record,
    clock,
    faults,
    weightPerMinute,
    ...(feed !== undefined && { feed }),
  });
  const stops = new Set<() => void>();
  return {
    ...world,
    feed: service.feed,
    use: service.use,
    url: service.url,
    wsUrl: service.wsUrl,
    run(speed) {
      let beforeMs = monotonicMs();
      const timer = setInterval(() => {
        const elapsedMs = monotonicMs() - beforeMs;
        beforeMs += elapsedMs;
        // Limits the advance after the machine slept.
        advance(Math.round(Math.min(elapsedMs, longestTurnMs) * speed));
      }, turnMs);
      const stop = () => clearInterval(timer);
      stops.add(stop);
      return stop;
    },
    async close() {
      for (const stop of stops) stop();
      await service.close();
    },
  };
}
