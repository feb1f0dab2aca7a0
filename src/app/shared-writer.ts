import { hostname } from 'node:os';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type HeldLease, holdLease, WriterLost } from '../control/held-lease.ts';
import type { ControlStore } from '../control/store.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { createSharedBatches } from '../ingest/shared-batches.ts';
import type { Log } from '../kernel/log.ts';
import { claimDataDir } from '../operate/data-dir.ts';

/** Writing fills into stores that other processes write, too. */
export interface SharedWriter {
  batches: BatchStore;
  becomeWriter: BecomeWriter;
}

/**
 * Lets this process write where the stores are servers, one process at a time of all that share them (docs/adr/servers.md#one-writer).
 *
 * @param options.journalDir of this process alone, as long as it writes
 * @param options.command names this process to others
 */
export function openSharedWriter(options: {
  analytics: AnalyticsStore;
  control(): Promise<ControlStore>;
  journalDir: string;
  command: string;
  log: Log;
}): SharedWriter {
  const { analytics, control, journalDir, command, log } = options;
  let held: HeldLease | undefined;
  const shared = createSharedBatches({
    analytics,
    epoch() {
      if (held === undefined) throw new WriterLost();
      held.check();
      return held.epoch;
    },
  });

  return {
    batches: shared.batches,
    async becomeWriter({ report, signal } = {}) {
      // Two processes that were given one directory must not share its journal.
      const claim = claimDataDir(journalDir, { pid: process.pid, command });
      try {
        const lease = await holdLease({
          writers: (await control()).writers,
          holder: `tidemark ${command} (pid ${process.pid} on ${hostname()})`,
          above: await shared.newestEpoch(),
          ...(report !== undefined && { report }),
          onVoid: (heldBy) => log.warn({ heldBy }, 'a lease that lies in the future is void'),
          signal,
        });
        held = lease;
        const giveBack = async () => {
          held = undefined;
          // Where the control store is away, the lease ends by itself.
          await lease.giveBack().catch(() => undefined);
          claim.release();
        };
        try {
          await shared.takeOver(openJournal(journalDir));
          return { lost: lease.lost, giveBack };
        } catch (error) {
          await giveBack();
          throw error;
        }
      } catch (error) {
        claim.release();
        throw error;
      }
    },
  };
}
