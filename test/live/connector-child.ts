/** A process with a store and a connector of its own, for a test to kill. Its exchange's time comes over its channel. */
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { query } from '../../src/analytics/query.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import type { FromChild, ToChild } from './connector-process.ts';
import { startTestConnector, testPace, testTiming } from './live-world.ts';

const [dir, url, wsUrl, startMs, silenceMs] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
];
let nowMs = Number(startMs);
const clock = { nowMs: () => nowMs };
const tell = (message: FromChild) => process.send!(message);
// Time passes while it starts, too.
process.on('message', (message: ToChild) => {
  if ('nowMs' in message) nowMs = message.nowMs;
});
process.on('disconnect', () => process.exit());

const analytics = await openChdb({ dir: join(dir, 'engine'), readSessions: 1 });
await migrateAnalytics(analytics);
const batches = createBatchStore(analytics);
const journalDir = join(dir, 'journal');
await recoverBatches(batches, openJournal(journalDir));
const world = { url, wsUrl, clock };
const connector = await startTestConnector(world, {
  analytics,
  batches,
  journalDir,
  // What a minute's feed does not tell is read again within the seconds that a test has.
  pace: { ...testPace, candlesMs: 500, statesMs: 1_000, quietMs: 1_000, rolesMs: 1_000 },
  feedTiming: { ...testTiming.feedTiming, silenceMs: Number(silenceMs) },
});

process.on('message', async (message: ToChild) => {
  if ('ask' in message) {
    const { id, ask, params } = message;
    const rows = await analytics.rows(query(ask), params);
    tell({ id, rows });
  }
  if ('close' in message) {
    clearInterval(looking);
    await connector.close();
    await analytics.close();
    process.disconnect();
  }
});
/** The markets, what there is to subscribe to and the outcomes are known. */
const looking = setInterval(() => {
  const { ready, feeds } = connector.state();
  if (!ready || feeds.some(({ name, received }) => name === 'outcomes' && received === 0)) return;
  clearInterval(looking);
  tell({ ready: true });
}, 10);
