import type { AnalyticsStore } from '../analytics/store.ts';
import type { Archetypes } from '../archetypes/archetypes.ts';
import { startArchetypes } from '../archetypes/start-archetypes.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { openFaults } from './faults.ts';

/** Opens the lists over lifecycles, in every process alike: they follow the store, whoever writes it. */
export function openArchetypes(parts: {
  analytics: AnalyticsStore;
  clock: Clock;
  log: Log;
  shutdown: Shutdown;
}): Archetypes {
  const { analytics, clock, log, shutdown } = parts;
  const faults = openFaults('the archetypes', log, shutdown);
  const running = startArchetypes({
    store: analytics,
    clock,
    onRefresh: (cost) => log.debug(cost, 'archetypes read'),
    onError: (err) => faults.report('archetypes', { err }, 'archetypes could not be read; trying again'),
  });
  shutdown.register('archetypes', () => running.close());
  return running;
}
