import { type Command, InvalidArgumentError, Option } from 'commander';
import { limitOverrides, type OverrideChanges } from '../domain/limit-overrides.ts';
import { nearestTo } from '../kernel/nearest.ts';
import { limitsTable } from '../operate/operations/account-text.ts';
import type { Operations } from '../operate/operations.ts';
import type { CliContext } from './context.ts';
import { type ControlOptions, dataOption, jsonOption, printJson, withControl } from './control-command.ts';

type LimitName = keyof OverrideChanges;

const names = Object.keys(limitOverrides.properties) as LimitName[];

const help = `
Limits: ${names.join(', ')}.
A value is a whole number, unlimited, or tier for what the tier has. Limits that are not named stay as they are.
Only Enterprise accounts have limits of their own.

Examples:
  tidemark accounts limits desk
  tidemark accounts limits desk --set ratePerMinute=20000 requestsPerDay=unlimited
  tidemark accounts limits desk --clear`;

interface LimitsOptions extends ControlOptions {
  set?: OverrideChanges;
  clear?: boolean;
}

/** `tidemark accounts limits`: shows what an account may do, and gives an Enterprise account numbers of its own. */
export function addLimits(accounts: Command, context: CliContext): void {
  accounts
    .command('limits')
    .description('Shows the limits of an account, or sets limits of its own from the next request on.')
    .argument('<NAME>', 'name of the account')
    .option('--set <LIMIT=VALUE...>', 'limits of its own', changeOption)
    .addOption(new Option('--clear', 'the limits of its tier again, all of them').conflicts('set'))
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', help)
    .action((name: string, { set, clear, json, data }: LimitsOptions) =>
      withControl(context, { command: 'accounts', data }, async (operations) => {
        const account = await changed(operations, name, clear ? 'clear' : set);
        if (json) return printJson(account, context);
        context.stdout.write(limitsTable(account));
      }),
    );
}

function changed(operations: Operations, name: string, changes: OverrideChanges | 'clear' | undefined) {
  if (changes === 'clear') return operations.clearOverrides({ name });
  return changes === undefined
    ? operations.findAccount({ name })
    : operations.changeOverrides({ name, ...changes });
}

/** Gathers `LIMIT=VALUE`. @throws InvalidArgumentError naming what would be right */
function changeOption(text: string, before: OverrideChanges = {}): OverrideChanges {
  const [, name = text, value = ''] = /^([^=]*)=(.*)$/.exec(text) ?? [];
  if (!names.includes(name as LimitName)) {
    const nearest = nearestTo(name, names);
    const remedy = nearest === undefined ? `There are ${names.join(', ')}.` : `Did you mean ${nearest}?`;
    throw new InvalidArgumentError(`There is no limit ${name}. ${remedy}`);
  }
  return { ...before, [name]: limitValue(value) };
}

/** The store reports its bounds. */
function limitValue(text: string): number | null | 'tier' {
  if (text === 'tier') return text;
  if (text === 'unlimited') return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A value is a whole number, unlimited, or tier for what the tier has.');
}
