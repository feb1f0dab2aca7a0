import type { AnalyticsStore } from '../analytics/store.ts';
import { mergeScatteredRows } from './scattered-rows.ts';
import type { Job } from './schedule.ts';

/** All scheduled jobs: a new one adds its line. */
export function jobCatalogue({ analytics }: { analytics: AnalyticsStore }): Job[] {
  return [
    {
      name: 'merge-scattered-rows',
      every: 'hour',
      missedLimit: 1,
      async run() {
        await mergeScatteredRows(analytics);
      },
    },
  ];
}
