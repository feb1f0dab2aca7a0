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
  /** How long the exchange has run when the world opens. */
  historyMs?: number;
  /** Of the REST API, by the exchange's clock; without a bound where it is left out. */
  weightPerMinute?: number;
  /** Bounds of the WebSocket, which go by real time. */
  feed?: ExchangeServiceOptions['feed'];
  faults?: FaultPlanOptions['rates'];
}

/** A simulated exchange behind real sockets, on a clock that the test moves. */
export interface SimulatedWorld {
  record: ExchangeRecord;
  /** What happened since the world began, its history included. */
  truth: WorldTruth;
  faults: FaultPlan;
  feed: FeedServer;
  /** What was asked of it by REST. */
  use(): InfoUse;
  url: string;
  wsUrl: string;
  /** The exchange's. It stands still but for `advance` and `run`. */
  clock: Clock;
  advance(ms: number): void;
  /**
   * Lets time pass by itself.
   * @param speed seconds of the exchange per real second.
   * @returns stops it.
   */
  run(speed: number): () => void;
  close(): Promise<void>;
}

const turnMs = 10;
/** A longer turn counts as one of so long, milliseconds. */
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
        // However long the machine slept, not more than this passes at once.
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
