import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { dataOption } from './control-command.ts';
import { withOperations } from './session.ts';

const examples = `
Examples:
  tidemark migrate                    before a new version serves from ./data

Every command that opens the stores migrates them first; this one does nothing else. Several at once do no harm.`;

/** `tidemark migrate`: both stores to the newest version. */
export function addMigrate(program: Command, context: CliContext): void {
  program
    .command('migrate')
    .summary('bring the stores to the newest version')
    .description('Brings both stores to the newest version and prints the migrations that ran.')
    .option(...dataOption)
    .addHelpText('after', examples)
    .action(async (options: { data?: string }) => {
      const stopping = 'ending after this step';
      const report = await withOperations(
        context,
        { command: 'migrate', data: options.data, stopping },
        (operations) => operations.migrate(),
      );
      const ran = [
        ...report.analytics.map((name) => `analytics ${name}`),
        ...report.control.map((name) => `control ${name}`),
      ];
      for (const line of ran) context.stdout.write(`${line}\n`);
      if (ran.length === 0) context.stderr.write('both stores are at the newest version\n');
    });
}
