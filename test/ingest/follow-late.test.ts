/** More blocks than are kept apart come late, one by one, and the process ends between them. */
import { test } from 'node:test';
import { until } from '../until.ts';
import { follow, followHarness, nodeDir } from './follow-harness.ts';
import { blockLine, generateBlocks } from './generated-fills.ts';

const blocks = [...generateBlocks({ seed: 3, blocks: 2_601, tradesPerBlock: 1, wallets: 10 })];
const lines = blocks.map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));
const early = lines.filter((_, n) => n % 2 === 0);
const late = lines.filter((_, n) => n % 2 === 1);

test('1,300 single blocks that come late heal their gaps, also where the process ends between them', async (t) => {
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
  await until('no block is missing', () => second.state()?.missingBlocks === 0);
  const gaps = { feed: 'node_fills', fromMs: 0, toMs: Date.UTC(2100, 0), states: ['open'] } as const;
  // Gaps are healed after their blocks were stored, and no fill waits for it.
  await until('no gap is open', async () => (await second.ledger.read(gaps)).length === 0);
  await second.stop();
  await harness.assertWhole(store);
});
