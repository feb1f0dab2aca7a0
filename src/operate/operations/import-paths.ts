import { basename } from 'node:path';
import { type Static, Type } from 'typebox';
import type { CoverageLedger } from '../../coverage/ledger.ts';
import { feedOfPath } from '../../ingest/blocks/block-coverage.ts';
import type { BlockGaps } from '../../ingest/blocks/imported-blocks.ts';
import type { ImportRequest } from '../../ingest/import.ts';
import type { PipelineProgress } from '../../ingest/pipeline.ts';
import type { ArchiveSelection } from '../../ingest/sources/archive-files.ts';
import { isS3Address } from '../../ingest/sources/archive-names.ts';
import { monotonicMs, systemClock } from '../../kernel/clock.ts';
import { unacceptable } from '../../kernel/problem.ts';
import {
  count,
  type Exact,
  instantOf,
  maybe,
  operation,
  type ResultOf,
  text,
  walletText,
} from '../operation.ts';
import { importCommand } from './import-command.ts';

/** Enough for some hundred thousand paths of a shell pattern. */
const importBodyBytes = 16 * 1_024 * 1_024;

const selection = {
  paths: Type.Array(
    Type.String({
      pattern: '^(/|s3://)',
      maxLength: 4_096,
      description:
        'an absolute path, or the address of objects: s3://bucket/prefix; of at most 4096 characters',
    }),
    { minItems: 1, maxItems: 500_000 },
  ),
  s3Endpoint: maybe(
    Type.String({
      pattern: '^https?://',
      maxLength: 2_048,
      description: "base address of an S3-compatible object store; default: Amazon's",
    }),
  ),
  s3Region: maybe(Type.String({ pattern: '^[a-z0-9-]{1,64}$', description: 'region of the object store' })),
  from: maybe(
    instantOf({ maxLength: 40, description: 'only files whose name has this hour or day, or a later one' }),
  ),
  to: maybe(instantOf({ maxLength: 40, description: 'only files that begin before this moment' })),
  gaps: maybe(
    Type.Boolean({
      description: 'only files of hours in which blocks are missing, by the coverage ledger',
    }),
  ),
  again: maybe(Type.Boolean({ description: 'reads objects again that were imported before' })),
};

const input = Type.Object({
  ...selection,
  wallet: maybe(walletText),
  builder: maybe(
    Type.String({
      pattern: '^0[xX][0-9a-fA-F]{40}$',
      description: 'the paths are daily files of this builder: 0x and 40 hex digits',
    }),
  ),
  force: maybe(
    Type.Boolean({
      description: 'with `wallet`: store the answer although its fills are stored under another wallet',
    }),
  ),
  replace: maybe(
    Type.Boolean({ description: 'the files override fills that are stored with other content' }),
  ),
});

/** Counts are totals since the start of the import. */
const progress = Type.Object({
  /** Absolute path. */
  file: text,
  filesDone: count,
  files: count,
  /** Size of the files on disk (compressed, if they are compressed). */
  bytesDone: count,
  bytes: count,
  fills: count,
  duplicates: count,
  /** Market states, new or known. */
  contexts: count,
  /** Funding payments, and balance updates. */
  payments: count,
  updates: count,
  twaps: count,
  states: count,
  quarantined: count,
});

/** The CLI prints it as one JSON line. */
const output = Type.Object({
  files: count,
  /** Objects skipped because an earlier import had read them completely. */
  knownFiles: count,
  blocks: count,
  /** New fills. */
  fills: count,
  /** Fills that were stored already. */
  duplicates: count,
  /** Stored fills completed from the files: block, builder, deployer fees. */
  completed: count,
  /** Records whose fill is stored with other content; `tidemark quarantine` shows both. */
  conflicts: count,
  /** Stored fills replaced by the files' records, with `replace`. */
  replaced: count,
  /** New archived market states: minutes of a market. */
  contexts: count,
  /** Archived market states that were stored already. */
  knownContexts: count,
  /** Funding payments, from a node's misc events or a wallet's API answer. */
  payments: count,
  /** Balance changes without a fill: one update per wallet concerned. */
  updates: count,
  /** Updates of a type without a rule; stored unchanged. */
  unknownUpdates: count,
  /** Statuses of TWAP orders. */
  twaps: count,
  /** Saved API answers about accounts. */
  states: count,
  /** Rows of builders' daily files without a matching stored fill, or with more matching fills than rows. */
  unattributed: count,
  /** Records quarantined with their reason and raw text. */
  quarantined: count,
  /** Records stored without an optional part, which is quarantined with its reason. */
  partial: count,
  /** Fills whose fee token has no known price; their fee counts as 0 USD. */
  unknownFees: count,
  unread: Type.Array(Type.Object({ file: text, reason: text }), {
    description: 'The first 100 files that were not read, or not completely.',
  }),
  unreadTotal: count,
  seconds: Type.Number(),
  fillsPerSecond: count,
  interrupted: Type.Boolean({ description: 'Stopped early; import again to continue.' }),
});

/**
 * An abort ends the import after the current batch and resolves with `interrupted`.
 * @throws Error if a path is missing or the store fails, and if the stores belong to a remote server
 */
export const importPaths = operation({
  name: 'importPaths',
  method: 'POST',
  path: '/admin/v1/jobs/import',
  operationId: 'jobs-import',
  summary:
    "imports archives of the exchange on this machine (files and directories), `builder`'s daily files, or `wallet`'s API answer",
  input,
  output,
  progress,
  step: ({ file, filesDone, files, bytes, bytesDone, ...counts }) => ({
    current: `${basename(file)} (${Math.min(filesDone + 1, files)}/${files})`,
    share: bytes > 0 ? bytesDone / bytes : 1,
    count:
      counts.fills +
      counts.duplicates +
      counts.contexts +
      counts.payments +
      counts.updates +
      counts.twaps +
      counts.states,
    unit: 'records',
    ...(counts.quarantined > 0 && { note: `${counts.quarantined} quarantined` }),
  }),
  command: importCommand,
  // Paths name files of the server's machine: a remote operator must not be able to probe them.
  onMachineOnly: true,
  bodyBytesLimit: importBodyBytes,
  async run({ fills, inTurn, journalDir, batchFills }, requests, { onProgress, signal }) {
    const meant = importRequest(requests);
    return inTurn(async () => {
      const [{ runImport }, { fundingDays }] = await Promise.all([
        import('../../ingest/import.ts'),
        import('../../jobs/funding-days.ts'),
      ]);
      const { analytics, batches, ledger, becomeWriter } = await fills();
      const gaps = await gapsOf(ledger, requests);
      const request = gaps === undefined ? meant : { ...meant, spans: gaps.hours };
      const startMs = monotonicMs();
      const turn = await becomeWriter({ signal });
      try {
        const done = await runImport({
          request,
          store: batches,
          ledger,
          journalDir,
          batchFills,
          signal,
          onProgress: ({ knownContexts, ...rest }) =>
            onProgress({ ...rest, contexts: rest.contexts + knownContexts }),
        });
        // Views sum all payments at start, which daily sums make cheap. Takes no longer than a batch, so it is not abortable.
        const whole = { untilMs: systemClock.nowMs(), signal: new AbortController().signal };
        if (done.payments > 0 && !signal.aborted) await fundingDays({ analytics })(whole);
        return summaryOf(done, { elapsedMs: monotonicMs() - startMs, interrupted: signal.aborted });
      } finally {
        await turn.giveBack();
      }
    });
  },
});

const missingLimit = 100;

/** Reads none of the objects. */
export const planImport = operation({
  name: 'planImport',
  method: 'POST',
  path: '/admin/v1/jobs/import-plan',
  operationId: 'jobs-planImport',
  summary: 'lists the files and objects that an import of `paths` would read, and the hours that are missing',
  input: Type.Object(selection),
  output: Type.Object({
    files: count,
    bytes: count,
    known: Type.Object(
      { files: count, bytes: count },
      {
        description: 'Objects that were imported before, and would not be read again.',
      },
    ),
    outside: Type.Integer({ minimum: 0, description: 'Files outside `from`, `to` and `gaps`.' }),
    gaps: maybe(
      Type.Object(
        { gaps: count, blocks: count },
        { description: 'Gaps to fill, if the request has `gaps`.' },
      ),
    ),
    missing: Type.Array(text, { description: 'The first 100 hours without a file.' }),
    missingTotal: count,
  }),
  onMachineOnly: true,
  bodyBytesLimit: importBodyBytes,
  async run({ fills }, requests, { signal }) {
    const { selectFiles } = await import('../../ingest/sources/archive-files.ts');
    const { again = false, ...meant } = archiveSelection(requests);
    const { batches, ledger } = await fills();
    const known = again ? [] : await batches.importedObjects();
    const gaps = await gapsOf(ledger, requests);
    const selected = { ...meant, ...(gaps !== undefined && { spans: gaps.hours }) };
    const { files, missing, close, ...rest } = await selectFiles(selected, known, signal);
    close();
    return {
      ...(gaps !== undefined && { gaps: { gaps: gaps.gaps, blocks: gaps.blocks } }),
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      known: rest.known,
      outside: rest.outside,
      missing: missing.slice(0, missingLimit),
      missingTotal: missing.length,
    };
  },
});

type SelectionInput = Exact<Static<(typeof planImport)['input']>>;
export type ImportPlan = ResultOf<typeof planImport>;
export type ImportInput = Exact<Static<typeof input>>;
export type ImportProgress = Exact<Static<typeof progress>>;
export type ImportSummary = ResultOf<{ output: typeof output }>;

function importRequest(requests: ImportInput): ImportRequest {
  const { paths, wallet, builder, force = false, replace = false } = requests;
  if (builder !== undefined && (wallet !== undefined || replace)) {
    throw unacceptable([
      { location: 'body.builder', message: 'must not be combined with wallet or replace' },
    ]);
  }
  const archive = archiveSelection(requests);
  if (builder !== undefined) return { ...archive, builder: builder.toLowerCase() };
  if (wallet === undefined) return { ...archive, replace };
  if (paths.some(isS3Address)) {
    throw unacceptable([{ location: 'body.paths', message: 'must be a file if wallet is set' }]);
  }
  if (paths.length === 1) return { wallet: wallet.toLowerCase(), file: paths[0]!, force, replace };
  throw unacceptable([{ location: 'body.paths', message: 'must be one path if wallet is set' }]);
}

/** Gaps to fill, if requested: those of the node records that the paths name. */
async function gapsOf(
  ledger: CoverageLedger,
  { gaps, paths, fromMs, toMs }: Pick<SelectionInput, 'gaps' | 'paths' | 'fromMs' | 'toMs'>,
): Promise<BlockGaps | undefined> {
  if (gaps !== true) return undefined;
  const { openBlockGaps } = await import('../../ingest/blocks/imported-blocks.ts');
  const feeds = new Set(paths.map(feedOfPath));
  return openBlockGaps(ledger, [...feeds], { fromMs: fromMs ?? 0, untilMs: toMs ?? Date.UTC(2299, 0) });
}

/** @throws Problem 400 if the span is empty or reversed */
function archiveSelection(requests: SelectionInput): ArchiveSelection & { again?: boolean } {
  const { paths, s3Endpoint, s3Region, fromMs, toMs, again } = requests;
  const span = { fromMs: fromMs ?? 0, untilMs: toMs ?? Number.MAX_SAFE_INTEGER };
  if (span.fromMs >= span.untilMs)
    throw unacceptable([{ location: 'body.to', message: 'must be after from' }]);
  return {
    paths,
    ...(again === true && { again }),
    ...((fromMs ?? toMs) !== undefined && { spans: [span] }),
    s3: {
      ...(s3Endpoint !== undefined && { endpoint: s3Endpoint }),
      ...(s3Region !== undefined && { region: s3Region }),
    },
  };
}

function summaryOf(
  done: PipelineProgress,
  { elapsedMs, interrupted }: { elapsedMs: number; interrupted: boolean },
): ImportSummary {
  const { filesDone: files, blocks, fills, duplicates, completed, conflicts, replaced, contexts } = done;
  const { knownFiles, knownContexts, unattributed, quarantined, partial, unknownFees, unread, unreadTotal } =
    done;
  const { payments, updates, unknownUpdates, twaps, states } = done;
  const seconds = Math.round(elapsedMs) / 1000;
  const seen = fills + duplicates + completed + conflicts + replaced;
  return {
    files,
    knownFiles,
    blocks,
    fills,
    duplicates,
    completed,
    conflicts,
    replaced,
    contexts,
    knownContexts,
    payments,
    updates,
    unknownUpdates,
    twaps,
    states,
    unattributed,
    quarantined,
    partial,
    unknownFees,
    unread,
    unreadTotal,
    seconds,
    fillsPerSecond: Math.round(seen / Math.max(seconds, 0.001)),
    interrupted,
  };
}
