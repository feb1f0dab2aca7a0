import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../../src/analytics/chdb.ts';
import { hourMs, monotonicMs } from '../../src/kernel/clock.ts';
import { seededRng } from '../../src/kernel/rng.ts';
import { assertSilentAudit } from '../ingest/store-harness.ts';
import { type ConnectorProcess, startConnectorProcess } from './connector-process.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { openLiveWorld } from './live-world.ts';
import { storedDifferences } from './stored-differences.ts';

const hours = 24;
/** Seconds of the exchange in one of ours. */
const speed = 3_600;
/** Both have this long to catch up once the exchange stands still. */
const catchUpMs = 180_000;

test('a day of the exchange, read with a kill every hour, is stored as the exchange has it and as a clean reading stores it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-live-kill-'));
  const [cleanDir, killedDir] = [join(dir, 'clean'), join(dir, 'killed')];
  const world = await openLiveWorld({ seed: 'kill', historyMs: hourMs, wallets: 20, fillsPerSecond: 0.05 });
  const startMs = world.clock.nowMs();
  const rng = seededRng('kills');
  const processes: ConnectorProcess[] = [];
  const start = (at: string, silenceMs?: number) => {
    const started = startConnectorProcess(world, at, silenceMs);
    processes.push(started);
    return started;
  };
  try {
    // Nothing interrupts it, not a machine that stands still for a moment either.
    const clean = start(cleanDir, 600_000);
    await clean.ready;
    for (let hour = 0; hour < hours; hour++) {
      const nextMs = world.clock.nowMs() + hourMs;
      const killed = start(killedDir);
      // Now and then it is killed while it starts.
      if (hour % 4 !== 3) await killed.ready;
      const stop = world.run(speed);
      await delay(100 + rng.below(500)); // waits: it is killed at any moment of its hour
      stop();
      await killed.kill();
      // It is away for what is left of the hour.
      world.advance(Math.max(0, nextMs - world.clock.nowMs()));
    }
    const lastHourMs = world.clock.nowMs() - hourMs;
    const last = start(killedDir);
    await last.ready;
    const deadlineMs = monotonicMs() + catchUpMs;
    let differences = ['nothing was compared'];
    while (differences.length > 0 && monotonicMs() < deadlineMs) {
      await delay(250);
      differences = [
        ...(await ledgerDifferences(last.store, world)),
        ...(await storedDifferences(clean.store, last.store, { fromMs: startMs, untilMs: lastHourMs })),
      ];
    }
    assert.deepEqual(differences, []);
    await clean.close();
    await last.close();
    const store = await openChdb({ dir: join(killedDir, 'engine'), readSessions: 1 });
    await assertSilentAudit(store);
    await store.close();
  } finally {
    for (const started of processes) await started.kill();
    await world.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
