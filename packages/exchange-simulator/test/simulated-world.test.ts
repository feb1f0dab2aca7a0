import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { hourMs, minuteMs } from '../../../src/kernel/clock.ts';
import { until } from '../../../test/until.ts';
import { openSimulatedWorld } from './simulated-world.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open() {
  const world = await openSimulatedWorld({ historyMs: hourMs, fillsPerWallet: 10 });
  closers.push(world.close);
  return world;
}

test("a world's truth is the exchange's ledger, also where its API has forgotten", async () => {
  const { record, truth, advance } = await open();
  advance(hourMs);
  const { wallets } = record.exchange;
  let forgotten = 0;
  for (const [wallet, { address }] of wallets.entries()) {
    assert.equal(truth.fills(address).length, record.exchange.truth(wallet).fills);
    forgotten += truth.fills(address).length - record.fills.count(wallet);
  }
  assert.ok(forgotten > 0);
  assert.ok(truth.active().length > 20 && truth.active().length <= wallets.length);
});

test('time goes at the speed that is set, stops when it is stopped, and how it is cut changes nothing', async () => {
  const [cut, whole] = [await open(), await open()];
  const startMs = cut.clock.nowMs();
  const stop = cut.run(600);
  await until('twenty minutes', () => cut.clock.nowMs() - startMs >= 20 * minuteMs);
  stop();
  const endMs = cut.clock.nowMs();
  whole.advance(endMs - startMs);
  assert.equal(cut.clock.nowMs(), endMs);
  for (const address of whole.truth.active()) {
    assert.deepEqual(cut.truth.fills(address), whole.truth.fills(address));
  }
});
