/** A run of a connector that is killed repeatedly, compared with one that is not. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWorld } from '../../packages/exchange-simulator/test/simulated-world.ts';
import { openChdb } from '../../src/analytics/chdb.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { type SeededRng, seededRng } from '../../src/kernel/rng.ts';
import { assertSilentAudit } from '../ingest/store-harness.ts';
import { type ConnectorProcess, type Death, startConnectorProcess } from './connector-process.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { liveWorldOptions } from './live-world.ts';
import { storedDifferences } from './stored-differences.ts';

/** Of the connector's time: an hour of the exchange. */
const hourPassesMs = 1_000;
/** Time for both to catch up after the exchange has stopped. */
const catchUpMs = 120_000;
const lookEveryMs = 1_500;
const immortal: Death = { starting: false, atStatement: 0, afterRealMs: 0 };

/** Sometimes killed during the start; otherwise at a statement of its hour. */
function deathOf(hour: number, rng: SeededRng): Death {
  const starting = hour % 4 === 3;
  return { starting, atStatement: 1 + rng.below(starting ? 20 : 50), afterRealMs: rng.below(12) };
}

/** Reads an hour of the exchange, or as much of it as the process survives. */
async function liveAnHour(killed: ConnectorProcess, untilMs: number): Promise<void> {
  const living = async () => {
    await killed.ready;
    await killed.pass(hourPassesMs, untilMs);
  };
  await living().catch(() => undefined);
  await killed.kill();
}

/**
 * Runs an exchange for hours, with a connector that is killed every hour and one that is not.
 * @returns differences of the killed connector's store from the exchange, and from the other store
 */
export async function runKills(seed: string, { hours }: { hours: number }): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-live-kill-'));
  const [cleanDir, killedDir] = [join(dir, 'clean'), join(dir, 'killed')];
  const options = liveWorldOptions({ seed, historyMs: hourMs, wallets: 20, fillsPerSecond: 0.05 });
  const world = createWorld(options);
  const startMs = world.clock.nowMs();
  const rng = seededRng(`${seed}/kills`);
  const processes: ConnectorProcess[] = [];
  const start = (at: string, dies: Death) => {
    const started = startConnectorProcess({ dir: at, world: options, nowMs: world.clock.nowMs(), dies });
    processes.push(started);
    return started;
  };
  try {
    const clean = start(cleanDir, immortal);
    await clean.ready;
    for (let hour = 0; hour < hours; hour++) {
      const untilMs = world.clock.nowMs() + hourMs;
      const killed = start(killedDir, deathOf(hour, rng));
      await Promise.all([liveAnHour(killed, untilMs), clean.pass(hourPassesMs, untilMs)]);
      world.advance(hourMs);
    }
    const endMs = world.clock.nowMs();
    const last = start(killedDir, immortal);
    await last.ready;
    let differences = ['nothing was compared'];
    for (let passed = 0; differences.length > 0 && passed < catchUpMs; passed += lookEveryMs) {
      await Promise.all([clean, last].map((one) => one.pass(lookEveryMs, endMs)));
      differences = [
        ...(await ledgerDifferences(last.store, world)),
        ...(await storedDifferences(clean.store, last.store, { fromMs: startMs, untilMs: endMs - hourMs })),
      ];
    }
    await clean.close();
    await last.close();
    if (differences.length === 0) {
      const store = await openChdb({ dir: join(killedDir, 'engine'), readSessions: 1 });
      await assertSilentAudit(store);
      await store.close();
    }
    return differences;
  } finally {
    for (const started of processes) await started.kill();
    rmSync(dir, { recursive: true, force: true });
  }
}
