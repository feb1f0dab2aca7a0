/** One import in a process of its own, so that its memory and processor time are its own. Started by import.ts. */
import { join } from 'node:path';
import { openChdb } from '../src/analytics/chdb.ts';
import { migrateAnalytics } from '../src/analytics/migrate.ts';
import { createBatchStore } from '../src/ingest/batch-store.ts';
import { runImport } from '../src/ingest/import.ts';
import { monotonicMs } from '../src/kernel/clock.ts';
import { tellResult } from './child.ts';

export interface ImportRun {
  fills: number;
  seconds: number;
  cpuSeconds: number;
  peakRssBytes: number;
}

const { file, dir } = JSON.parse(process.argv[2]!) as { file: string; dir: string };
const analytics = await openChdb({ dir: join(dir, 'analytics') });
await migrateAnalytics(analytics);
const cpu = process.cpuUsage();
const startMs = monotonicMs();
const done = await runImport({
  request: { paths: [file] },
  store: createBatchStore(analytics),
  journalDir: join(dir, 'ingest'),
  signal: new AbortController().signal,
  onProgress: () => undefined,
});
const seconds = (monotonicMs() - startMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
if (done.quarantined > 0 || done.duplicates > 0) {
  throw new Error(`${done.quarantined} quarantined, ${done.duplicates} duplicates: the generator is wrong`);
}
tellResult({
  fills: done.fills,
  seconds,
  cpuSeconds: (user + system) / 1e6,
  peakRssBytes: process.resourceUsage().maxRSS * 1024,
} satisfies ImportRun);
await analytics.close();
process.exit(0);
