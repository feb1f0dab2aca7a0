import { after, before, describe } from 'node:test';
import type { AnalyticsStore } from '../../src/analytics/store.ts';
import { batchGuarantees } from './analytics-batches.ts';
import { insertGuarantees } from './analytics-inserts.ts';
import { limitGuarantees } from './analytics-limits.ts';
import { valueGuarantees } from './analytics-values.ts';

/** The sizes of every store under test; the suite counts on them. */
export const storeSizes = { readConnections: 4, queueLimit: 8 };

/** An implementation of the port, ready for the suite. */
export interface AnalyticsSide {
  /** Opens a store on the same data each time; the suite closes a store before it opens the next. */
  open(): Promise<AnalyticsStore>;
  /** Ends the engine and removes its data. */
  stop(): Promise<void>;
}

/** The current store: a test may close and reopen it. */
export interface OpenStore {
  readonly current: AnalyticsStore;
  reopen(): Promise<void>;
}

/**
 * Guarantees of the analytics port, for any engine.
 * @param start starts the engine; the run fails with the reason if it cannot
 */
export function analyticsConformance(name: string, start: () => Promise<AnalyticsSide>): void {
  describe(`the analytics port on ${name}`, () => {
    let side: AnalyticsSide | undefined;
    let store: AnalyticsStore | undefined;
    before(async () => {
      side = await start();
      store = await side.open();
    });
    after(async () => {
      await store?.close();
      await side?.stop();
    });
    const open: OpenStore = {
      get current() {
        return store!;
      },
      async reopen() {
        await store!.close();
        store = await side!.open();
      },
    };
    valueGuarantees(open);
    limitGuarantees(open);
    insertGuarantees(open);
    batchGuarantees(open);
  });
}
