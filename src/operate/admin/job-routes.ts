import { type Static, Type } from 'typebox';
import type { ForgetRequest } from '../../ingest/fill-rewrite.ts';
import type { ImportRequest } from '../../ingest/import.ts';
import { unacceptable } from '../../kernel/problem.ts';
import {
  auditAnswer,
  auditProgress,
  forgetAnswer,
  importAnswer,
  importProgress,
  migrationAnswer,
  positionAuditAnswer,
} from './answers.ts';
import { adminProblem } from './problem.ts';
import { idText, route } from './route.ts';

/** Some hundred thousand paths of a shell pattern. */
const importBodyBytes = 16 * 1_024 * 1_024;

const walletText = Type.String({
  pattern: '^0[xX][0-9a-fA-F]{40}$',
  description: 'a wallet address: 0x and 40 hex digits',
});

const importBody = Type.Object({
  paths: Type.Array(
    Type.String({
      pattern: '^/',
      maxLength: 4_096,
      description: 'an absolute path of at most 4096 characters',
    }),
    { minItems: 1, maxItems: 500_000 },
  ),
  wallet: Type.Optional(walletText),
  builder: Type.Optional(
    Type.String({
      pattern: '^0[xX][0-9a-fA-F]{40}$',
      description: "whose daily files the paths are: a builder's address, 0x and 40 hex digits",
    }),
  ),
  force: Type.Optional(
    Type.Boolean({
      description: "with `wallet`: also where the answer's fills are stored as those of another one",
    }),
  ),
  replace: Type.Optional(
    Type.Boolean({ description: 'the files are right where a fill is stored with other content' }),
  ),
});

const forgetBody = Type.Object({
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'absolute path of a file or directory that was imported, or the name of a feed',
    }),
  ),
  wallet: Type.Optional(walletText),
});

/**
 * Work that takes a while. A job is told by events of JSON, one a line: `progress`, `heartbeat`, then `result` or
 * `error`.
 */
export const jobRoutes = {
  import: route('POST', '/admin/v1/jobs/import', {
    summary:
      "imports archives of the exchange on this machine (files and directories), `builder`'s daily files, or `wallet`'s answer of its API",
    body: importBody,
    answer: importAnswer,
    progress: importProgress,
    // A path names a file of the server's machine: who may manage accounts from elsewhere shall not learn what lies there.
    onMachineOnly: true,
    bodyBytesLimit: importBodyBytes,
    run: (operations, { body }, { onProgress, signal }) =>
      operations.importPaths(importRequest(body), onProgress, signal),
  }),
  forget: route('POST', '/admin/v1/jobs/forget', {
    summary: 'takes out the fills of a `source` or of a `wallet`, one of the two, and what follows from them',
    body: forgetBody,
    answer: forgetAnswer,
    progress: Type.Object({}),
    run: (operations, { body }) => operations.forget(forgetRequest(body)),
  }),
  audit: route('POST', '/admin/v1/jobs/audit', {
    summary: 'recomputes every rollup from raw fills',
    answer: auditAnswer,
    progress: auditProgress,
    run: (operations, _, { onProgress, signal }) => operations.audit(onProgress, signal),
  }),
  auditPositions: route('POST', '/admin/v1/jobs/audit-positions', {
    summary: 'compares positions folded from fills with the newest states of accounts',
    answer: positionAuditAnswer,
    progress: auditProgress,
    run: (operations, _, { onProgress, signal }) => operations.auditPositions(onProgress, signal),
  }),
  migrate: route('POST', '/admin/v1/jobs/migrate', {
    summary: 'brings both stores to the newest version',
    answer: migrationAnswer,
    progress: Type.Object({}),
    run: (operations) => operations.migrate(),
  }),
  end: route('DELETE', '/admin/v1/jobs/{id}', {
    summary: 'asks a job to end soon; `id` is the X-Request-ID of its answer, which still brings the result',
    params: Type.Object({ id: idText }),
    answer: Type.Object({ id: Type.String() }),
    run: async (_, { params: { id } }, { endJob }) => {
      if (endJob(id)) return { id };
      throw adminProblem(
        404,
        'UNKNOWN_JOB',
        `No job ${id} runs here; the X-Request-ID of its answer is its id.`,
      );
    },
  }),
};

function forgetRequest({ source, wallet }: Static<typeof forgetBody>): ForgetRequest {
  if (source !== undefined && wallet === undefined) return { source };
  if (wallet !== undefined && source === undefined) return { wallet: wallet.toLowerCase() };
  throw unacceptable([{ location: 'body', message: 'must have source or wallet, one of the two' }]);
}

function importRequest({
  paths,
  wallet,
  builder,
  force = false,
  replace = false,
}: Static<typeof importBody>): ImportRequest {
  if (builder !== undefined && (wallet !== undefined || replace)) {
    throw unacceptable([{ location: 'body.builder', message: 'goes with neither wallet nor replace' }]);
  }
  if (builder !== undefined) return { paths, builder: builder.toLowerCase() };
  if (wallet === undefined) return { paths, replace };
  if (paths.length === 1) return { wallet: wallet.toLowerCase(), file: paths[0]!, force, replace };
  throw unacceptable([{ location: 'body.paths', message: 'must be one path where wallet is given' }]);
}
