import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config.ts';
import { Exit, exitCodes, failureText, type TextOutput } from '../kernel/command-line.ts';
import type { CliContext } from './context.ts';

type AddCommand = (program: Command, context: CliContext) => void;

/** Commands by name, in the order of the help. Each is loaded where it is asked for: together they take half a second. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./serve.ts')).addServe,
  mcp: async () => (await import('./mcp.ts')).addMcp,
  import: () => ofOperations('import'),
  keys: () => ofOperations('keys'),
  accounts: () => ofOperations('accounts'),
  forget: () => ofOperations('forget'),
  audit: () => ofOperations('audit'),
  pnl: () => ofOperations('pnl'),
  doctor: () => ofOperations('doctor'),
  gaps: () => ofOperations('gaps'),
  alerts: () => ofOperations('alerts'),
  lists: () => ofOperations('lists'),
  payments: () => ofOperations('payments'),
  quarantine: () => ofOperations('quarantine'),
  drift: () => ofOperations('drift'),
  migrate: () => ofOperations('migrate'),
  simulate: async () => {
    const { addHistory } = await import('../../packages/exchange-simulator/src/command/history.ts');
    return (program, context) => addHistory(program, context, 'simulate');
  },
  'simulate-server': async () => {
    const { addServe } = await import('../../packages/exchange-simulator/src/command/serve.ts');
    return (program, context) => addServe(program, context, 'simulate-server');
  },
};

async function ofOperations(first: string): Promise<AddCommand> {
  const { addOperations } = await import('./operation-commands.ts');
  return (program, context) => addOperations(program, first, context);
}

/** Those that a command line may be about; all where it names none, for its help and for what may have been meant. */
async function commandsFor([first = '']: readonly string[]): Promise<AddCommand[]> {
  if (['version', '-V', '--version'].includes(first)) return [];
  const load = Object.hasOwn(commands, first) ? [commands[first]!] : Object.values(commands);
  return Promise.all(load.map((one) => one()));
}

/**
 * @param args without the program's own name
 * @returns the exit code: 0 done, 1 failed, 2 wrong usage or configuration, 128 + n stopped by signal n
 */
export async function runCli(args: readonly string[], context: CliContext): Promise<number> {
  try {
    const adding = await commandsFor(args);
    await buildProgram(context, adding).parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (fault) {
    return reportFailure(fault, context.stderr);
  }
}

function buildProgram(context: CliContext, adding: readonly AddCommand[]): Command {
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
  for (const add of adding) add(program, context);
  program
    .command('version')
    .summary('print the version')
    .description('Prints the version.')
    .addHelpText('after', '\nExamples:\n  tidemark version')
    .action(() => void context.stdout.write(`${context.version}\n`));
  pointToHelp(program, 'tidemark');
  return program;
}

function pointToHelp(command: Command, name: string): void {
  command.showHelpAfterError(`(see '${name} --help')`);
  for (const each of command.commands) pointToHelp(each, `${name} ${each.name()}`);
}

/** @returns the exit code */
function reportFailure(fault: unknown, stderr: TextOutput): number {
  if (fault instanceof Exit) return fault.code;
  if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitCodes.done : exitCodes.usage; // commander has said it
  if (fault instanceof ConfigError) {
    for (const { location, message } of fault.faults) stderr.write(`tidemark: ${location} ${message}\n`);
    return exitCodes.usage;
  }
  stderr.write(`tidemark: ${failureText(fault)}\n`);
  return exitCodes.failed;
}
