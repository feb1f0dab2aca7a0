/** An import in its own process, so that its memory and processor time can be measured. Started by import.ts. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { keepFolding } from '../src/app/lifecycles.ts';
import { createChangeFeed } from '../src/changes/change-feed.ts';
import { createCoverageLedger } from '../src/coverage/ledger.ts';
import { createBatchStore } from '../src/ingest/batch-store.ts';
import { runImport } from '../src/ingest/import.ts';
import { monotonicMs, systemClock } from '../src/kernel/clock.ts';
import { createLog } from '../src/kernel/log.ts';
import { createFoldWatch } from '../src/lifecycles/fold-watch.ts';
import { isFoldBehind, readProgress } from '../src/lifecycles/progress.ts';
import { tellResult } from './child.ts';

export interface ImportRun {
  fills: number;
  seconds: number;
  cpuSeconds: number;
  peakRssBytes: number;
  /** With concurrent folding: time from the import's end until all lifecycles are folded. */
  foldedAfterSeconds?: number;
}

const { file, dir, folds } = JSON.parse(process.argv[2]!) as { file: string; dir: string; folds?: boolean };
const analytics = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(analytics);
const stopped = new AbortController();
const feed = createChangeFeed({
  store: analytics,
  onError: (error) => {
    throw error;
  },
});
const folding = folds
  ? keepFolding(
      {
        analytics,
        feed,
        dir: join(dir, 'fold'),
        log: createLog({ level: 'silent' }),
        watch: createFoldWatch(),
      },
      stopped.signal,
    )
  : undefined;
// A service folds its existing fills before an import begins.
while (folding !== undefined && (await readProgress(analytics))?.ready !== true) await delay(50);
const cpu = process.cpuUsage();
const startMs = monotonicMs();
const done = await runImport({
  request: { paths: [file] },
  store: createBatchStore(analytics),
  ledger: createCoverageLedger({ analytics: analytics, clock: systemClock }),
  journalDir: join(dir, 'ingest'),
  signal: new AbortController().signal,
  onProgress: () => undefined,
});
const seconds = (monotonicMs() - startMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
if (done.quarantined > 0 || done.duplicates > 0) {
  throw new Error(`${done.quarantined} quarantined, ${done.duplicates} duplicates: the generator is wrong`);
}
const endMs = monotonicMs();
while (folding !== undefined && (await isFoldBehind(analytics))) await delay(50);
const foldedAfterSeconds = (monotonicMs() - endMs) / 1000;
stopped.abort();
await folding;
await feed.close();
tellResult({
  fills: done.fills,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakRssBytes: process.resourceUsage().maxRSS * 1024,
  ...(folding !== undefined && { foldedAfterSeconds }),
} satisfies ImportRun);
await analytics.close();
process.exit(0);
