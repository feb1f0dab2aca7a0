import type { AlertTerms } from '../alerts/terms.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ControlStore } from '../control/store.ts';
import type { CoverageLedger } from '../coverage/ledger.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';

/** Who answers the operations. */
export interface OwnerStatus {
  /** Version of the program that owns the data. */
  version: string;
  pid: number;
  /** Command that owns the data: `serve`, `import`, `audit` … */
  command: string;
  /** Data directory; absent where the stores are servers. */
  dataDir?: string;
  /** Unix milliseconds. */
  startedAtMs: number;
}

/** What operations work on, in the process that has it open. */
export interface OperatorStores {
  /** Opens the store of fills at its first use: a command on keys never waits for it. */
  fills: () => Promise<{
    analytics: AnalyticsStore;
    batches: BatchStore;
    ledger: CoverageLedger;
    becomeWriter: BecomeWriter;
  }>;
  /** Opens the control store at its first use: an import alone never waits for it. */
  control: () => Promise<ControlStore>;
  /** What alerts may be. */
  alerts: AlertTerms;
  journalDir: string;
  /** Fills per batch of an import. */
  batchFills: number;
  status: OwnerStatus;
  /** Runs what writes fills after all that was asked for before it. */
  inTurn<Result>(write: () => Promise<Result>): Promise<Result>;
}
