import type { JobState } from '../control/job-runs.ts';
import type { ControlStore } from '../control/store.ts';
import type { ForgetRequest } from '../ingest/fill-rewrite.ts';
import type { ImportRequest } from '../ingest/import.ts';
import type { UnreadFile } from '../ingest/pipeline.ts';
import type { AuditProgress, AuditReport } from '../jobs/audit.ts';
import type { Gap, GapListOptions } from '../jobs/gap-list.ts';
import type { PositionAuditReport } from '../jobs/position-audit.ts';
import type { Quarantined, QuarantineListOptions } from '../jobs/quarantine-list.ts';

/** How far an import has come; counts are totals since its start. */
export interface ImportProgress {
  /** Absolute path of the file being read. */
  file: string;
  filesDone: number;
  files: number;
  /** Bytes of the files as they lie on disk (compressed, where they are compressed). */
  bytesDone: number;
  bytes: number;
  fills: number;
  duplicates: number;
  /** States of markets, new or known. */
  contexts: number;
  quarantined: number;
}

/** What an import did. The CLI prints it as one JSON line. */
export interface ImportSummary {
  files: number;
  blocks: number;
  /** Fills that were new. */
  fills: number;
  /** Fills that were there already. */
  duplicates: number;
  /** Stored fills that the files told more of than they had: block, builder, fees of deployers. */
  completed: number;
  /** Records whose fill is stored with other content; `tidemark quarantine` shows both. */
  conflicts: number;
  /** Stored fills that the files' records took the place of, where `replace` was asked for. */
  replaced: number;
  /** Archived states of markets that were new: minutes of a market. */
  contexts: number;
  /** Those that were there already. */
  knownContexts: number;
  /** Rows of builders' daily files that no stored fill could be, or more fills than rows. */
  unattributed: number;
  /** Records set aside, with their reason and raw text. */
  quarantined: number;
  /** Records that are stored without an optional part, which is set aside with its reason. */
  partial: number;
  /** Fills whose fee token has no known price, so that their fee counts as 0 USD. */
  unknownFees: number;
  /** The first files of which some, or all, was not read. */
  unread: readonly UnreadFile[];
  /** How many there are, the ones left out above included. */
  unreadTotal: number;
  seconds: number;
  fillsPerSecond: number;
  /** True where the import was stopped before its end. Everything counted above is stored; importing again goes on. */
  interrupted: boolean;
}

/** What taking fills out did. */
export interface ForgetReport {
  /** Fills that were taken out. */
  fills: number;
  /** Archived states of markets that were. */
  contexts: number;
}

/** What bringing the stores to the newest version did. */
export interface MigrationReport {
  /** Names of the migrations that ran now. */
  analytics: string[];
  control: string[];
}

/** One kind of live data, as the process sees it that reads it. Durations: ms. */
export interface FeedSummary {
  feed: string;
  /** Since it was last seen; absent before the first time. */
  ageMs?: number;
  /** Older than this is stale; absent where silence means nothing. */
  staleMs?: number;
  /** Of the newest datum, from the exchange's time of it to its arrival. */
  lagMs?: number;
  /** Data that arrived since the start, repeats included. */
  received: number;
  gapsFilled: number;
  gapsRecorded: number;
}

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

/** What an operator can do to accounts and keys: as the control store describes it. */
export type ControlOperations = Pick<
  ControlStore,
  | 'createKey'
  | 'listKeys'
  | 'revokeKey'
  | 'rotateKey'
  | 'listAccounts'
  | 'listPayments'
  | 'findAccount'
  | 'createAccount'
  | 'invite'
  | 'grantTier'
  | 'endEntitlement'
  | 'setOverrides'
  | 'changeOverrides'
>;

/**
 * What an operator can do to the stores, whoever has them open: the process at hand, the one that owns the data directory,
 * over its socket (ADR 0003), or a server elsewhere, over its admin listener (ADR 0011). `app.ts` composes the local one.
 */
export interface Operations extends ControlOperations {
  /**
   * Imports what files hold, named by absolute paths. Aborting ends it after the batch in hand: it then resolves with `interrupted`.
   * @throws Error where a path is missing or the store fails, and where the stores are those of a server elsewhere
   */
  importPaths(
    request: ImportRequest,
    onProgress: (progress: ImportProgress) => void,
    signal: AbortSignal,
  ): Promise<ImportSummary>;
  /**
   * Takes out the fills that came first from a file or the files of a directory (absolute path), or from a feed; or all of a
   * wallet; and what follows from them.
   */
  forget(request: ForgetRequest): Promise<ForgetReport>;
  /** Recomputes every rollup from raw fills. @throws Error where it was aborted or the store fails. */
  audit(onProgress: (progress: AuditProgress) => void, signal: AbortSignal): Promise<AuditReport>;
  /** Compares positions folded from fills with the newest states of accounts. @throws as `audit` */
  auditPositions(
    onProgress: (progress: AuditProgress) => void,
    signal: AbortSignal,
  ): Promise<PositionAuditReport>;
  /** What live reading lacks and nothing can bring back, found last first; then what is still being read. */
  listGaps(options?: GapListOptions): Promise<Gap[]>;
  /** What sources told and nobody can use, met last first. */
  listQuarantined(options?: QuarantineListOptions): Promise<Quarantined[]>;
  /** Scheduled jobs: how far each is, and which process runs it now. */
  listJobs(): Promise<JobState[]>;
  /** The feeds that the process asked reads; none where it reads nothing live. */
  listFeeds(): Promise<FeedSummary[]>;
  /** Brings both stores to the newest version; what is there already stays as it is. */
  migrate(): Promise<MigrationReport>;
  status(): Promise<OwnerStatus>;
}
