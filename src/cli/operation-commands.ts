import { Argument, type Command, Option } from 'commander';
import type { TSchema } from 'typebox';
import type { FieldText, Operation } from '../operate/operation.ts';
import { operationList } from '../operate/operations.ts';
import { addressOption } from './address-option.ts';
import type { CliContext } from './context.ts';
import { dataOption, jsonOption, printJson, withControl } from './control-command.ts';
import { countOption } from './count-option.ts';
import { durationOption, expiryOption, momentOption } from './time-options.ts';

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
    summary: 'list, make and entitle accounts, and set limits of their own',
    description: 'Accounts: whom keys belong to, what tier they have and what they may do.',
    examples: '\nExamples:\n  tidemark accounts list\n  tidemark accounts grant desk pro --until 2030-01-31',
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

/** Adds a command of the program whose operations declare its words. @returns it, or the program where it has no group */
export function addOperations(program: Command, first: string, context: CliContext): Command {
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
  return parent;
}

function addOperation(parent: Command, operation: Operation, context: CliContext): void {
  const { words, summary, description, examples, json, print, ...texts } = operation.command!;
  const [first = '', last = first] = words.split(' ');
  const { properties } = operation.input;
  const command = parent.command(last).description(description);
  if (summary !== undefined) command.summary(summary);
  const positions = Object.entries((texts.arguments ?? {}) as Record<string, FieldText>);
  for (const [field, text] of positions) command.addArgument(argumentOf(text, properties[field]!));
  const options = Object.entries((texts.options ?? {}) as Record<string, FieldText>).map(
    ([field, text]) => [field, optionOf(text, properties[field]!), text[2]] as const,
  );
  for (const [, option] of options) command.addOption(option);
  if (json) command.option(...jsonOption);
  command.option(...dataOption).addHelpText('after', examples);

  /** The operation's input; what was not given is not in it. */
  function inputOf(values: readonly unknown[], given: Given): Record<string, unknown> {
    const placed = positions.map(([field], i) => [field, values[i]] as const);
    const named = options.map(([field, option, more]) => {
      const value = given[option.attributeName()];
      const { kind, otherwise } = more ?? {};
      return [
        field,
        value === undefined && otherwise !== undefined ? kinds[kind!](otherwise) : value,
      ] as const;
    });
    const fields = [...placed, ...named].filter(([, value]) => value !== undefined);
    return Object.fromEntries(
      fields.map(([field, value]) => [isInstant(properties[field]!) ? `${field}Ms` : field, value]),
    );
  }

  command.action((...values: unknown[]) => {
    const given = values.at(-2) as Given;
    const input = inputOf(values, given);
    return withControl(context, { command: first, data: given.data }, async (operations) => {
      const call = (name: string, asked: object) =>
        (operations as unknown as Record<string, (input: object) => Promise<unknown>>)[name]!(asked);
      const result = await call(operation.name, input);
      if (given.json) printJson(result, context);
      else await print(result, context, { input, call });
      if (Array.isArray(result) && result.length === input.limit)
        context.stderr.write(`the first ${input.limit}; --limit shows more\n`);
    });
  });
}

function argumentOf([flags, text]: FieldText, schema: TSchema): Argument {
  const argument = new Argument(flags, text);
  const { enum: choices } = schema as { enum?: readonly string[] };
  return choices === undefined ? argument : argument.choices(choices);
}

function optionOf([flags, text, more = {}]: FieldText, schema: TSchema): Option {
  const option = new Option(flags, text);
  const { enum: choices, maximum } = schema as { enum?: readonly string[]; maximum?: number };
  if (more.kind !== undefined) option.argParser(kinds[more.kind] as (text: string) => unknown);
  else if (more.preset !== undefined) option.preset(more.preset);
  else if (choices !== undefined) option.choices(choices);
  else if (maximum !== undefined) option.argParser(countOption(maximum) as (text: string) => unknown);
  return more.default === undefined ? option : option.default(more.default);
}

function isInstant(schema: TSchema): boolean {
  return (schema as { format?: string }).format === 'date-time';
}
