import type { Command } from 'commander';
import type { AuditDifference, AuditReport } from '../jobs/audit.ts';
import { type CliContext, Exit } from './context.ts';
import { dataOption } from './control-command.ts';
import { exitCodes } from './failure.ts';
import { createMeter } from './progress.ts';
import { withOperations } from './session.ts';

const examples = `
Examples:
  tidemark audit                     of ./data, also while tidemark serves from it
  tidemark audit --data /srv/tide    of another directory

Prints one line for each stored value that the raw fills do not give, and then exits with 1. Prints
nothing on stdout and exits with 0 where everything agrees.`;

/** `tidemark audit`: every rollup against its recomputation from raw fills. */
export function addAudit(program: Command, context: CliContext): void {
  program
    .command('audit')
    .summary('compare every rollup with the raw fills')
    .description('Recomputes every rollup from the raw fills and prints what differs.')
    .option(...dataOption)
    .addHelpText('after', examples)
    .action(async (options: { data?: string }) => {
      const stopping = 'stopping; once more ends at once';
      const report = await withOperations(
        context,
        { command: 'audit', data: options.data, stopping },
        (operations, signal) => {
          const meter = createMeter(context.stderr);
          return operations
            .audit(
              ({ table, tablesDone, tables }) => meter.update({ current: table, share: tablesDone / tables }),
              signal,
            )
            .finally(() => meter.end());
        },
      );
      printReport(report, context);
      if (report.differencesTotal > 0) throw new Exit(exitCodes.failed);
    });
}

function printReport(report: AuditReport, context: CliContext): void {
  for (const difference of report.differences) context.stdout.write(`${differenceLine(difference)}\n`);
  const unlisted = report.differencesTotal - report.differences.length;
  if (unlisted > 0) context.stderr.write(`… and ${unlisted.toLocaleString('en')} more\n`);
  if (report.unfilled.length > 0) {
    context.stderr.write(`not compared, still being filled: ${report.unfilled.join(', ')}\n`);
  }
  const counted = [report.rowsCompared, report.fills].map((count) => count.toLocaleString('en'));
  const found =
    report.differencesTotal === 0
      ? 'no difference'
      : `${report.differencesTotal.toLocaleString('en')} differences`;
  context.stderr.write(
    `audit: ${found} in ${counted[0]} rows of ${report.tables} tables, recomputed from ${counted[1]} fills in ${report.seconds.toFixed(1)} s\n`,
  );
}

function differenceLine({ table, key, column, stored, recomputed }: AuditDifference): string {
  return `${table} ${key} ${column}: stored ${stored}, recomputed ${recomputed}`;
}
