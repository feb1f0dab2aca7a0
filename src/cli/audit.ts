import type { Command } from 'commander';
import type { AuditDifference, AuditProgress } from '../jobs/audit.ts';
import type { PositionDifference } from '../jobs/position-audit.ts';
import { Exit, exitCodes } from '../kernel/command-line.ts';
import { createMeter } from '../kernel/progress-meter.ts';
import { momentText, textTable } from '../operate/command-text.ts';
import type { OperationJob, ResultOf } from '../operate/operation.ts';
import type { audit, auditPositions } from '../operate/operations/audits.ts';
import type { Operations } from '../operate/operations.ts';
import type { CliContext } from './context.ts';
import { dataOption, jsonOption, printJson } from './control-command.ts';
import { withOperations } from './session.ts';

interface AuditOptions {
  positions?: boolean;
  json?: boolean;
  data?: string;
}

const examples = `
Examples:
  tidemark audit                     of ./data, also while tidemark serves from it
  tidemark audit --data /srv/tide    of another directory
  tidemark audit --positions         positions by fills against the newest states of accounts, with the cause

Prints one line for each stored value that the raw fills do not give, and then exits with 1. Prints
nothing on stdout and exits with 0 where everything agrees. With --positions a line is a wallet's position in a
coin: gap (fills are known to be missing), censored opening (before the first fill that was read), untracked (no
reader follows its fills), unknown.`;

/** `tidemark audit`: every rollup against its recomputation from raw fills, or positions against states of accounts. */
export function addAudit(program: Command, context: CliContext): void {
  program
    .command('audit')
    .summary('compare every rollup with the raw fills')
    .description('Recomputes every rollup from the raw fills and prints what differs.')
    .option('--positions', 'instead: positions folded from fills against the states of accounts')
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', examples)
    .action(async ({ positions, json = false, data }: AuditOptions) => {
      const found = positions
        ? await withMeter(context, data, (operations, job) => operations.auditPositions({}, job))
        : await withMeter(context, data, (operations, job) => operations.audit({}, job));
      if (json) printJson(found, context);
      else if ('tables' in found) printReport(found, context);
      else printPositions(found, context);
      if (found.differencesTotal > 0) throw new Exit(exitCodes.failed);
    });
}

function withMeter<Report>(
  context: CliContext,
  data: string | undefined,
  run: (operations: Operations, job: OperationJob<AuditProgress>) => Promise<Report>,
): Promise<Report> {
  const stopping = 'stopping; once more ends at once';
  return withOperations(context, { command: 'audit', data, stopping }, (operations, signal) => {
    const meter = createMeter(context.stderr);
    const onProgress = ({ table, tablesDone, tables }: AuditProgress) =>
      meter.update({ current: table, share: tablesDone / tables });
    return run(operations, { onProgress, signal }).finally(() => meter.end());
  });
}

function printReport(report: ResultOf<typeof audit>, context: CliContext): void {
  for (const difference of report.differences) context.stdout.write(`${differenceLine(difference)}\n`);
  tellUnlisted(report, context);
  if (report.unfilled.length > 0) {
    context.stderr.write(`not compared, still being filled: ${report.unfilled.join(', ')}\n`);
  }
  const counted = [report.rowsCompared, report.fills].map((count) => count.toLocaleString('en'));
  context.stderr.write(
    `audit: ${foundText(report)} in ${counted[0]} rows of ${report.tables} tables, recomputed from ${counted[1]} fills in ${report.seconds.toFixed(1)} s\n`,
  );
}

function printPositions(report: ResultOf<typeof auditPositions>, context: CliContext): void {
  if (report.differences.length > 0) context.stdout.write(textTable(report.differences.map(positionRow)));
  tellUnlisted(report, context);
  const [positions, accounts] = [report.positions, report.accounts].map((n) => n.toLocaleString('en'));
  context.stderr.write(
    `audit: ${foundText(report)}; ${positions} open positions of ${accounts} accounts compared in ${report.seconds.toFixed(1)} s\n`,
  );
}

interface Found {
  differences: readonly unknown[];
  differencesTotal: number;
}

function tellUnlisted({ differences, differencesTotal }: Found, context: CliContext): void {
  const unlisted = differencesTotal - differences.length;
  if (unlisted > 0) context.stderr.write(`… and ${unlisted.toLocaleString('en')} more\n`);
}

function foundText({ differencesTotal }: Found): string {
  return differencesTotal === 0 ? 'no difference' : `${differencesTotal.toLocaleString('en')} differences`;
}

function differenceLine({ table, key, column, stored, recomputed }: AuditDifference): string {
  return `${table} ${key} ${column}: stored ${stored}, recomputed ${recomputed}`;
}

function positionRow(one: PositionDifference): Record<string, string> {
  const { wallet, coin, folded, told, stateAtMs, cause } = one;
  return { wallet, coin, fills: folded, state: told, at: momentText(stateAtMs), cause };
}
