import { Command, CommanderError } from 'commander';
import { type CommandOutput, Exit, exitCodes, failureText } from '../../../src/kernel/command-line.ts';
import manifest from '../package.json' with { type: 'json' };
import { addHistory } from './command/history.ts';
import { addServe } from './command/serve.ts';

const name = 'exchange-simulator';

function buildProgram(output: CommandOutput): Command {
  const program = new Command(name)
    .description(`${manifest.description}.`)
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .exitOverride()
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} serve --port 3001 --seed 7\n  ${name} history --out ./history --fills 100000`,
    );
  addServe(program, output, 'serve');
  addHistory(program, output, 'history');
  for (const command of [program, ...program.commands]) {
    const called = command === program ? name : `${name} ${command.name()}`;
    command.showHelpAfterError(`(see '${called} --help')`);
  }
  return program;
}

/** @returns the exit code: 0 done, 1 failed, 2 wrong usage, 128 + n stopped by signal n */
async function run(args: readonly string[], output: CommandOutput): Promise<number> {
  try {
    await buildProgram(output).parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (fault) {
    if (fault instanceof Exit) return fault.code;
    if (fault instanceof CommanderError) return fault.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    output.stderr.write(`${name}: ${failureText(fault)}\n`);
    return exitCodes.failed;
  }
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (fault: NodeJS.ErrnoException) => process.exit(fault.code === 'EPIPE' ? 0 : 1));
process.exit(await run(process.argv.slice(2), process));
