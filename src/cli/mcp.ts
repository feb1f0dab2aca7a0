import { type Command, Option } from 'commander';
import { ConfigError, type ConfigFlags, loadConfig } from '../config/config.ts';
import { Exit } from '../kernel/command-line.ts';
import { onStopSignal } from '../kernel/shutdown.ts';
import type { CliContext } from './context.ts';

const examples = `
Examples:
  tidemark mcp --data ./data                      on the data directory, while no server has it open
  TIDEMARK_API_KEY=tdm_… tidemark mcp --url http://127.0.0.1:8080    on a server, with one of its keys
  tidemark mcp --source simulated --data ./sim    on the simulated exchange

Speaks the Model Context Protocol on stdin and stdout, for clients that start their own servers; everything else goes to
stderr. A server answers the same at /mcp. docs/agents.md has the settings of the common clients.`;

export function addMcp(program: Command, context: CliContext): void {
  program
    .command('mcp')
    .summary('answer agents over stdio')
    .description('Serves an agent over stdin and stdout (Model Context Protocol).')
    .option('--data <DIR>', 'data directory (default: ./data, or TIDEMARK_DATA)')
    .option('--url <URL>', 'use this running service instead, with the key in TIDEMARK_API_KEY')
    .option('--now <ISO>', 'answer as of this instant (default: the clock, or TIDEMARK_NOW)')
    .option(
      '--source <S>',
      'live data from: none, hyperliquid, simulated (default: none, or TIDEMARK_SOURCE)',
    )
    .addOption(new Option('--input-fd <N>').argParser(Number).hideHelp())
    .addHelpText('after', examples)
    .action((options: ConfigFlags & { inputFd?: number }) => answerAgent(context, options));
}

async function answerAgent(
  context: CliContext,
  { inputFd, ...flags }: ConfigFlags & { inputFd?: number },
): Promise<void> {
  const config = loadConfig(flags, context.env);
  // Who names a directory means it.
  if (flags.data !== undefined && flags.url === undefined) delete config.mcpUrl;
  if (config.mcpUrl !== undefined && config.apiKey === undefined) {
    throw new ConfigError([
      { location: 'TIDEMARK_API_KEY', message: 'must be set to a key of the service that --url names' },
    ]);
  }
  const stop = new AbortController();
  const unhear = onStopSignal(() => stop.abort());
  try {
    const app = await context.loadApp();
    const { signal } = stop;
    const code = await app.answerAgent(config, { signal, ...(inputFd !== undefined && { inputFd }) });
    if (code !== 0) throw new Exit(code);
  } catch (fault) {
    if (fault !== stop.signal.reason) throw fault;
  } finally {
    unhear();
  }
}
