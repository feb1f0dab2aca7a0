import type { AnalyticsStore } from '../analytics/store.ts';
import type { StoreFault } from '../analytics/wholeness/mend.ts';
import { findServerFaults } from '../analytics/wholeness/server-faults.ts';
import { minuteMs } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { pause } from '../kernel/pause.ts';
import { openAuditWatch } from './audit-watch.ts';
import { inWords, type Wholeness } from './wholeness.ts';

/**
 * Looks whether a store on servers is whole: now, and each minute while the process serves, as servers restart without it. Nothing is mended:
 * other processes read and write. A look that fails is logged, and leaves what was found before.
 */
export async function openServerWholeness({
  analytics,
  log,
}: {
  analytics: AnalyticsStore;
  log: Log;
}): Promise<Wholeness> {
  let faults: readonly StoreFault[] = [];
  const audit = await openAuditWatch(analytics, log);

  async function look(): Promise<void> {
    try {
      const found = await findServerFaults(analytics);
      const known = new Set(faults.map(({ fault }) => fault));
      for (const fault of found) if (!known.has(fault.fault)) log.warn(fault, 'the store is not whole');
      if (found.length === 0 && faults.length > 0) log.info('the store is whole again');
      faults = found;
    } catch (err) {
      log.warn({ err }, 'cannot look whether the store is whole');
    }
  }

  await look();
  return {
    // All processes would leave their load balancer at once, for one part of one table.
    gates: false,
    wasMended: false,
    faults: () => faults,
    check: () => inWords(faults),
    audited: audit.audited,
    auditDifferences: audit.differences,
    async watch(signal) {
      while (!signal.aborted) {
        await pause(minuteMs, signal, { ref: false });
        if (signal.aborted) return;
        await look();
        await audit.look().catch((err: unknown) => log.warn({ err }, 'cannot look at the newest audit'));
      }
    },
  };
}
