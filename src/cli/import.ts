import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { parseAddress } from '../domain/address.ts';
import { isS3Address } from '../ingest/sources/archive-names.ts';
import { Exit, exitCodes } from '../kernel/command-line.ts';
import { createMeter, type Step } from '../kernel/progress-meter.ts';
import type { ImportInput, ImportProgress, ImportSummary } from '../operate/operations/import-paths.ts';
import type { CliContext } from './context.ts';
import { dataOption } from './control-command.ts';
import { addObjectOptions, confirmObjects, type ObjectOptions, selectionOf } from './import-plan.ts';
import { withOperations } from './session.ts';

const examples = `
Examples:
  tidemark import ./node_fills_by_block           a directory tree of the node's files, plain or .lz4
  tidemark import ./asset_ctxs                    the archive's states of markets, CSV by the day, plain or .lz4
  tidemark import hourly/20260501/9.lz4           single files
  tidemark import --wallet 0x1f4b…c3 fills.json   an answer of the exchange's userFills or userFillsByTime
  tidemark import --builder 0x1f8a… builder_fills/  a builder's daily files: stored fills name it afterwards
  tidemark import --from 2026-05-01 --to 2026-06-01 s3://hl-mainnet-node-data/node_fills_by_block
                                                  a month from the exchange's own bucket, whose readers pay
  tidemark import --replace hourly/20260501/9.lz4 the file is right where a fill is stored with other content

Files that were imported before add nothing, so an import that was stopped, or killed, is completed when
it is started again; of an object store, objects that were read to their end are not read again. Credentials
come from the environment of the process that imports: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE,
or the role of the machine. Ends with one line of JSON on stdout.`;

/** `tidemark import`: fills from files into the store of this directory, or of the server running on it. */
export function addImport(program: Command, context: CliContext): void {
  const command = program
    .command('import')
    .summary('import fills and states of markets from files')
    .description(
      "Imports fills from the exchange's node files, states of markets from its archived asset_ctxs, a builder's daily files, or one wallet's answer of its API.",
    )
    .argument('<PATH...>', 'files, directories, and addresses of objects: s3://bucket/prefix')
    .option('--wallet <address>', 'the one PATH is an API answer about this wallet (0x and 40 hex digits)')
    .option('--builder <address>', "the PATHs are this builder's daily files (0x and 40 hex digits)")
    .option('--replace', 'the files are right where a fill is stored with other content')
    .option(
      '--force',
      'with --wallet: store the answer though its fills are stored as those of another wallet',
    )
    .option(...dataOption)
    .addHelpText('after', examples);
  addObjectOptions(command).action(async (paths: string[], options: ImportOptions, self: Command) => {
    const request = importRequest(paths, options, self);
    if (await confirmObjects(context, request, options)) await runImport(context, request, options.data);
  });
}

interface ImportOptions extends ObjectOptions {
  wallet?: string;
  builder?: string;
  replace?: boolean;
  force?: boolean;
  data?: string;
}

/** The request with absolute paths: another process, in another directory, may be the one to run it. */
function importRequest(paths: string[], options: ImportOptions, command: Command): ImportInput {
  const { wallet, replace, force } = options;
  const absolute = paths.map((path) => (isS3Address(path) ? path : resolve(path)));
  const selection = selectionOf(options);
  if (selection.fromMs !== undefined && selection.toMs !== undefined && selection.fromMs >= selection.toMs)
    return command.error('error: --to must be after --from');
  if (options.builder !== undefined) {
    if (wallet !== undefined || replace || force)
      return command.error('error: --builder goes with no other option of an import');
    const builder = parseAddress(options.builder);
    if (builder !== undefined) return { paths: absolute.map(existing), builder, ...selection };
    return command.error(`error: --builder must be 0x and 40 hex digits, not '${options.builder}'`);
  }
  if (wallet === undefined) {
    if (force) return command.error('error: --force goes with --wallet');
    return { paths: absolute.map(existing), ...selection, ...(replace && { replace }) };
  }
  const address = parseAddress(wallet);
  if (address === undefined) {
    return command.error(`error: --wallet must be 0x and 40 hex digits, not '${wallet}'`);
  }
  if (absolute.length !== 1) {
    return command.error(`error: --wallet takes exactly one file, not ${absolute.length}`);
  }
  const insisting = { ...(replace && { replace }), ...(force && { force }) };
  if (isS3Address(absolute[0]!)) return command.error('error: --wallet takes a file of this machine');
  return { wallet: address, paths: absolute.map(existing), ...insisting };
}

function existing(path: string): string {
  if (!isS3Address(path) && statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new Error(`no such file or directory: ${path}`);
  }
  return path;
}

async function runImport(context: CliContext, request: ImportInput, data: string | undefined): Promise<void> {
  const stopping = 'stopping after the batch in hand; once more ends at once. Import again to go on.';
  const summary = await withOperations(
    context,
    { command: 'import', data, stopping },
    async (operations, signal) => {
      const meter = createMeter(context.stderr);
      try {
        const onProgress = (progress: ImportProgress) => meter.update(stepOf(progress));
        const result = await operations.importPaths(request, { onProgress, signal });
        meter.end();
        context.stdout.write(`${JSON.stringify(result)}\n`);
        return result;
      } finally {
        meter.end();
      }
    },
  );
  tellLeftovers(summary, context);
  if (summary.interrupted) {
    context.stderr.write('the process that ran the import is stopping; import again to go on\n');
  } else if (isUnused(summary, request)) {
    context.stderr.write(`nothing was imported: no fills in ${summary.files} files; ${expectedFiles}\n`);
  } else if (summary.unreadTotal === 0) {
    return;
  }
  throw new Exit(exitCodes.failed);
}

const expectedFiles =
  "expected files of the exchange's node with lines of node_fills_by_block or node_fills, or asset_ctxs with a header of CSV, plain or in LZ4 frames," +
  ' or with --wallet one answer of its API, a JSON array of fills';

/** A wallet without fills has an empty answer, and quiet hours have blocks without any. */
function isUnused(summary: ImportSummary, request: ImportInput): boolean {
  const {
    fills,
    duplicates,
    completed,
    conflicts,
    replaced,
    blocks,
    contexts,
    knownContexts,
    unattributed,
    knownFiles,
  } = summary;
  const used =
    knownFiles +
      fills +
      duplicates +
      completed +
      conflicts +
      replaced +
      blocks +
      contexts +
      knownContexts +
      unattributed >
    0;
  return !used && (request.wallet === undefined || summary.quarantined > 0);
}

function tellLeftovers(summary: ImportSummary, context: CliContext): void {
  if (summary.unreadTotal > 0) {
    context.stderr.write(`${summary.unreadTotal} times a file was not read, or not all of it:\n`);
    for (const { file, reason } of summary.unread) {
      context.stderr.write(`  ${reason.startsWith(file) ? reason : `${file}: ${reason}`}\n`);
    }
  }
  if (summary.conflicts > 0) {
    context.stderr.write(
      `${summary.conflicts} records are of fills that are stored with other content, and changed nothing; tidemark quarantine shows both texts, import --replace lets the files be right\n`,
    );
  }
  if (summary.unattributed > 0) {
    context.stderr.write(
      `${summary.unattributed} rows name no fill: none that is stored is like them, or more are than there are rows; import the fills first, then the file again\n`,
    );
  }
  if (summary.quarantined > 0) {
    context.stderr.write(
      `${summary.quarantined} records could not be used; they are kept in quarantine with the reason\n`,
    );
  }
  if (summary.partial > 0) {
    context.stderr.write(
      `${summary.partial} records were stored without an optional part that could not be used; it is kept in quarantine with the reason\n`,
    );
  }
  if (summary.unknownFees > 0) {
    context.stderr.write(
      `${summary.unknownFees} fees are in tokens without a known price and count as 0 USD\n`,
    );
  }
}

function stepOf(progress: ImportProgress): Step {
  return {
    current: `${basename(progress.file)} (${Math.min(progress.filesDone + 1, progress.files)}/${progress.files})`,
    share: progress.bytes > 0 ? progress.bytesDone / progress.bytes : 1,
    count: progress.fills + progress.duplicates + progress.contexts,
    unit: 'records',
    ...(progress.quarantined > 0 && { note: `${progress.quarantined} quarantined` }),
  };
}
