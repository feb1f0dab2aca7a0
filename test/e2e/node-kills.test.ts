/** A service that follows a node's files and is killed at any moment has what an import has. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../../src/analytics/chdb.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { seedData } from '../data-template.ts';
import { followHarness, nodeDir } from '../ingest/follow-harness.ts';
import { blockLine, generateBlocks } from '../ingest/generated-fills.ts';
import { generateMisc } from '../ingest/generated-misc.ts';
import { ledgerTables, tableSums } from '../ingest/table-sums.ts';
import { campaignSeed, sized } from '../size.ts';
import { seededNumbers } from '../source-fills.ts';
import { said, startCommand } from './command.ts';

const stepMs = 2_000;
const count = sized({ check: 1_500, campaign: 6_000 });
const kills = sized({ check: 3, campaign: 20 });
const startMs = Math.floor(systemClock.nowMs() / stepMs) * stepMs - count * stepMs;
const blocks = [...generateBlocks({ seed: campaignSeed, blocks: count, wallets: 50, startMs, stepMs })];
// Two stretches that the node never writes.
const missing = [blocks.slice(300, 310), blocks.slice(700, 701)].flat();
const lines = blocks
  .filter((block) => !missing.includes(block))
  .map((block) => ({ timeMs: block.timeMs, text: `${blockLine(block)}\n` }));

const miscLines = [
  ...generateMisc({ seed: campaignSeed, blocks: count, wallets: 50, startMs, stepMs }),
].filter(({ number }) => !missing.some((block) => block.number === number));

const stops: (() => unknown)[] = [];
after(async () => {
  for (const stop of stops.reverse()) await stop();
});

test('kills at random moments while the files grow lose nothing, repeat nothing and forget no gap', async () => {
  const harness = await followHarness(lines);
  stops.push(harness.stop);
  const expected = await harness.imported(miscLines, 'ledger');
  const { analytics, root } = await harness.openStore();
  await analytics.close();
  const data = seedData(`${root}-data`);
  stops.push(() => rmSync(data, { recursive: true, force: true }));
  const dir = nodeDir(root);
  const misc = nodeDir(root, 'misc_events_by_block');
  const write = (from: number, to: number) => {
    dir.write(lines.slice(from, to));
    misc.write(miscLines.slice(from, to));
  };
  const below = seededNumbers(campaignSeed);
  write(0, 200);
  let written = 200;

  async function run(untilLine: number, end: NodeJS.Signals): Promise<void> {
    const args = ['serve', '--source', 'node', '--node-dir', root, '--data', data, '--port', '0'];
    const server = startCommand(args, { TIDEMARK_LOG_LEVEL: 'info' });
    await said(server, /following a node's files/);
    while (written < untilLine) {
      const next = Math.min(untilLine, written + 1 + below(20));
      write(written, next);
      written = next;
      // waits: the node has a pace of its own
      await delay(below(8)); // ends: every turn writes a line
    }
    if (end === 'SIGKILL')
      await delay(below(3_000)); // waits: the moment of the kill is what is tested
    else await said(server, /the node's files are followed as they grow/);
    server.child.kill(end);
    await server.ended;
  }

  for (let kill = 1; kill <= kills; kill++)
    await run(Math.floor((lines.length * kill) / (kills + 1)), 'SIGKILL');
  await run(lines.length, 'SIGTERM');

  const store = await openChdb({ dir: join(data, 'analytics'), readSessions: 1 });
  await recoverBatches(createBatchStore(store), openJournal(join(data, 'ingest')));
  const ledger = createCoverageLedger({ analytics: store, clock: systemClock });
  for (const feed of ['node_fills', 'node_misc_events']) {
    const params = { feed, fromMs: 0, toMs: Date.UTC(2100, 0), states: ['open'] as const };
    assert.deepEqual(
      (await ledger.read(params)).map(({ fromBlock, toBlock }) => [fromBlock, toBlock]),
      [
        [blocks[300]!.number, blocks[309]!.number],
        [blocks[700]!.number, blocks[700]!.number],
      ],
      feed,
    );
  }
  await ledger.close();
  assert.deepEqual(await tableSums(store, ledgerTables), expected);
  await harness.assertWhole({ analytics: store, journalDir: join(data, 'ingest'), root });
});
