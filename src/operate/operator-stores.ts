import type { AlertTerms } from '../alerts/terms.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { PlanSales } from '../billing/billing.ts';
import type { ControlStore } from '../control/store.ts';
import type { CoverageLedger } from '../coverage/ledger.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';

export interface OwnerStatus {
  version: string;
  pid: number;
  /** `serve`, `import`, `audit` … */
  command: string;
  /** Undefined if the stores are on servers. */
  dataDir?: string;
  /** Unix milliseconds. */
  startedAtMs: number;
}

/** The stores of operations that people of an account may call. */
export interface AccountStores {
  /** Opens the control store at first use, so that imports alone do not wait for it. */
  control: () => Promise<ControlStore>;
  /** Opens the store of fills and of the request log at first use, so that commands on keys do not wait for it. */
  fills: () => Promise<{ analytics: Pick<AnalyticsStore, 'rows'> }>;
  /** Rules and limits of alerts. */
  alerts: AlertTerms;
  /** Undefined if only the operator grants plans. */
  sales?: PlanSales | undefined;
  /** Unix milliseconds. */
  nowMs: () => number;
}

/** The stores of the process that has them open. */
export interface OperatorStores extends AccountStores {
  fills: () => Promise<{
    analytics: AnalyticsStore;
    batches: BatchStore;
    ledger: CoverageLedger;
    becomeWriter: BecomeWriter;
  }>;
  journalDir: string;
  /** Fills per batch of an import. */
  batchFills: number;
  status: OwnerStatus;
  /** Settings that contradict each other; default: none. */
  settingConflicts?: readonly string[];
  /** Runs a write of fills after all writes requested before it. */
  inTurn<Result>(write: () => Promise<Result>): Promise<Result>;
}
