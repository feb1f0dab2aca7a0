import { type Static, Type } from 'typebox';
import type { ImportRequest } from '../../ingest/import.ts';
import type { PipelineProgress } from '../../ingest/pipeline.ts';
import { monotonicMs } from '../../kernel/clock.ts';
import { unacceptable } from '../../kernel/problem.ts';
import { count, type Exact, maybe, operation, type ResultOf, text, walletText } from '../operation.ts';

/** Some hundred thousand paths of a shell pattern. */
const importBodyBytes = 16 * 1_024 * 1_024;

const input = Type.Object({
  paths: Type.Array(
    Type.String({
      pattern: '^/',
      maxLength: 4_096,
      description: 'an absolute path of at most 4096 characters',
    }),
    { minItems: 1, maxItems: 500_000 },
  ),
  wallet: maybe(walletText),
  builder: maybe(
    Type.String({
      pattern: '^0[xX][0-9a-fA-F]{40}$',
      description: "whose daily files the paths are: a builder's address, 0x and 40 hex digits",
    }),
  ),
  force: maybe(
    Type.Boolean({
      description: "with `wallet`: also where the answer's fills are stored as those of another one",
    }),
  ),
  replace: maybe(
    Type.Boolean({ description: 'the files are right where a fill is stored with other content' }),
  ),
});

/** How far an import has come; counts are totals since its start. */
const progress = Type.Object({
  /** Absolute path of the file being read. */
  file: text,
  filesDone: count,
  files: count,
  /** Bytes of the files as they lie on disk (compressed, where they are compressed). */
  bytesDone: count,
  bytes: count,
  fills: count,
  duplicates: count,
  /** States of markets, new or known. */
  contexts: count,
  quarantined: count,
});

/** What an import did. The CLI prints it as one JSON line. */
const output = Type.Object({
  files: count,
  blocks: count,
  /** Fills that were new. */
  fills: count,
  /** Fills that were there already. */
  duplicates: count,
  /** Stored fills that the files have more of: block, builder, fees of deployers. */
  completed: count,
  /** Records whose fill is stored with other content; `tidemark quarantine` shows both. */
  conflicts: count,
  /** Stored fills that the files' records took the place of, where `replace` was asked for. */
  replaced: count,
  /** Archived states of markets that were new: minutes of a market. */
  contexts: count,
  /** Those that were there already. */
  knownContexts: count,
  /** Rows of builders' daily files that no stored fill could be, or more fills than rows. */
  unattributed: count,
  /** Records set aside, with their reason and raw text. */
  quarantined: count,
  /** Records that are stored without an optional part, which is set aside with its reason. */
  partial: count,
  /** Fills whose fee token has no known price, so that their fee counts as 0 USD. */
  unknownFees: count,
  unread: Type.Array(Type.Object({ file: text, reason: text }), {
    description: 'The first 100 files of which some, or all, was not read.',
  }),
  /** How many there are, the ones left out above included. */
  unreadTotal: count,
  seconds: Type.Number(),
  fillsPerSecond: count,
  interrupted: Type.Boolean({ description: 'Ended before its end; importing again goes on.' }),
});

/**
 * Imports files, named by absolute paths. Aborting ends it after the batch in hand: it then resolves with `interrupted`.
 * @throws Error where a path is missing or the store fails, and where the stores are those of a server elsewhere
 */
export const importPaths = operation({
  name: 'importPaths',
  method: 'POST',
  path: '/admin/v1/jobs/import',
  operationId: 'jobs-import',
  summary:
    "imports archives of the exchange on this machine (files and directories), `builder`'s daily files, or `wallet`'s answer of its API",
  input,
  output,
  progress,
  // A path names a file of the server's machine: who may manage accounts from elsewhere shall not learn what lies there.
  onMachineOnly: true,
  bodyBytesLimit: importBodyBytes,
  async run({ fills, inTurn, journalDir, batchFills }, asked, { onProgress, signal }) {
    const request = importRequest(asked);
    return inTurn(async () => {
      const { runImport } = await import('../../ingest/import.ts');
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
    });
  },
});

export type ImportInput = Exact<Static<typeof input>>;
export type ImportProgress = Exact<Static<typeof progress>>;
export type ImportSummary = ResultOf<{ output: typeof output }>;

function importRequest({
  paths,
  wallet,
  builder,
  force = false,
  replace = false,
}: ImportInput): ImportRequest {
  if (builder !== undefined && (wallet !== undefined || replace)) {
    throw unacceptable([{ location: 'body.builder', message: 'goes with neither wallet nor replace' }]);
  }
  if (builder !== undefined) return { paths, builder: builder.toLowerCase() };
  if (wallet === undefined) return { paths, replace };
  if (paths.length === 1) return { wallet: wallet.toLowerCase(), file: paths[0]!, force, replace };
  throw unacceptable([{ location: 'body.paths', message: 'must be one path where wallet is given' }]);
}

function summaryOf(
  done: PipelineProgress,
  { elapsedMs, interrupted }: { elapsedMs: number; interrupted: boolean },
): ImportSummary {
  const { filesDone: files, blocks, fills, duplicates, completed, conflicts, replaced, contexts } = done;
  const { knownContexts, unattributed, quarantined, partial, unknownFees, unread, unreadTotal } = done;
  const seconds = Math.round(elapsedMs) / 1000;
  const seen = fills + duplicates + completed + conflicts + replaced;
  return {
    ...{ files, blocks, fills, duplicates, completed, conflicts, replaced, contexts, knownContexts },
    ...{ unattributed, quarantined, partial, unknownFees, unread, unreadTotal, seconds },
    fillsPerSecond: Math.round(seen / Math.max(seconds, 0.001)),
    interrupted,
  };
}
