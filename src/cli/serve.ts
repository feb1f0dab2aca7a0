import { once } from 'node:events';
import type { Command } from 'commander';
import { type ConfigFlags, loadConfig } from '../config/config.ts';
import { createMeter } from '../kernel/progress-meter.ts';
import { onStopSignal } from '../kernel/shutdown.ts';
import type { CliContext } from './context.ts';

const examples = `
Examples:
  tidemark serve                                on http://127.0.0.1:8080, from ./data
  tidemark serve --port 9000 --host 0.0.0.0     for other machines too
  tidemark serve --now 2026-05-01T12:00:00Z     as of another day, for old data
  tidemark serve --source simulated             on a simulated exchange, as npm start does
  tidemark serve --source hyperliquid --data ./live    on the real exchange; of several processes, one reads and the others wait
  tidemark serve --source node --node-dir ~/hl/data    on the files of a node, without any network
  tidemark serve --source node --node-dir ~/hl/data --node-info http://127.0.0.1:3001/info    with account states

Prints one line on stdout once it answers. SIGTERM or SIGINT ends it after the requests under way.
Imports, audits and key commands on the same data directory go through the running server.`;

export function addServe(program: Command, context: CliContext): void {
  program
    .command('serve')
    .summary('serve the API')
    .description('Serves the API over HTTP.')
    .option('--data <DIR>', 'data directory (default: ./data, or TIDEMARK_DATA)')
    .option('--port <N>', 'port; 0 takes any free one (default: 8080, or TIDEMARK_PORT)')
    .option('--host <H>', 'address to listen on (default: 127.0.0.1, or TIDEMARK_HOST)')
    .option('--now <ISO>', 'answer as of this instant (default: the clock, or TIDEMARK_NOW)')
    .option(
      '--source <S>',
      'live data from: none, hyperliquid, node, simulated (default: none, or TIDEMARK_SOURCE)',
    )
    .option('--node-dir <DIR>', 'output directory of a node, for the fills of all wallets, as ~/hl/data')
    .option('--node-info <URL>', 'info server of a node, for account states: http://127.0.0.1:3001/info')
    .option('--exchange-url <URL>', "the exchange's REST address (default: the real one's)")
    .option('--exchange-ws <URL>', "the exchange's WebSocket address (default: the real one's)")
    .option(
      '--exchange-weight <N>',
      'REST weight a minute of this process (default: 1200, the whole limit of an address)',
    )
    .option('--seed <TEXT>', 'seed of the simulated exchange (default: 1)')
    .addHelpText('after', examples)
    .action((options: ConfigFlags) => runServer(context, options));
}

async function runServer(context: CliContext, flags: ConfigFlags): Promise<void> {
  const config = loadConfig(flags, context.env);
  const meter = createMeter(context.stderr);
  const stop = new AbortController();
  const { signal } = stop;
  const stopped = once(signal, 'abort');
  const unhear = onStopSignal((name) => {
    meter.end();
    context.stderr.write(`${name}: stopping; repeat to end at once\n`);
    stop.abort();
  });
  try {
    const app = await context.loadApp();
    // Without a terminal the log reports the start.
    const onStep = context.stderr.isTTY ? { onStep: meter.update } : {};
    const server = await app.serve(config, { signal, ...onStep });
    meter.end();
    context.stdout.write(`tidemark ready at ${server.address} (${server.data})\n`);
    await stopped;
    await server.stop();
  } catch (fault) {
    meter.end();
    if (fault !== signal.reason) throw fault;
  } finally {
    unhear();
  }
}
