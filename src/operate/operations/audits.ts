import { type Static, Type } from 'typebox';
import { differenceCauses } from '../../jobs/position-audit.ts';
import { type CommandOutput, Exit, exitCodes, type TextOutput } from '../../kernel/command-line.ts';
import type { Step } from '../../kernel/progress-meter.ts';
import { momentText, textTable } from '../command-text.ts';
import { count, type Exact, instant, operation, text } from '../operation.ts';

const progress = Type.Object({ table: text, tablesDone: count, tables: count });
const step = ({ table, tablesDone, tables }: Exact<Static<typeof progress>>): Step => {
  return { current: table, share: tablesDone / tables };
};

const difference = Type.Object({ table: text, key: text, column: text, stored: text, recomputed: text });
const positionDifference = Type.Object({
  wallet: text,
  coin: text,
  folded: text,
  told: text,
  stateAt: instant,
  cause: Type.Enum(differenceCauses),
});

const report = Type.Object({
  differences: Type.Array(difference),
  differencesTotal: count,
  tables: count,
  unfilled: Type.Array(text, { description: 'Derived tables that are still being filled: not compared.' }),
  rowsCompared: count,
  fills: count,
  seconds: Type.Number(),
});

const positionReport = Type.Object({
  differences: Type.Array(positionDifference, { description: 'The first 1000. Sizes are signed, in coins.' }),
  differencesTotal: count,
  accounts: count,
  positions: count,
  seconds: Type.Number(),
});

type Report = Exact<Static<typeof report>>;
type PositionReport = Exact<Static<typeof positionReport>>;

const examples = `
Examples:
  tidemark audit                     of ./data, also while tidemark serves from it
  tidemark audit --data /srv/tide    of another directory
  tidemark audit --positions         positions by fills against the newest account states, with the cause

Prints one line for each stored value that differs from the raw fills, and then exits with 1. Prints
nothing on stdout and exits with 0 if everything agrees. With --positions a line is a wallet's position in a
coin: gap (fills are known to be missing), censored opening (before the first fill that was read), untracked (no
reader follows its fills), unknown.`;

/** @throws Error if aborted, or if the store fails */
export const audit = operation({
  name: 'audit',
  method: 'POST',
  path: '/admin/v1/jobs/audit',
  operationId: 'jobs-audit',
  summary: 'recomputes every rollup from raw fills',
  output: report,
  progress,
  step,
  async run({ fills, journalDir }, _, { onProgress, signal }) {
    const jobs = await import('../../jobs/audit.ts');
    const { recordAudit } = await import('../../jobs/stored-audits.ts');
    const { between } = await import('../../ingest/recover.ts');
    const { openJournal } = await import('../../ingest/journal.ts');
    const { analytics, batches } = await fills();
    // Reads between two batches of this process; on servers other processes write too.
    const inTurn = analytics.kind === 'chdb' ? between(batches, openJournal(journalDir)) : undefined;
    const found = await jobs.audit(analytics, onProgress, signal, { inTurn });
    await recordAudit(analytics, found);
    return found;
  },
  command: {
    words: 'audit',
    summary: 'compare every rollup with the raw fills',
    description: 'Recomputes every rollup from the raw fills and prints the differences.',
    examples,
    options: {
      positions: ['--positions', 'instead compare positions folded from fills with account states'],
    },
    json: true,
    async act({ positions, json }, desk) {
      const name = positions ? 'auditPositions' : 'audit';
      const stopping = 'stopping; repeat to end at once';
      const found = (await desk.open((call) => call(name, {}), stopping)) as Report | PositionReport;
      if (json) desk.printJson(found);
      else if ('tables' in found) printReport(found, desk);
      else printPositions(found, desk);
      if (found.differencesTotal > 0) throw new Exit(exitCodes.failed);
    },
  },
});

/** @throws as `audit` */
export const auditPositions = operation({
  name: 'auditPositions',
  method: 'POST',
  path: '/admin/v1/jobs/audit-positions',
  operationId: 'jobs-auditPositions',
  summary: 'compares positions folded from fills with the newest account states',
  output: positionReport,
  progress,
  step,
  async run({ fills }, _, { onProgress, signal }) {
    const jobs = await import('../../jobs/position-audit.ts');
    return jobs.auditPositions((await fills()).analytics, onProgress, signal);
  },
});

function printReport(report: Report, { stdout, stderr }: CommandOutput): void {
  for (const difference of report.differences) stdout.write(`${differenceLine(difference)}\n`);
  warnUnlisted(report, stderr);
  if (report.unfilled.length > 0) {
    stderr.write(`not compared, still being filled: ${report.unfilled.join(', ')}\n`);
  }
  const counted = [report.rowsCompared, report.fills].map((count) => count.toLocaleString('en'));
  stderr.write(
    `audit: ${foundText(report)} in ${counted[0]} rows of ${report.tables} tables, recomputed from ${counted[1]} fills in ${report.seconds.toFixed(1)} s\n`,
  );
}

function printPositions(report: PositionReport, { stdout, stderr }: CommandOutput): void {
  if (report.differences.length > 0) stdout.write(textTable(report.differences.map(positionRow)));
  warnUnlisted(report, stderr);
  const [positions, accounts] = [report.positions, report.accounts].map((n) => n.toLocaleString('en'));
  stderr.write(
    `audit: ${foundText(report)}; ${positions} open positions of ${accounts} accounts compared in ${report.seconds.toFixed(1)} s\n`,
  );
}

interface Found {
  differences: readonly unknown[];
  differencesTotal: number;
}

function warnUnlisted({ differences, differencesTotal }: Found, stderr: TextOutput): void {
  const unlisted = differencesTotal - differences.length;
  if (unlisted > 0) stderr.write(`… and ${unlisted.toLocaleString('en')} more\n`);
}

function foundText({ differencesTotal }: Found): string {
  return differencesTotal === 0 ? 'no difference' : `${differencesTotal.toLocaleString('en')} differences`;
}

function differenceLine({ table, key, column, stored, recomputed }: Report['differences'][number]): string {
  return `${table} ${key} ${column}: stored ${stored}, recomputed ${recomputed}`;
}

function positionRow(one: PositionReport['differences'][number]): Record<string, string> {
  const { wallet, coin, folded, told: reported, stateAtMs, cause } = one;
  return { wallet, coin, fills: folded, state: reported, at: momentText(stateAtMs), cause };
}
