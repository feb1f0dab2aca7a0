/** A process with a store and a connector of its own, for a test to kill. Its exchange's time comes over its channel. */
import { join } from 'node:path';
import { openChdb } from '../../src/analytics/chdb.ts';
import { migrateAnalytics } from '../../src/analytics/migrate.ts';
import { createBatchStore } from '../../src/ingest/batch-store.ts';
import { openJournal } from '../../src/ingest/journal.ts';
import { startConnector } from '../../src/ingest/live/connector.ts';
import { recoverBatches } from '../../src/ingest/recover.ts';
import { createLog } from '../../src/kernel/log.ts';
import { testPace, testTiming } from './live-world.ts';

/** What the test tells it. */
export type ToChild = { nowMs: number } | 'close';
/** What it tells the test. */
export type FromChild = { tracked: number; caughtUp: boolean } | 'closed';

const [dir, infoUrl, feedUrl, startMs] = process.argv.slice(2) as [string, string, string, string];
let nowMs = Number(startMs);
const clock = { nowMs: () => nowMs };
const tell = (message: FromChild) => process.send!(message);

const analytics = await openChdb({ dir: join(dir, 'engine'), readSessions: 1 });
await migrateAnalytics(analytics);
const batches = createBatchStore(analytics);
const journalDir = join(dir, 'journal');
await recoverBatches(batches, openJournal(journalDir));
const connector = await startConnector({
  infoUrl,
  feedUrl,
  analytics,
  batches,
  journalDir,
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
  },
});

const telling = setInterval(() => {
  const { tracked, complete } = connector.state().wallets;
  tell({ tracked, caughtUp: complete === tracked });
}, 50);
process.on('message', async (message: ToChild) => {
  if (message !== 'close') {
    nowMs = message.nowMs;
    return;
  }
  clearInterval(telling);
  await connector.close();
  await analytics.close();
  tell('closed');
  process.disconnect();
});
process.on('disconnect', () => process.exit());
