import type { Command } from 'commander';
import { systemClock } from '../kernel/clock.ts';
import { accountText } from '../operate/operations/account-text.ts';
import { endGrants } from './account-grants.ts';
import { addLimits } from './account-limits.ts';
import type { CliContext } from './context.ts';
import { type ControlOptions, dataOption, jsonOption, printJson, withControl } from './control-command.ts';
import { addOperations } from './operation-commands.ts';

/** `tidemark accounts …`: accounts, the tiers they are entitled to and limits of their own; also while a server runs. */
export function addAccounts(program: Command, context: CliContext): void {
  const accounts = addOperations(program, 'accounts', context);
  addEnd(accounts, context);
  addLimits(accounts, context);
}

function addEnd(accounts: Command, context: CliContext): void {
  accounts
    .command('end')
    .description('Ends what was granted to an account, from the next request on.')
    .argument('<NAME>', 'name of the account')
    .argument('<GRANT...>', 'ids of entitlements, as accounts show lists them, or tiers: all grants of one')
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText(
      'after',
      '\nWhat a subscription entitles to ends with it, at the billing provider.\n\nExamples:\n  tidemark accounts end desk pro\n  tidemark accounts end desk 0b1f7a3e-54cd-4a6b-9f5e-2f1c8d7e6a90',
    )
    .action((name: string, grants: string[], { data, json }: ControlOptions) =>
      withControl(context, { command: 'accounts', data }, async (operations) => {
        const account = await endGrants(operations, name, grants);
        if (json) printJson(account, context);
        else context.stdout.write(accountText(account, systemClock.nowMs()));
      }),
    );
}
