import type { Pace } from '../../src/ingest/live/pace.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { hourMs, monotonicMs } from '../../src/kernel/clock.ts';
import type { Fill } from '../../src/sim/events.ts';
import { type ExchangeService, openExchangeService } from '../../src/sim/exchange-service.ts';
import { createFaultPlan, type FaultPlan, type FaultPlanOptions } from '../../src/sim/faults/fault-plan.ts';
import {
  createExchangeRecord,
  type ExchangeRecord,
  type RecordOptions,
} from '../../src/sim/record/exchange-record.ts';

/** A simulated exchange on real sockets, on a clock that a test moves, and all that ever happened on it. */
export interface LiveWorld {
  record: ExchangeRecord;
  service: ExchangeService;
  faults: FaultPlan;
  clock: Clock;
  /** Every fill since the start, by wallet: what the exchange may have forgotten by now. */
  fills: ReadonlyMap<string, readonly WorldFill[]>;
  advance(ms: number): void;
  /** Lets time pass, `speed` seconds a second. @returns stops it */
  run(speed: number): () => void;
  close(): Promise<void>;
}

/** One fill, by its key. */
export interface WorldFill {
  coin: string;
  time: number;
  key: string;
  ownLiquidation: boolean;
}

export interface LiveWorldOptions extends Partial<RecordOptions> {
  historyMs?: number;
  faults?: FaultPlanOptions['rates'];
}

/** Everything as soon as possible: a test's minute is a second. */
export const testPace: Pace = {
  flushMs: 60,
  idleMs: 5,
  lookMs: 20,
  restMs: 30,
  marketsMs: 1_000,
  outcomesMs: 1_000,
  spotContextsMs: 1_000,
  marketFundingMs: 2_000,
  candlesMs: 60_000,
  fillsMs: 100,
  suspectMs: 200,
  quietMs: 4_000,
  statesMs: 4_000,
  walletFundingMs: 500,
  rolesMs: 600_000,
  settleMs: 50,
  snapshotMs: 100,
};

export const testTiming = {
  feedTiming: { pingMs: 100, silenceMs: 400, reconnectMs: 10 },
  infoTiming: { retryMs: 10, throttledMs: 20 },
};

export async function openLiveWorld(options: LiveWorldOptions = {}): Promise<LiveWorld> {
  const { historyMs = 6 * hourMs, faults: rates = 'none', ...rest } = options;
  const small = { seed: 'live', wallets: 24, coins: 2, fillsPerSecond: 0.1, tickMs: 60_000 };
  const recordOptions = { ...small, startMs: Date.UTC(2026, 4, 1, 4), ...rest };
  let nowMs = recordOptions.startMs;
  const clock: Clock = { nowMs: () => nowMs };
  const record = createExchangeRecord(recordOptions);
  const fills = new Map<string, WorldFill[]>();
  record.subscribe({
    block({ timeMs, fills: made }) {
      for (const fill of made) note(record, fills, fill, timeMs);
    },
  });
  const advance = (ms: number) => {
    nowMs += ms;
    record.advance(nowMs);
  };
  advance(historyMs);
  const faults = createFaultPlan({ seed: recordOptions.seed, rates, clock });
  const unlimited = { newConnections: 100_000, messages: 1_000_000, connections: 100 };
  const service = await openExchangeService({
    record,
    faults,
    weightPerMinute: 1e9,
    feed: { limits: unlimited },
  });
  const stops = new Set<() => void>();
  return {
    record,
    service,
    faults,
    clock,
    fills,
    advance,
    run(speed) {
      let beforeMs = monotonicMs();
      const timer = setInterval(() => {
        const elapsedMs = monotonicMs() - beforeMs;
        beforeMs += elapsedMs;
        // However long the machine slept, no more than a quarter of a second passes at once.
        advance(Math.round(Math.min(elapsedMs, 250) * speed));
      }, 10);
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

function note({ exchange }: ExchangeRecord, fills: Map<string, WorldFill[]>, fill: Fill, time: number): void {
  const { address } = exchange.wallets[fill.wallet]!;
  const { tid, oid, market } = fill;
  const { coin } = market;
  const ofWallet = fills.get(address) ?? [];
  if (ofWallet.length === 0) fills.set(address, ofWallet);
  const ownLiquidation = fill.liquidation?.victim === fill.wallet;
  ofWallet.push({ coin, time, key: `${coin} ${time} ${tid} ${oid}`, ownLiquidation });
}
