import { type Command, Option } from 'commander';
import { rfc3339, utcDate } from '../kernel/clock.ts';
import { instantMs } from '../kernel/instant.ts';
import { exitCodeOf, onStopSignal, type StopSignal } from '../kernel/shutdown.ts';
import type { HistoryOptions } from '../sim/history.ts';
import { type CliContext, Exit } from './context.ts';
import { createMeter } from './progress.ts';
import { simulationOptions } from './simulation-options.ts';

const examples = `
Examples:
  tidemark simulate --out ./history --fills 100000
  tidemark simulate --out ./big --fills 10000000 --wallets 100000 --days 3 --seed 7 --lz4
  tidemark import ./history

The same options write the same bytes. Two days have a midnight between them, and with it conversions of spot dust.
Ends with one line of JSON on stdout. SIGTERM and SIGINT end it early, with whole lines.`;

interface SimulateFlags {
  out: string;
  fills: number;
  seed: string;
  wallets: number;
  coins: number;
  start: number;
  days: number;
  lz4: boolean;
}

/** `tidemark simulate`: a made-up history of the exchange, as the node files that `tidemark import` reads. */
export function addSimulate(program: Command, context: CliContext): void {
  const command = program
    .command('simulate')
    .summary('write a simulated history as node files')
    .description('Writes the fills of a simulated exchange as files of its node (node_fills_by_block).');
  const { count, start } = simulationOptions(command);
  command
    .requiredOption('--out <DIR>', 'directory for the files: a new or an empty one')
    .requiredOption('--fills <N>', 'fills to make, both sides of a trade counted', count('fills', 2, 1e9))
    .option('--seed <TEXT>', 'what the history follows from', '1')
    .option('--wallets <N>', 'wallets that trade', count('wallets', 20, 2e6), 1_000)
    .option('--coins <N>', 'native perps', count('coins', 2, 300), 60)
    .addOption(
      new Option('--start <ISO>', 'first moment, as 2026-05-01 or 2026-05-01T12:00:00Z')
        .argParser((text) => start(text, instantMs(text)))
        .default(defaultStartMs, utcDate(defaultStartMs)),
    )
    .option('--days <N>', 'days over which the fills are spread', count('days', 1, 1_000), 2)
    .option('--lz4', 'compress the files', false)
    .addHelpText('after', examples)
    .action((flags: SimulateFlags) => runSimulate(flags, context));
}

const defaultStartMs = Date.UTC(2026, 4, 1);

async function runSimulate({ out, start, ...flags }: SimulateFlags, context: CliContext): Promise<void> {
  const abort = new AbortController();
  let stopped: StopSignal | undefined;
  const unhear = onStopSignal((signal) => {
    stopped = signal;
    context.stderr.write(`\n${signal}: ending with the block in hand; what is written stays\n`);
    abort.abort();
  });
  const meter = createMeter(context.stderr);
  const options: HistoryOptions = {
    ...flags,
    dir: out,
    startMs: start,
    signal: abort.signal,
    onProgress: ({ fills, timeMs }) =>
      meter.update({ current: rfc3339(timeMs), share: fills / flags.fills, count: fills, unit: 'fills' }),
  };
  try {
    const { writeHistory } = await import('../sim/history.ts');
    const { fromMs, toMs, ...counts } = await writeHistory(options);
    meter.end();
    context.stdout.write(`${JSON.stringify({ ...counts, from: rfc3339(fromMs), to: rfc3339(toMs) })}\n`);
  } finally {
    meter.end();
    unhear();
  }
  if (stopped !== undefined) throw new Exit(exitCodeOf(stopped));
}
