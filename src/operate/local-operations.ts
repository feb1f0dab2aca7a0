import { migrateAnalytics } from '../analytics/migrate.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { ControlStore } from '../control/store.ts';
import type { BatchStore, BecomeWriter } from '../ingest/batch-store.ts';
import type { ForgetRequest } from '../ingest/fill-rewrite.ts';
import { runImport } from '../ingest/import.ts';
import { openJournal } from '../ingest/journal.ts';
import type { PipelineProgress } from '../ingest/pipeline.ts';
import { between, writersTurn } from '../ingest/recover.ts';
import { audit } from '../jobs/audit.ts';
import { listGaps } from '../jobs/gap-list.ts';
import { auditPositions } from '../jobs/position-audit.ts';
import { listQuarantined } from '../jobs/quarantine-list.ts';
import { recordAudit } from '../jobs/stored-audits.ts';
import { monotonicMs } from '../kernel/clock.ts';
import type {
  ControlOperations,
  ForgetReport,
  ImportSummary,
  Operations,
  OwnerStatus,
} from './operations.ts';

export interface LocalOperationsParts {
  /** Opens the store of fills at its first use: a command on keys never waits for it. */
  fills: () => Promise<{ analytics: AnalyticsStore; batches: BatchStore; becomeWriter: BecomeWriter }>;
  /** Opens the control store at its first use: an import alone never waits for it. */
  control: () => Promise<ControlStore>;
  journalDir: string;
  /** Fills per batch of an import. */
  batchFills: number;
  status: OwnerStatus;
}

/** The operations of the process that has the stores open. Imports wait for each other; one writer at a time. */
export function createLocalOperations(parts: LocalOperationsParts): Operations {
  const { fills, control, journalDir, batchFills, status } = parts;
  const analytics = async () => (await fills()).analytics;
  let lastImport: Promise<unknown> = Promise.resolve();

  async function importNow(...args: Parameters<Operations['importPaths']>): Promise<ImportSummary> {
    const [request, onProgress, signal] = args;
    const { batches, becomeWriter } = await fills();
    const startMs = monotonicMs();
    const turn = await becomeWriter({ signal });
    try {
      const done = await runImport({
        ...{ request, store: batches, journalDir, batchFills, signal },
        onProgress: ({ knownContexts, ...rest }) =>
          onProgress({ ...rest, contexts: rest.contexts + knownContexts }),
      });
      return summaryOf(done, { elapsedMs: monotonicMs() - startMs, interrupted: signal.aborted });
    } finally {
      await turn.giveBack();
    }
  }

  async function forgetNow(request: ForgetRequest): Promise<ForgetReport> {
    const { batches, becomeWriter } = await fills();
    const turn = await becomeWriter();
    const gone: ForgetReport = { fills: 0, contexts: 0 };
    try {
      await writersTurn(batches, openJournal(journalDir), async () => {
        gone.fills = await batches.forget(request);
        if ('source' in request) gone.contexts = await batches.forgetContexts(request.source);
      });
      return gone;
    } finally {
      await turn.giveBack();
    }
  }

  /** Between two batches of this process; undefined where others write, too. */
  function turnsOf({ kind }: AnalyticsStore, batches: BatchStore) {
    return kind === 'chdb' ? between(batches, openJournal(journalDir)) : undefined;
  }

  return {
    importPaths(...args) {
      const turn = lastImport.then(() => importNow(...args));
      lastImport = turn.catch(() => undefined);
      return turn;
    },
    forget(request) {
      const turn = lastImport.then(() => forgetNow(request));
      lastImport = turn.catch(() => undefined);
      return turn;
    },
    async audit(onProgress, signal) {
      const { analytics: store, batches } = await fills();
      const found = await audit(store, onProgress, signal, { inTurn: turnsOf(store, batches) });
      await recordAudit(store, found);
      return found;
    },
    auditPositions: async (onProgress, signal) => auditPositions(await analytics(), onProgress, signal),
    listGaps: async (options) => listGaps(await analytics(), options),
    listQuarantined: async (options) => listQuarantined(await analytics(), options),
    listJobs: async () => (await control()).jobs.list(),
    // Who reads live puts its own in this place.
    listFeeds: async () => [],
    ...controlOperations(control),
    async migrate() {
      const applied = await migrateAnalytics(await analytics());
      return { analytics: applied, control: await (await control()).migrate() };
    },
    status: async () => status,
  };
}

/** The operations on keys and accounts, on a control store that opens at its first use. */
export function controlOperations(control: () => Promise<ControlStore>): ControlOperations {
  return {
    createKey: async (request) => (await control()).createKey(request),
    listKeys: async (options) => (await control()).listKeys(options),
    revokeKey: async (id) => (await control()).revokeKey(id),
    rotateKey: async (id, options) => (await control()).rotateKey(id, options),
    listPayments: async (options) => (await control()).listPayments(options),
    listAccounts: async (options) => (await control()).listAccounts(options),
    findAccount: async (name) => (await control()).findAccount(name),
    createAccount: async (name) => (await control()).createAccount(name),
    invite: async (request) => (await control()).invite(request),
    grantTier: async (request) => (await control()).grantTier(request),
    endEntitlement: async (id) => (await control()).endEntitlement(id),
    setOverrides: async (name, overrides) => (await control()).setOverrides(name, overrides),
    changeOverrides: async (name, changes) => (await control()).changeOverrides(name, changes),
  };
}

function summaryOf(
  done: PipelineProgress,
  { elapsedMs, interrupted }: { elapsedMs: number; interrupted: boolean },
): ImportSummary {
  const { filesDone, blocks, fills, duplicates, completed, conflicts, replaced } = done;
  const { contexts, knownContexts, unattributed, quarantined, partial, unknownFees, unread, unreadTotal } =
    done;
  const seconds = Math.round(elapsedMs) / 1000;
  const seen = fills + duplicates + completed + conflicts + replaced;
  const fillsPerSecond = Math.round(seen / Math.max(seconds, 0.001));
  return {
    files: filesDone,
    blocks,
    fills,
    duplicates,
    completed,
    conflicts,
    replaced,
    contexts,
    knownContexts,
    unattributed,
    quarantined,
    partial,
    unknownFees,
    unread,
    unreadTotal,
    seconds,
    fillsPerSecond,
    interrupted,
  };
}
