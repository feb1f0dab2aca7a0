import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAddress } from '../../domain/address.ts';
import { isS3Address } from '../../ingest/sources/archive-names.ts';
import { Exit, exitCodes, type TextOutput, UsageError } from '../../kernel/command-line.ts';
import { instantMs } from '../../kernel/instant.ts';
import type { CommandDesk, CommandGiven, FieldText, OperationCommand } from '../operation.ts';
import type { ImportInput, ImportPlan, ImportSummary } from './import-paths.ts';

const examples = `
Examples:
  tidemark import ./node_fills_by_block           a directory tree of the node's files, plain or .lz4
  tidemark import ./misc_events_by_block          funding, deposits and transfers of all wallets, likewise
  tidemark import ./node_twap_statuses_by_block   TWAP orders of all wallets, likewise
  tidemark import ./asset_ctxs                    the archive's market states, daily CSV, plain or .lz4
  tidemark import ./account_states                saved account states, as tidemark simulate writes them
  tidemark import hourly/20260501/9.lz4           single files
  tidemark import --wallet 0x1f4b…c3 fills.json   an answer of the exchange's userFills or userFillsByTime
  tidemark import --builder 0x1f8a… builder_fills/  a builder's daily files: stored fills name it afterwards
  tidemark import --from 2026-05-01 --to 2026-06-01 s3://hl-mainnet-node-data/node_fills_by_block
                                                  a month from the exchange's bucket (requester pays)
  tidemark import --replace hourly/20260501/9.lz4 the file overrides fills that are stored with other content

Files that were imported before add nothing: start an import that was stopped or killed again to complete it.
Objects of an object store that were read to their end are not read again. Credentials
come from the environment of the process that imports: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE,
or the role of the machine. The last line on stdout is JSON.`;

/**
 * Amazon's list price per gigabyte that a reader transfers out of the region of the node's bucket (ap-northeast-1): 0.114 USD. Out of
 * us-east-1, where market states are stored, 0.09; within the same region, nothing.
 */
const usualUsdPerGb = 0.114;

interface Given extends CommandGiven {
  paths: string[];
  wallet?: string;
  builder?: string;
  replace?: boolean;
  force?: boolean;
  from?: number;
  to?: number;
  s3Endpoint?: string;
  s3Region?: string;
  usdPerGb: number;
  gaps?: boolean;
  again?: boolean;
  yes?: boolean;
}

export const objectOptions: Readonly<Record<string, FieldText>> = {
  s3Endpoint: ['--s3-endpoint <url>', "another S3-compatible object store; default: Amazon's"],
  s3Region: [
    '--s3-region <region>',
    "region of the store; default: AWS_REGION, or the region in the store's answers",
  ],
  usdPerGb: [
    '--usd-per-gb <n>',
    'price of a transferred gigabyte, for the estimate',
    { read: price, default: usualUsdPerGb },
  ],
  yes: ['--yes', 'read objects without confirming their price'],
};

export const importCommand: OperationCommand<ImportInput, ImportSummary> = {
  words: 'import',
  summary: 'import fills, balance changes and market states from files',
  description:
    "Imports fills and other balance changes from the exchange's node files, market states from its archived asset_ctxs, a builder's daily files, or one wallet's API answer.",
  examples,
  arguments: { paths: ['<PATH...>', 'files, directories, and addresses of objects: s3://bucket/prefix'] },
  options: {
    wallet: ['--wallet <address>', 'the one PATH is an API answer about this wallet (0x and 40 hex digits)'],
    builder: ['--builder <address>', "the PATHs are this builder's daily files (0x and 40 hex digits)"],
    replace: ['--replace', 'the files override fills that are stored with other content'],
    force: ['--force', 'with --wallet: store the answer although its fills are stored under another wallet'],
    from: [
      '--from <moment>',
      'only files whose name has this hour or day, or a later one (2026-05-01)',
      { read: moment },
    ],
    to: ['--to <moment>', 'only files that begin before this moment', { read: moment }],
    gaps: ['--gaps', 'only hours in which blocks are missing (tidemark gaps)'],
    again: ['--again', 'read objects again that were imported before'],
    ...objectOptions,
  },
  async act(given, desk) {
    const options = given as unknown as Given;
    const request = importRequest(options);
    if (await confirmObjects(desk, request, options)) await runImport(desk, request);
  },
};

/** The exchange's own requester-pays bucket: fills, and balance changes without a fill. */
const nodeBuckets = ['node_fills_by_block', 'misc_events_by_block'].map(
  (kind) => `s3://hl-mainnet-node-data/${kind}`,
);

/** Imports data for gaps of blocks. @param given.paths default: the exchange's own bucket, one record after the other */
export async function healGaps(given: CommandGiven, desk: CommandDesk): Promise<void> {
  const { paths = [] } = given as { paths?: readonly string[] };
  const records = paths.length === 0 ? nodeBuckets.map((bucket) => [bucket]) : [paths];
  for (const from of records)
    await importCommand.act!({ usdPerGb: usualUsdPerGb, ...given, paths: from, gaps: true }, desk);
}

function moment(text: string): number {
  const ms = instantMs(text);
  if (ms !== undefined) return ms;
  throw new UsageError('It must be a date like 2026-05-01 or an instant like 2026-05-01T12:00:00Z.');
}

function price(text: string): number {
  const usd = Number(text);
  if (text !== '' && usd >= 0 && usd < 1_000) return usd;
  throw new UsageError('It must be a price in USD like 0.09.');
}

/**
 * The request with absolute paths, because a process in another directory may run it.
 *
 * @throws UsageError; Error if a path does not exist
 */
function importRequest(given: Given): ImportInput {
  const { paths, wallet, replace, force } = given;
  const absolute = paths.map((path) => (isS3Address(path) ? path : resolve(path)));
  const selection = selectionOf(given);
  if (selection.fromMs !== undefined && selection.toMs !== undefined && selection.fromMs >= selection.toMs)
    throw new UsageError('--to must be after --from');
  if (given.builder !== undefined) {
    if (wallet !== undefined || replace || force)
      throw new UsageError('--builder cannot be combined with other import options');
    const builder = addressOf(given.builder, '--builder');
    return { paths: absolute.map(existing), builder, ...selection };
  }
  if (wallet === undefined) {
    if (force) throw new UsageError('--force needs --wallet');
    return { paths: absolute.map(existing), ...selection, ...(replace && { replace }) };
  }
  const address = addressOf(wallet, '--wallet');
  if (absolute.length !== 1) throw new UsageError(`--wallet takes exactly one file, not ${absolute.length}`);
  const insisting = { ...(replace && { replace }), ...(force && { force }) };
  if (isS3Address(absolute[0]!)) throw new UsageError('--wallet needs a local file');
  return { wallet: address, paths: absolute.map(existing), ...insisting };
}

function addressOf(text: string, option: string): string {
  const address = parseAddress(text);
  if (address !== undefined) return address;
  throw new UsageError(`${option} must be 0x and 40 hex digits, not '${text}'`);
}

function existing(path: string): string {
  if (!isS3Address(path) && statSync(path, { throwIfNoEntry: false }) === undefined) {
    throw new Error(`no such file or directory: ${path}`);
  }
  return path;
}

function selectionOf({ from, to, s3Endpoint, s3Region, gaps, again }: Given): Partial<ImportInput> {
  return {
    ...(from !== undefined && { fromMs: from }),
    ...(to !== undefined && { toMs: to }),
    ...(s3Endpoint !== undefined && { s3Endpoint }),
    ...(s3Region !== undefined && { s3Region }),
    ...(gaps && { gaps }),
    ...(again && { again }),
  };
}

/**
 * Shows the size and price of an import of objects or for gaps before it begins, and asks before objects are read. Other imports begin
 * at once.
 *
 * @returns whether to begin
 * @throws Exit if no file covers the gaps, or without `--yes` and without a terminal to ask
 */
async function confirmObjects(desk: CommandDesk, request: ImportInput, given: Given): Promise<boolean> {
  const isPaid = request.paths.some(isS3Address);
  if (!isPaid && !given.gaps) return true;
  const requests = { paths: request.paths, ...selectionOf(given) };
  const calls = desk.open((call) => call('planImport', requests), 'stopping; nothing was read');
  const plan = (await calls) as ImportPlan;
  if (plan.gaps?.gaps === 0) {
    desk.stderr.write(`no blocks are missing that ${request.paths.join(', ')} could fill\n`);
    return false;
  }
  desk.stderr.write(planText(plan, isPaid ? given.usdPerGb : undefined));
  if (plan.gaps !== undefined && plan.files === 0) {
    desk.stderr.write(`${request.paths.join(', ')} has no file for the hours of these gaps\n`);
    throw new Exit(exitCodes.failed);
  }
  if (plan.files === 0 || given.yes || !isPaid) return true;
  const isFine = await desk.confirm?.('Read them? [y/N] ');
  if (isFine === undefined) {
    desk.stderr.write('no terminal to confirm on: add --yes\n');
    throw new Exit(exitCodes.usage);
  }
  return isFine;
}

function planText(
  { files, bytes, known, outside, gaps, missing, missingTotal }: ImportPlan,
  usdPerGb: number | undefined,
): string {
  const gigabytes = bytes / 1e9;
  const costs =
    usdPerGb === undefined
      ? ''
      : `; their transfer costs about ${(gigabytes * usdPerGb).toFixed(2)} USD at ${usdPerGb} USD per GB`;
  const lines = [`${files} files of ${gigabytes.toFixed(2)} GB${costs}`];
  if (gaps !== undefined) lines.unshift(`${gaps.blocks} blocks are missing, in ${gaps.gaps} gaps`);
  if (known.files > 0)
    lines.push(`${known.files} objects were imported before and are left out; --again reads them again`);
  if (outside > 0) lines.push(`${outside} files of other hours are left out`);
  if (missingTotal > 0) {
    lines.push(`${missingTotal} hours have no file:`, ...missing.map((path) => `  ${path}`));
    if (missingTotal > missing.length) lines.push('  …');
  }
  return `${lines.join('\n')}\n`;
}

async function runImport({ open, stdout, stderr }: CommandDesk, request: ImportInput): Promise<void> {
  const stopping = 'stopping after the current batch; repeat to end at once. Import again to continue.';
  const summary = await open(async (call) => {
    const found = (await call('importPaths', request)) as ImportSummary;
    stdout.write(`${JSON.stringify(found)}\n`);
    return found;
  }, stopping);
  if (request.wallet !== undefined) printFacts(summary, stderr);
  printLeftovers(summary, stderr);
  if (summary.interrupted) {
    stderr.write('the process that ran the import is stopping; import again to continue\n');
  } else if (isUnused(summary, request)) {
    stderr.write(`nothing was imported: no fills in ${summary.files} files; ${expectedFiles}\n`);
  } else if (summary.unreadTotal === 0) {
    return;
  }
  throw new Exit(exitCodes.failed);
}

/** An answer does not name the period that was asked for: before its first and after its last row nothing is known. */
function printFacts({ payments, updates }: ImportSummary, stderr: TextOutput): void {
  const stored = [
    ...(payments > 0 ? [`${payments} funding payments (userFunding)`] : []),
    ...(updates > 0 ? [`${updates} ledger updates (userNonFundingLedgerUpdates)`] : []),
  ];
  if (stored.length === 0) return;
  stderr.write(`${stored.join(' and ')} were stored; they are known from the first to the last\n`);
}

const expectedFiles =
  "expected files of the exchange's node with lines of node_fills_by_block, node_fills, misc_events_by_block, misc_events, node_twap_statuses_by_block or node_twap_statuses, or asset_ctxs or account_states with a header of CSV, plain or in LZ4 frames," +
  ' or with --wallet one answer of its API, a JSON array of fills, funding payments (userFunding) or ledger updates (userNonFundingLedgerUpdates)';

/** Some imports are valid without fills: an empty answer for a wallet without fills, and blocks of quiet hours. */
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
    payments,
    updates,
    twaps,
    states,
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
      payments +
      updates +
      twaps +
      states +
      unattributed >
    0;
  return !used && (request.wallet === undefined || summary.quarantined > 0);
}

function printLeftovers(summary: ImportSummary, stderr: TextOutput): void {
  if (summary.unreadTotal > 0) {
    stderr.write(`reading a file failed ${summary.unreadTotal} times, in whole or in part:\n`);
    for (const { file, reason } of summary.unread) {
      stderr.write(`  ${reason.startsWith(file) ? reason : `${file}: ${reason}`}\n`);
    }
  }
  if (summary.conflicts > 0) {
    stderr.write(
      `${summary.conflicts} records differ from stored fills and changed nothing; tidemark quarantine shows both texts, import --replace makes the files override\n`,
    );
  }
  if (summary.unknownUpdates > 0) {
    stderr.write(
      `${summary.unknownUpdates} balance updates have a type without a rule; they are stored unchanged, as class unknown\n`,
    );
  }
  if (summary.unattributed > 0) {
    stderr.write(
      `${summary.unattributed} rows match no stored fill, or more fills than rows; import the fills first, then the file again\n`,
    );
  }
  if (summary.quarantined > 0) {
    stderr.write(
      `${summary.quarantined} records could not be used; they are in quarantine with the reason\n`,
    );
  }
  if (summary.partial > 0) {
    stderr.write(
      `${summary.partial} records were stored without an optional part that could not be used; the part is in quarantine with the reason\n`,
    );
  }
  if (summary.unknownFees > 0) {
    stderr.write(`${summary.unknownFees} fees are in tokens without a known price and count as 0 USD\n`);
  }
}
