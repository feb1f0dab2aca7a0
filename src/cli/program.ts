import { Command } from 'commander';
import { addAccounts } from './accounts.ts';
import { addAudit } from './audit.ts';
import type { CliContext } from './context.ts';
import { exitCodes, reportFailure } from './failure.ts';
import { addForget } from './forget.ts';
import { addGaps } from './gaps.ts';
import { addImport } from './import.ts';
import { addKeys } from './keys.ts';
import { addMcp } from './mcp.ts';
import { addMigrate } from './migrate.ts';
import { addPayments } from './payments.ts';
import { addQuarantine } from './quarantine.ts';
import { addServe } from './serve.ts';
import { addSimulate } from './simulate.ts';
import { addSimulateServer } from './simulate-server.ts';

/**
 * Runs one command line.
 * @param args without the program's own name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or configuration, 128 + n stopped by signal n
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  try {
    await buildProgram(context).parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (fault) {
    return reportFailure(fault, context.stderr);
  }
}

function buildProgram(context: CliContext): Command {
  const program = new Command('tidemark')
    .description('Trader and market analytics of the Hyperliquid exchange, from its raw record.')
    .version(context.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getErrHelpWidth: () => context.stderr.columns ?? 80,
      getOutHelpWidth: () => context.stdout.columns ?? 80,
    })
    .addHelpText(
      'after',
      '\nExamples:\n  tidemark import ./node_fills_by_block\n  tidemark keys create\n  tidemark serve',
    );
  addServe(program, context);
  addMcp(program, context);
  addImport(program, context);
  addKeys(program, context);
  addAccounts(program, context);
  addForget(program, context);
  addAudit(program, context);
  addGaps(program, context);
  addPayments(program, context);
  addQuarantine(program, context);
  addMigrate(program, context);
  addSimulate(program, context);
  addSimulateServer(program, context);
  program
    .command('version')
    .summary('print the version')
    .description('Prints the version.')
    .addHelpText('after', '\nExamples:\n  tidemark version')
    .action(() => void context.stdout.write(`${context.version}\n`));
  pointToHelp(program, 'tidemark');
  return program;
}

/** What is wrong with a command is followed by where its options stand. */
function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(see '${name} --help')`);
  for (const each of command.commands) pointToHelp(each, `${name} ${each.name()}`);
}
