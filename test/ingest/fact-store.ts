import { join } from 'node:path';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { createFactWriter, type FactWriter } from '../../src/ingest/facts/fact-writer.ts';
import { createLog } from '../../src/kernel/log.ts';
import { chdbHarness } from './store-harness.ts';

/** An embedded store with a writer of facts that keeps nothing waiting. */
export interface FactStore {
  store: AnalyticsStore;
  facts: FactWriter;
  /** A directory for files and journals. */
  dir: string;
  close(): Promise<void>;
}

/** Opens one in a directory of its own. */
export async function openFactStore(): Promise<FactStore> {
  const harness = await chdbHarness();
  const { dir } = harness;
  const store = await harness.open('facts');
  const log = createLog({ level: 'silent' });
  const facts = createFactWriter({ analytics: store, dir: join(dir, 'facts'), log, flushMs: 1 });
  return {
    store,
    facts,
    dir,
    async close() {
      await facts.close();
      await store.close();
      await harness.stop();
    },
  };
}
