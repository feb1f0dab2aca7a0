import { type Command, Option } from 'commander';
import { rfc3339, utcDate } from '../../../../src/kernel/clock.ts';
import { type CommandOutput, Exit } from '../../../../src/kernel/command-line.ts';
import { instantMs } from '../../../../src/kernel/instant.ts';
import { createMeter } from '../../../../src/kernel/progress-meter.ts';
import { exitCodeOf, onStopSignal, type StopSignal } from '../../../../src/kernel/shutdown.ts';
import type { HistoryOptions } from '../history.ts';
import { simulationOptions } from './simulation-options.ts';

const examples = (name: string) => `
Examples:
  ${name} --out ./history --fills 100000
  ${name} --out ./big --fills 10000000 --wallets 100000 --days 3 --seed 7 --lz4
  tidemark import ./history

The same options write the same bytes. Two days have a midnight between them, and with it conversions of spot dust.
Ends with one line of JSON on stdout. SIGTERM and SIGINT end it early, with whole lines.`;

interface HistoryFlags {
  out: string;
  fills: number;
  seed: string;
  wallets: number;
  coins: number;
  start: number;
  days: number;
  lz4: boolean;
}

/**
 * A made-up history of the exchange, as the node files that `tidemark import` reads.
 * @param name of the command: `tidemark simulate`, `exchange-simulator history`
 */
export function addHistory(program: Command, output: CommandOutput, name: string): void {
  const command = program
    .command(name)
    .summary('write a simulated history as node files')
    .description(
      'Writes what happens on a simulated exchange as files of its node: fills (node_fills_by_block), funding and ledger updates (misc_events_by_block), TWAP orders (node_twap_statuses_by_block); beside them states of markets (asset_ctxs) and of accounts (account_states).',
    );
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
    .addHelpText('after', examples(`${program.name()} ${name}`))
    .action((flags: HistoryFlags) => runHistory(flags, output));
}

const defaultStartMs = Date.UTC(2026, 4, 1);

async function runHistory(
  { out, start, ...flags }: HistoryFlags,
  { stdout, stderr }: CommandOutput,
): Promise<void> {
  const abort = new AbortController();
  let stopped: StopSignal | undefined;
  const unhear = onStopSignal((signal) => {
    stopped = signal;
    stderr.write(`\n${signal}: ending with the block in hand; what is written stays\n`);
    abort.abort();
  });
  const meter = createMeter(stderr);
  const options: HistoryOptions = {
    ...flags,
    dir: out,
    startMs: start,
    signal: abort.signal,
    onProgress: ({ fills, timeMs }) =>
      meter.update({ current: rfc3339(timeMs), share: fills / flags.fills, count: fills, unit: 'fills' }),
  };
  try {
    const { writeHistory } = await import('../history.ts');
    const { fromMs, toMs, ...counts } = await writeHistory(options);
    meter.end();
    stdout.write(`${JSON.stringify({ ...counts, from: rfc3339(fromMs), to: rfc3339(toMs) })}\n`);
  } finally {
    meter.end();
    unhear();
  }
  if (stopped !== undefined) throw new Exit(exitCodeOf(stopped));
}
