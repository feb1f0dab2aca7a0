import { type Command, Option } from 'commander';
import { rfc3339, utcDate } from '../kernel/clock.ts';
import { exitCodeOf, onStopSignal, type StopSignal } from '../kernel/shutdown.ts';
import type { HistoryOptions } from '../sim/history.ts';
import { type CliContext, Exit } from './context.ts';
import { createMeter } from './progress.ts';

const examples = `
Examples:
  tidemark simulate --out ./history --fills 100000
  tidemark simulate --out ./big --fills 10000000 --wallets 100000 --days 3 --seed 7 --lz4
  tidemark import ./history

The same options write the same bytes. Ends with one line of JSON on stdout.`;

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
  const wholeNumber = (name: string, least: number, most: number) => (text: string) => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    return command.error(`error: --${name} must be an integer from ${least} to ${most}, not '${text}'`);
  };
  command
    .requiredOption('--out <DIR>', 'directory for the files: a new or an empty one')
    .requiredOption(
      '--fills <N>',
      'fills to make, both sides of a trade counted',
      wholeNumber('fills', 2, 1e9),
    )
    .option('--seed <TEXT>', 'what the history follows from', '1')
    .option('--wallets <N>', 'wallets that trade', wholeNumber('wallets', 20, 2e6), 1_000)
    .option('--coins <N>', 'native perps', wholeNumber('coins', 2, 300), 60)
    .addOption(
      new Option('--start <ISO>', 'first moment, as 2026-05-01 or 2026-05-01T12:00:00Z')
        .argParser(parseStart)
        .default(defaultStartMs, utcDate(defaultStartMs)),
    )
    .option('--days <N>', 'days over which the fills are spread', wholeNumber('days', 1, 1_000), 1)
    .option('--lz4', 'compress the files', false)
    .addHelpText('after', examples)
    .action((flags: SimulateFlags) => runSimulate(flags, context));

  function parseStart(text: string): number {
    const startMs = Date.parse(text);
    if (startMs >= earliestMs && startMs < latestMs) return startMs;
    return command.error(`error: --start must be a date from 2023-03-01 to 2098-12-31, not '${text}'`);
  }
}

const defaultStartMs = Date.UTC(2026, 4, 1);
const earliestMs = Date.UTC(2023, 2, 1);
const latestMs = Date.UTC(2099, 0, 1);

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
