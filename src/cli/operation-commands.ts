import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import type { TSchema } from 'typebox';
import { loadConfig } from '../config/config.ts';
import { parseAddress } from '../domain/address.ts';
import { systemClock } from '../kernel/clock.ts';
import { Exit, UsageError } from '../kernel/command-line.ts';
import { durationMs, instantMs } from '../kernel/instant.ts';
import { createMeter } from '../kernel/progress-meter.ts';
import { exitCodeOf, onStopSignal, type StopSignal } from '../kernel/shutdown.ts';
import type { CommandDesk, FieldText, Operation } from '../operate/operation.ts';
import { type Operations, operationList } from '../operate/operations.ts';
import { readableTimes } from '../operate/readable-times.ts';
import type { CliContext } from './context.ts';

const forms = '30d, 12h, a date like 2030-01-31, or an instant like 2030-01-31T12:00:00Z';

/** Unix milliseconds of an instant, a date, or of so long from now. @throws InvalidArgumentError */
function momentOption(text: string): number {
  const fromNowMs = durationMs(text);
  const timeMs = fromNowMs === undefined ? instantMs(text) : systemClock.nowMs() + fromNowMs;
  if (timeMs === undefined) throw new InvalidArgumentError(`It must be a moment: ${forms}.`);
  return timeMs;
}

/** As {@link momentOption}, of a moment to come. @throws InvalidArgumentError */
function expiryOption(text: string): number {
  const isMoment = durationMs(text) !== undefined || instantMs(text) !== undefined;
  const expiresAtMs = isMoment ? momentOption(text) : 0;
  if (expiresAtMs > systemClock.nowMs()) return expiresAtMs;
  throw new InvalidArgumentError(`It must be a future moment: ${forms}.`);
}

/** @throws InvalidArgumentError */
function durationOption(text: string): number {
  const lengthMs = durationMs(text);
  if (lengthMs === undefined)
    throw new InvalidArgumentError('It must be a duration like 90s, 30m, 24h or 7d.');
  return lengthMs;
}

const dataOption = ['--data <DIR>', 'data directory (default: ./data, or TIDEMARK_DATA)'] as const;
const jsonOption = ['--json', 'as JSON'] as const;

type Given = Record<string, unknown> & { data?: string; json?: boolean };

const kinds = {
  address: addressOption,
  moment: momentOption,
  expiry: expiryOption,
  duration: durationOption,
};

/** Commands whose operations are their commands. */
const groups: Readonly<Record<string, { summary: string; description: string; examples: string }>> = {
  keys: {
    summary: 'create, list, revoke and rotate API keys',
    description: 'API keys and the accounts they belong to.',
    examples: '\nExamples:\n  KEY=$(tidemark keys create --tier pro)\n  tidemark keys list --json',
  },
  accounts: {
    summary: 'list and create accounts, grant tiers, set limits',
    description: 'Accounts: the owners of keys, with their tiers and limits.',
    examples: '\nExamples:\n  tidemark accounts list\n  tidemark accounts grant desk pro --until 2030-01-31',
  },
  alerts: {
    summary: 'create alerts, list and resend their messages',
    description: 'Alerts: rules that send new events to an address (docs/guides/alerts.md).',
    examples: `
Examples:
  tidemark alerts estimate trades --min-usd 1000000
  SECRET=$(tidemark alerts create trades --min-usd 1000000 --account desk --url https://example.com/hook)
  tidemark alerts deliveries alr_4fQ9xT2bK1mZ --state pending`,
  },
  lists: {
    summary: 'keep lists of wallets for streams and alerts',
    description: 'Lists of wallets of an account: filters of streams and alerts name one as `list`.',
    examples:
      '\nExamples:\n  tidemark lists set whales @whales.txt --account desk\n  tidemark lists list --json',
  },
  payments: {
    summary: 'list payments for calls without a key',
    description: 'Payments for calls without a key (x402).',
    examples: `
Examples:
  tidemark payments list
  tidemark payments list --state uncertain
  tidemark payments list --payer 0x31ca8395cf837de08b24da3f660e77761dfb974b --json`,
  },
};

/** Adds a command of the program whose operations declare its words. */
export function addOperations(program: Command, first: string, context: CliContext): void {
  const group = groups[first];
  const parent =
    group === undefined
      ? program
      : program
          .command(first)
          .summary(group.summary)
          .description(group.description)
          .addHelpText('after', group.examples);
  for (const operation of operationList as readonly Operation[]) {
    if (operation.command?.words.split(' ')[0] === first) addOperation(parent, operation, context);
  }
}

function addOperation(parent: Command, operation: Operation, context: CliContext): void {
  const texts = operation.command!;
  const { words, summary, description, examples, json } = texts;
  const [first = '', last = first] = words.split(' ');
  const properties = operation.input.properties as Readonly<Record<string, TSchema>>;
  const command = parent.command(last).description(description);
  if (summary !== undefined) command.summary(summary);
  const positions = Object.entries((texts.arguments ?? {}) as Record<string, FieldText>);
  for (const [field, text] of positions) command.addArgument(argumentOf(text, properties[field]));
  const options = Object.entries((texts.options ?? {}) as Record<string, FieldText>).map(
    ([field, text]) => [field, optionOf(text, properties[field]), text[2]] as const,
  );
  for (const [, option] of options) command.addOption(option);
  if (json) command.option(...jsonOption);
  command.option(...dataOption).addHelpText('after', examples);

  /** Given values by field name; fields without a value are left out. */
  function givenBy(values: readonly unknown[], given: Given): Record<string, unknown> {
    const placed = positions.map(([field], i) => [field, values[i]] as const);
    const named = options.map(([field, option, more]) => {
      const value = given[option.attributeName()];
      const { kind, otherwise } = more ?? {};
      return [
        field,
        value === undefined && otherwise !== undefined ? kinds[kind!](otherwise) : value,
      ] as const;
    });
    return Object.fromEntries([...placed, ...named].filter(([, value]) => value !== undefined));
  }

  command.action(async (...values: unknown[]) => {
    const options = values.at(-2) as Given;
    const { data, json: asJson } = options;
    const given = givenBy(values, options);
    const desk = deskOf(context, { command: first, ...(data !== undefined && { data }) });
    if (texts.act === undefined) return askOnce(operation, { given, asJson }, desk);
    try {
      await texts.act({ ...given, ...(asJson && { json: true }) }, desk);
    } catch (fault) {
      if (fault instanceof UsageError) command.error(`error: ${fault.message}`);
      throw fault;
    }
  });
}

async function askOnce(
  { name, input: { properties }, command }: Operation,
  { given, asJson }: { given: Record<string, unknown>; asJson: boolean | undefined },
  desk: CommandDesk,
): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(given).map(([field, value]) => [
      isInstant(properties[field]!) ? `${field}Ms` : field,
      value,
    ]),
  );
  await desk.open(async (call) => {
    const result = await call(name, input);
    if (asJson) desk.printJson(result);
    else await command!.print!(result, desk, { input, call });
    if (Array.isArray(result) && result.length === input.limit)
      desk.stderr.write(`the first ${input.limit}; --limit shows more\n`);
  });
}

/** @param options.command its first word, for others that find the stores in use */
function deskOf(context: CliContext, options: { command: string; data?: string }): CommandDesk {
  const { stdout, stderr, confirm } = context;
  return {
    stdout,
    stderr,
    ...(confirm && { confirm }),
    open: (calls, stopping) =>
      withOperations(
        context,
        { ...options, stopping: stopping ?? 'stopping after this step' },
        (operations, signal) =>
          calls(async (name, input) => {
            const pending = operations as unknown as Record<string, (...given: object[]) => Promise<unknown>>;
            if (stopping === undefined) return pending[name]!(input);
            const { step } = (operationList as readonly Operation[]).find((one) => one.name === name)!;
            const meter = step && createMeter(stderr);
            const onProgress = (progress: never) => meter?.update(step!(progress));
            return pending[name]!(input, { onProgress, signal }).finally(() => meter?.end());
          }),
      ),
    printJson: (result) => void stdout.write(`${JSON.stringify(readableTimes(result), null, 2)}\n`),
  };
}

function argumentOf([flags, text, more = {}]: FieldText, schema: TSchema | undefined): Argument {
  const argument = new Argument(flags, text);
  if (more.read !== undefined) return argument.argParser(reader(more.read));
  const { enum: choices } = (schema ?? {}) as { enum?: readonly string[] };
  return choices === undefined ? argument : argument.choices(choices);
}

function optionOf([flags, text, more = {}]: FieldText, schema: TSchema | undefined): Option {
  const option = new Option(flags, text);
  const { enum: choices, maximum } = (schema ?? {}) as { enum?: readonly string[]; maximum?: number };
  if (more.kind !== undefined) option.argParser(kinds[more.kind] as (text: string) => unknown);
  else if (more.read !== undefined) option.argParser(reader(more.read));
  else if (more.preset !== undefined) option.preset(more.preset);
  else if (choices !== undefined) option.choices(choices);
  else if (maximum !== undefined) option.argParser(countOption(maximum) as (text: string) => unknown);
  if (more.conflicts !== undefined) option.conflicts(more.conflicts);
  return more.default === undefined ? option : option.default(more.default);
}

/** @throws InvalidArgumentError, by which commander names the option too */
function reader(read: (text: string, before: unknown) => unknown) {
  return (text: string, before: unknown): unknown => {
    try {
      return read(text, before);
    } catch (fault) {
      throw fault instanceof UsageError ? new InvalidArgumentError(fault.message) : fault;
    }
  };
}

function isInstant(schema: TSchema): boolean {
  return (schema as { format?: string }).format === 'date-time';
}

/** @returns lower case @throws InvalidArgumentError */
function addressOption(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) throw new InvalidArgumentError('It must be 0x and 40 hex digits.');
  return address;
}

/** Reads a whole number from 1 to `most`. @throws InvalidArgumentError */
function countOption(most: number): (text: string) => number {
  return (text) => {
    const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
    if (count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`);
  };
}

/**
 * Opens the operations for one command, runs it and closes them, also where it fails. A first stop
 * signal aborts `signal` and ends the command with the signal's exit code once it has come to its end.
 * @param stopping the message to the operator when the signal arrives
 */
async function withOperations<Result>(
  context: CliContext,
  options: { command: string; data?: string; stopping: string },
  run: (operations: Operations, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const config = loadConfig({ data: options.data }, context.env);
  const abort = new AbortController();
  let stopped: StopSignal | undefined;
  const unhear = onStopSignal((signal) => {
    stopped = signal;
    context.stderr.write(`\n${signal}: ${options.stopping}\n`);
    abort.abort();
  });
  try {
    const app = await context.loadApp();
    const session = await app.openOperations(config, options.command, {
      onWait: (message) => context.stderr.write(`${message}\n`),
      signal: abort.signal,
    });
    const result = await run(session.operations, abort.signal).finally(() =>
      session.close({ abort: stopped !== undefined }),
    );
    if (stopped !== undefined) throw new Exit(exitCodeOf(stopped));
    return result;
  } catch (fault) {
    const asRequested = stopped !== undefined && fault instanceof Error && fault.name === 'AbortError';
    throw asRequested ? new Exit(exitCodeOf(stopped!)) : fault;
  } finally {
    unhear();
  }
}
