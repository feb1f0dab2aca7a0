import {
  openSimulatedWorld,
  type SimulatedWorld,
  type WorldOptions,
} from '../../packages/exchange-simulator/test/simulated-world.ts';
import { type Connector, type ConnectorOptions, startConnector } from '../../src/ingest/live/connector.ts';
import type { Pace } from '../../src/ingest/live/work/pace.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';

/** Everything as soon as possible: a test's minute is a second. */
export const testPace: Pace = {
  flushMs: 150,
  handOverMs: 1_000,
  spareShare: 1,
  idleMs: 5,
  lookMs: 20,
  restMs: 30,
  marketsMs: 1_000,
  outcomesMs: 1_000,
  spotContextsMs: 1_000,
  marketFundingMs: 2_000,
  candlesMs: 60_000,
  booksMs: 1_000,
  fillsMs: 100,
  suspectMs: 200,
  quietMs: 4_000,
  changedMs: 100,
  statesMs: 4_000,
  walletFundingMs: 500,
  rolesMs: 600_000,
  spotMs: 2_000,
  holdingsMs: 600_000,
  ledgerMs: 600_000,
  twapsMs: 500,
  settleMs: 50,
  snapshotMs: 100,
};

export const testTiming = {
  feedTiming: { pingMs: 100, silenceMs: 400, reconnectMs: 10 },
  infoTiming: { retryMs: 10, throttledMs: 20 },
};

/** Starts a connector at a world, bounded by nothing and in a hurry, but for what `options` say. */
export function startTestConnector(
  { url, wsUrl, clock }: Pick<SimulatedWorld, 'url' | 'wsUrl' | 'clock'>,
  {
    limits,
    ...options
  }: Pick<ConnectorOptions, 'analytics' | 'batches' | 'journalDir'> & Partial<ConnectorOptions>,
): Promise<Connector> {
  return startConnector({
    infoUrl: `${url}/info`,
    feedUrl: wsUrl,
    clock,
    log: createLog({ level: 'silent' }),
    pace: testPace,
    ...testTiming,
    limits: {
      weightPerMinute: 1e9,
      messagesPerMinute: 1e6,
      dialsPerMinute: 1e6,
      connections: 1,
      concurrency: 40,
      ...limits,
    },
    ...options,
  });
}

/** Of a world of few wallets whose limits no connector meets, however often it comes back. */
export function liveWorldOptions(options: WorldOptions = {}): WorldOptions {
  const unlimited = { newConnections: 100_000, messages: 1_000_000, connections: 100 };
  return {
    seed: 'live',
    wallets: 24,
    coins: 2,
    fillsPerSecond: 0.1,
    tickMs: 60_000,
    historyMs: 6 * hourMs,
    feed: { limits: unlimited },
    ...options,
  };
}

/** Opens it behind real sockets. */
export function openLiveWorld(options: WorldOptions = {}): Promise<SimulatedWorld> {
  return openSimulatedWorld(liveWorldOptions(options));
}
