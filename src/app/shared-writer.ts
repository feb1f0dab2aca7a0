import { hostname } from 'node:os';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type HeldLease, holdLease, WriterLost } from '../control/held-lease.ts';
import type { ControlStore } from '../control/store.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';
import { openJournal } from '../ingest/journal.ts';
import { createSharedBatches } from '../ingest/shared-batches.ts';
import type { Log } from '../kernel/log.ts';
import { claimDataDir } from '../operate/data-dir.ts';

/** Writes fills into stores that other processes write too. */
export interface SharedWriter {
  batches: BatchStore;
  becomeWriter: BecomeWriter;
}

/**
 * Gives this process the right to write to stores on servers, one process at a time (docs/adr/servers.md#one-writer).
 *
 * @param options.journalDir owned by this process while it writes
 * @param options.command name of this process in messages of others
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
      // Two processes with the same directory must not share its journal.
      const claim = claimDataDir(journalDir, { pid: process.pid, command });
      try {
        const lease = await holdLease({
          writers: (await control()).writers,
          holder: `tidemark ${command} (pid ${process.pid} on ${hostname()})`,
          above: await shared.newestEpoch(),
          ...(report !== undefined && { report }),
          onVoid: (heldBy) => log.warn({ heldBy }, 'a lease with a future time is void'),
          signal,
        });
        held = lease;
        const giveBack = async () => {
          held = undefined;
          // If the control store is down, the lease expires.
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
