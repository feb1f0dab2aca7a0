/** More blocks than are kept apart come late, one by one, and the process is ended in the midst. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { follow, followHarness, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';

const blocks = [...generateBlocks({ seed: 3, blocks: 2_601, tradesPerBlock: 1, wallets: 10 })];
const lines = blocks.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));
const early = lines.filter((_, n) => n % 2 === 0);
const late = lines.filter((_, n) => n % 2 === 1);

test('1,300 single blocks that come late heal their gaps, also over an end in the midst', async (t) => {
  const harness = await followHarness(lines);
  t.after(() => harness.stop());
  const store = await harness.openStore();
  const dir = nodeDir(store.root);
  dir.write(early);
  const first = follow(store);
  const isRead = (followed: typeof first, fills: number) =>
    until('all is read', () => {
      const state = followed.state();
      const isWhole = state?.newest?.number === blocks.at(-1)!.number && state.waitingBytes === 0;
      return isWhole && state.fills >= fills;
    });
  const fillsOf = (from: number, step: number) =>
    blocks.filter((_, n) => n % step === from).reduce((sum, { events }) => sum + events.length, 0);
  await isRead(first, fillsOf(0, 2));
  for (const line of late.slice(0, 650)) dir.write([line]);
  await until('some of them are stored', () => first.state().fills > fillsOf(0, 2));
  await first.stop();
  const second = follow(store);
  for (const line of late.slice(650)) dir.write([line]);
  await until('none is missing', () => second.state()?.missingBlocks === 0);
  await isRead(second, 0);
  await second.stop();
  const asked = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0) };
  assert.deepEqual(await second.ledger.read({ ...asked, states: ['open'] }), []);
  await harness.assertWhole(store);
});
