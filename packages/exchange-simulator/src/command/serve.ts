import { type Command, InvalidArgumentError } from 'commander';
import { type Clock, dayMs, hourMs, rfc3339, systemClock } from '../../../../src/kernel/clock.ts';
import { type CommandOutput, Exit } from '../../../../src/kernel/command-line.ts';
import { durationMs, instantMs } from '../../../../src/kernel/instant.ts';
import { createMeter } from '../../../../src/kernel/progress-meter.ts';
import { exitCodeOf, onStopSignal, type StopSignal } from '../../../../src/kernel/shutdown.ts';
import { type NodeOrigin, openNodeHome } from '../node/node-home.ts';
import { addNodeOptions, type NodeFlags, nodeHelp } from './node-options.ts';
import { simulationOptions } from './simulation-options.ts';

const examples = (name: string) => `
Examples:
  ${name}
  ${name} --port 3001 --seed 7 --coins 60 --fills-per-second 20
  ${name} --faults mild --start 2026-05-01
  ${name} --node-dir ./hl/data --node-faults mild
  curl -s localhost:3001/info -d '{"type":"allMids"}'

Answers POST /info and WebSocket subscriptions on /ws as the exchange does, with its limits, to test a bot or a
connector against. Time goes at one second per second. Nothing is stored: it ends with SIGTERM or SIGINT.
Under one seed and --start the same things happen at the same time.

--faults follow from the seed, too: the n-th frame of the n-th connection and the n-th request of a type always meet the
same fault. mild: of 10,000 frames 100 come twice, 100 late or out of order, 10 never, 10 broken; at 5 the connection
drops, at 1 all do and the next attempts are refused, at 1 it goes silent without being closed. Of 1,000 requests 20 are
slow, 20 fail with 5xx, 10 with 429, 10 get no answer, 5 a cut one. The clock of books and accounts is off by up to
500 ms. heavy: eight times as much.
${nodeHelp}`;

interface ServerFlags extends NodeFlags {
  port: number;
  host: string;
  seed: string;
  wallets: number;
  coins: number;
  fillsPerSecond: number;
  /** Milliseconds. */
  history: number;
  start?: number;
  faults: 'none' | 'mild' | 'heavy';
}

/** Tick of the real exchange. */
const tickMs = 3_000;
const longestHistoryMs = 30 * dayMs;

/**
 * The simulated exchange by itself, over HTTP and WebSocket.
 * @param name of the command: `tidemark simulate-server`, `exchange-simulator serve`
 */
export function addServe(program: Command, output: CommandOutput, name: string): void {
  const command = program
    .command(name)
    .summary('serve a simulated exchange')
    .description('Serves a simulated exchange in the protocol of the real one.');
  const { number, count, start } = simulationOptions(command);
  const history = (text: string) => {
    const lengthMs = durationMs(text);
    if (lengthMs === undefined)
      throw new InvalidArgumentError('It must be a duration like 90s, 30m, 24h or 7d.');
    if (lengthMs <= longestHistoryMs) return lengthMs;
    return command.error(`error: --history must be 30d at most, not '${text}'`);
  };
  command
    .option('--port <N>', 'port; 0 takes any free one', count('port', 0, 65_535), 3_001)
    .option('--host <H>', 'address to listen on', '127.0.0.1')
    .option('--seed <TEXT>', 'what the exchange follows from', '1')
    .option('--wallets <N>', 'wallets that trade', count('wallets', 20, 100_000), 300)
    .option('--coins <N>', 'native perps', count('coins', 2, 300), 20)
    .option('--fills-per-second <N>', 'mean over a day', number('fills-per-second', 0.001, 5_000), 5)
    .addOption(
      command
        .createOption('--history <LENGTH>', 'made before it answers: 30m, 6h, 2d')
        .argParser(history)
        .default(hourMs, '1h'),
    )
    .option('--start <DATE>', 'where the history begins (default: so that it ends now)', (text) =>
      start(text, instantMs(text)),
    )
    .addOption(
      command
        .createOption('--faults <F>', 'lost, late, doubled and broken answers and frames')
        .choices(['none', 'mild', 'heavy'])
        .default('none'),
    );
  addNodeOptions(command, count);
  command
    .addHelpText('after', examples(`${program.name()} ${name}`))
    .action((flags: ServerFlags) => runServer(flags, output));
}

async function runServer(flags: ServerFlags, { stdout, stderr }: CommandOutput): Promise<void> {
  const { host, port } = flags;
  const { createExchangeRecord } = await import('../record/exchange-record.ts');
  const { createExchangePace } = await import('../exchange-pace.ts');
  const { createFaultPlan } = await import('../faults/fault-plan.ts');
  const { openExchangeService } = await import('../exchange-service.ts');
  const { createServedNode } = await import('./serve-node.ts');
  const abort = new AbortController();
  const stopped = Promise.withResolvers<StopSignal>();
  // A failure while a history is generated aborts the generation, too.
  stopped.promise.catch(() => abort.abort());
  const unhear = onStopSignal((signal) => {
    stopped.resolve(signal);
    abort.abort();
  });
  const { origin, isBack } = originOf(flags);
  const { startMs, aheadMs, ...options } = origin;
  const clock: Clock = { nowMs: () => systemClock.nowMs() + aheadMs };
  const historyMs = clock.nowMs() - startMs;
  const { nodeDir } = flags;
  const movements = nodeDir === undefined ? {} : { movements: { everyMs: 12_000 } };
  const record = createExchangeRecord({ ...options, startMs, tickMs, ...movements });
  const node =
    nodeDir === undefined
      ? undefined
      : createServedNode({ flags: { ...flags, nodeDir }, origin, isBack, record, clock });
  function advance(untilMs: number): void {
    try {
      (node ?? record).advance(untilMs);
    } catch (error) {
      stopped.reject(error);
    }
  }
  const pace = createExchangePace({ exchange: record.exchange, advance }, clock);
  const meter = createMeter(stderr);
  try {
    await pace.catchUp({
      signal: abort.signal,
      onProgress: ({ fills, timeMs }) =>
        meter.update({
          current: rfc3339(timeMs),
          share: (timeMs - startMs) / historyMs,
          count: fills,
          unit: 'fills',
        }),
    });
    meter.end();
    if (abort.signal.aborted) throw new Exit(exitCodeOf(await stopped.promise));
    const faults = createFaultPlan({ seed: options.seed, rates: flags.faults, clock });
    const service = await openExchangeService({ record, clock, host, port, faults });
    const info = await node?.serve(host);
    const rest = pace.start();
    const ofNode = info === undefined ? '' : `its node writes ${nodeDir} and answers at ${info}/info\n`;
    stdout.write(`simulated exchange ready at ${service.url}/info and ${service.wsUrl}\n${ofNode}`);
    try {
      const signal = await stopped.promise;
      stderr.write(`${signal}: stopping; repeat to end at once\n`);
    } finally {
      rest();
      await service.close();
    }
  } finally {
    meter.end();
    unhear();
    await node?.close();
  }
}

/** Origin of the exchange: from the flags, or from the files of an existing node directory. */
function originOf({ nodeDir, start, history, ...flags }: ServerFlags): {
  origin: NodeOrigin;
  isBack: boolean;
} {
  const { seed, wallets, coins, fillsPerSecond } = flags;
  const options = { seed, wallets, coins, fillsPerSecond };
  const kept = nodeDir === undefined ? undefined : openNodeHome(nodeDir, { ...options, startMs: start });
  if (kept !== undefined) return { origin: kept, isBack: true };
  const startMs = start ?? systemClock.nowMs() - history;
  return { origin: { ...options, startMs, aheadMs: startMs + history - systemClock.nowMs() }, isBack: false };
}
