import { join } from 'node:path';
import { after, before } from 'node:test';
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

/**
 * Opens a store in a new directory before the tests of the calling file, and closes it after them.
 * @returns an object whose members are set before the first test begins
 */
export function useFactStore(): Omit<FactStore, 'close'> {
  const own = {} as FactStore;
  before(async () => void Object.assign(own, await openFactStore()));
  after(() => own.close());
  return own;
}

async function openFactStore(): Promise<FactStore> {
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
