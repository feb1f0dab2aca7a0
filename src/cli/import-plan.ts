import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { isS3Address } from '../ingest/sources/archive-names.ts';
import { Exit, exitCodes } from '../kernel/command-line.ts';
import { instantMs } from '../kernel/instant.ts';
import type { ImportInput, ImportPlan } from '../operate/operations/import-paths.ts';
import type { CliContext } from './context.ts';
import { withOperations } from './session.ts';

/** Flags of an import that reads objects. */
export interface ObjectOptions {
  from?: number;
  to?: number;
  s3Endpoint?: string;
  s3Region?: string;
  usdPerGb: number;
  again?: boolean;
  yes?: boolean;
}

/**
 * What the transfer of a gigabyte out of the region of the node's bucket (ap-northeast-1) costs its reader by Amazon's public list:
 * 0.114 USD; out of us-east-1, where the states of markets lie, 0.09; to a machine of the same region nothing.
 */
const usualUsdPerGb = 0.114;

export function addObjectOptions(command: Command): Command {
  return command
    .option('--from <moment>', 'only files whose name has an hour or day from here on (2026-05-01)', moment)
    .option('--to <moment>', 'and that begin before this moment', moment)
    .option('--again', 'read objects that were imported before once more')
    .option('--s3-endpoint <url>', "another object store that speaks S3; default: Amazon's")
    .option('--s3-region <region>', "region of the store; default: AWS_REGION, or as the store's answers say")
    .option('--usd-per-gb <n>', 'price of a transferred gigabyte, for the estimate', price, usualUsdPerGb)
    .option('--yes', 'read objects without the question whether their price is fine');
}

function moment(text: string): number {
  const ms = instantMs(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(
    'It must be a date like 2026-05-01 or an instant like 2026-05-01T12:00:00Z.',
  );
}

function price(text: string): number {
  const usd = Number(text);
  if (text !== '' && usd >= 0 && usd < 1_000) return usd;
  throw new InvalidArgumentError('It must be a price in USD like 0.09.');
}

/** The options as the operation takes them. */
export function selectionOf(options: ObjectOptions): Partial<ImportInput> {
  const { from, to, s3Endpoint, s3Region, again } = options;
  return {
    ...(from !== undefined && { fromMs: from }),
    ...(to !== undefined && { toMs: to }),
    ...(s3Endpoint !== undefined && { s3Endpoint }),
    ...(s3Region !== undefined && { s3Region }),
    ...(again && { again }),
  };
}

/**
 * Says what an import of objects would read and what that costs, before it begins; nothing where all paths are files.
 *
 * @returns whether it is to begin
 * @throws Exit where there is no terminal to ask and no `--yes`
 */
export async function confirmObjects(
  context: CliContext,
  request: ImportInput,
  options: ObjectOptions & { data?: string },
): Promise<boolean> {
  if (!request.paths.some(isS3Address)) return true;
  const { paths } = request;
  const asked = { paths, ...selectionOf(options) };
  const plan = await withOperations(
    context,
    { command: 'import', data: options.data, stopping: 'stopping; nothing was read' },
    (operations, signal) => operations.planImport(asked, { onProgress: () => undefined, signal }),
  );
  context.stderr.write(planText(plan, options.usdPerGb));
  if (plan.files === 0 || options.yes) return true;
  const isFine = await context.confirm?.('Read them? [y/N] ');
  if (isFine === undefined) {
    context.stderr.write('there is no terminal to ask whether that is fine: add --yes\n');
    throw new Exit(exitCodes.usage);
  }
  return isFine;
}

function planText(
  { files, bytes, known, outside, missing, missingTotal }: ImportPlan,
  usdPerGb: number,
): string {
  const gigabytes = bytes / 1e9;
  const lines = [
    `${files} files of ${gigabytes.toFixed(2)} GB; their transfer costs about ${(gigabytes * usdPerGb).toFixed(2)} USD at ${usdPerGb} USD per GB`,
  ];
  if (known.files > 0)
    lines.push(`${known.files} objects were imported before, and are left out; --again reads them once more`);
  if (outside > 0) lines.push(`${outside} files are left out by --from and --to`);
  if (missingTotal > 0) {
    lines.push(`${missingTotal} hours have no file:`, ...missing.map((path) => `  ${path}`));
    if (missingTotal > missing.length) lines.push('  …');
  }
  return `${lines.join('\n')}\n`;
}
