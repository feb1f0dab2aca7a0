import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openChdb } from '../../src/analytics/chdb.ts';
import { hourMs } from '../../src/kernel/clock.ts';
import { seededRng } from '../../src/kernel/rng.ts';
import { assertSilentAudit } from '../ingest/store-harness.ts';
import type { SimulatedWorld } from '../sim/simulated-world.ts';
import type { FromChild, ToChild } from './connector-child.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { openLiveWorld } from './live-world.ts';

const hours = 24;
/** Seconds of the exchange in one of ours. */
const speed = 3_600;
const lastAttempts = 6;

/** A connector in a process of its own, told the exchange's time as it goes. */
function start(world: SimulatedWorld, dir: string) {
  const { url, wsUrl, clock } = world;
  const file = fileURLToPath(new URL('./connector-child.ts', import.meta.url));
  const args = [dir, `${url}/info`, wsUrl, String(clock.nowMs())];
  const child: ChildProcess = fork(file, args, { stdio: 'inherit' });
  // It may be gone by the time it is told.
  const tell = (message: ToChild) => child.connected && child.send(message, () => undefined);
  const timer = setInterval(() => tell({ nowMs: clock.nowMs() }), 10);
  child.once('exit', () => clearInterval(timer));
  return {
    child,
    /** @returns once it has said what `wanted` waits for. */
    async hears(wanted: (message: FromChild) => boolean): Promise<void> {
      for (;;) {
        const [message] = (await once(child, 'message')) as [FromChild];
        if (wanted(message)) return;
      }
    },
    async kill(): Promise<void> {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
    async close(): Promise<void> {
      const exited = once(child, 'exit');
      tell('close');
      await exited;
    },
  };
}

test('a day of the exchange, with a connector killed every hour, is stored as the exchange has it', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tidemark-live-kill-'));
  const world = await openLiveWorld({ seed: 'kill', historyMs: hourMs, wallets: 20, fillsPerSecond: 0.05 });
  const rng = seededRng('kills');
  try {
    for (let hour = 0; hour < hours; hour++) {
      const nextMs = world.clock.nowMs() + hourMs;
      const connector = start(world, dir);
      await connector.hears(() => true);
      const stop = world.run(speed);
      await delay(100 + rng.below(500)); // waits: it is killed at any moment of its hour
      stop();
      await connector.kill();
      // It is away for what is left of the hour.
      world.advance(Math.max(0, nextMs - world.clock.nowMs()));
    }
    let differences = ['nothing was compared'];
    for (let attempt = 0; differences.length > 0 && attempt < lastAttempts; attempt++) {
      const connector = start(world, dir);
      await connector.hears((message) => message !== 'closed' && message.caughtUp);
      await delay(1_000); // waits: what a wallet's fills lead to, states and funding, comes behind them
      await connector.close();
      const store = await openChdb({ dir: join(dir, 'engine'), readSessions: 1 });
      differences = await ledgerDifferences(store, world);
      if (differences.length === 0) await assertSilentAudit(store);
      await store.close();
    }
    assert.deepEqual(differences, []);
  } finally {
    await world.close();
    rmSync(dir, { recursive: true, force: true });
  }
});
