import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { blockLine } from '../../packages/exchange-simulator/src/node-line.ts';
import { createExchangeRecord } from '../../packages/exchange-simulator/src/record/exchange-record.ts';
import { createCoverageLedger } from '../../src/coverage/ledger.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { runImport } from '../../src/ingest/import.ts';
import { hourMs, monotonicMs, systemClock } from '../../src/kernel/clock.ts';
import { assertSilentAudit, chdbHarness, type StoreHarness } from '../ingest/store-harness.ts';
import { ledgerDifferences } from './ledger-check.ts';
import { openLiveWorld, startTestConnector } from './live-world.ts';

const options = {
  seed: 'shared',
  wallets: 24,
  coins: 2,
  fillsPerSecond: 0.2,
  tickMs: 60_000,
  startMs: Date.UTC(2026, 4, 1, 4),
};
const historyMs = 3 * hourMs;
const catchUpMs = 180_000;

let harness: StoreHarness;
before(async () => {
  harness = await chdbHarness();
});
after(() => harness.stop());

/** The same hours as the world's, as a node writes them. */
function writeArchive(dir: string): string {
  const record = createExchangeRecord(options);
  const lines: string[] = [];
  record.subscribe({ block: (block) => void lines.push(blockLine(block, record.exchange.wallets)) });
  record.advance(options.startMs + historyMs);
  mkdirSync(dir, { recursive: true });
  const path = join(dir, '4');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}

test('an import and the connector, at once and of the same fills, store each fill once and nothing else', async () => {
  const world = await openLiveWorld({ ...options, historyMs });
  const store = await harness.open('shared');
  const batches = createBatchStore(store);
  const journalDir = join(harness.dir, 'journal');
  const archive = writeArchive(join(harness.dir, 'archive'));
  const importing = () =>
    runImport({
      request: { paths: [archive] },
      store: batches,
      ledger: createCoverageLedger({ analytics: store, clock: systemClock }),
      journalDir,
      batchFills: 500,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
  try {
    const connector = await startTestConnector(world, { analytics: store, batches, journalDir });
    const { fills, duplicates, completed, conflicts } = await importing();
    assert.equal(conflicts, 0, 'what is read live is what the archive has');
    const again = await importing();
    assert.deepEqual([again.fills, again.duplicates], [0, fills + duplicates + completed]);
    const deadlineMs = monotonicMs() + catchUpMs;
    let differences = ['nothing was compared'];
    while (differences.length > 0 && monotonicMs() < deadlineMs) {
      await delay(500); // waits: the comparison reads all that is stored
      differences = await ledgerDifferences(store, world);
    }
    await connector.close();
    assert.deepEqual(differences, []);
    await assertSilentAudit(store);
  } finally {
    await world.close();
    await store.close();
  }
});
