import { Argument, type Command, Option } from 'commander';
import type { AccountDetail } from '../control/store.ts';
import { type Role, roles } from '../domain/role.ts';
import { type Tier, tiers } from '../domain/tier.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Operations } from '../operate/operations.ts';
import { endGrants } from './account-grants.ts';
import { addLimits } from './account-limits.ts';
import { accountsTable, accountText } from './account-text.ts';
import type { CliContext } from './context.ts';
import {
  type ControlOptions,
  dataOption,
  jsonOption,
  noteLimit,
  printJson,
  printList,
  withControl,
} from './control-command.ts';
import { countOption } from './count-option.ts';
import { expiryOption, momentOption } from './time-options.ts';

/** As many as a listing shows unless it is told otherwise. */
const listedAccounts = 1_000;

/** `tidemark accounts …`: accounts, the tiers they are entitled to and limits of their own; also while a server runs. */
export function addAccounts(program: Command, context: CliContext): void {
  const accounts = program
    .command('accounts')
    .summary('list, make and entitle accounts, and set limits of their own')
    .description('Accounts: whom keys belong to, what tier they have and what they may do.')
    .addHelpText(
      'after',
      '\nExamples:\n  tidemark accounts list\n  tidemark accounts grant desk pro --until 2030-01-31',
    );
  addList(accounts, context);
  addShow(accounts, context);
  addCreate(accounts, context);
  addInvite(accounts, context);
  addGrant(accounts, context);
  addEnd(accounts, context);
  addLimits(accounts, context);
}

function addList(accounts: Command, context: CliContext): void {
  accounts
    .command('list')
    .description('Lists the accounts by name.')
    .option('--match <TEXT>', 'those whose name holds this, in any case')
    .option('--limit <N>', 'at most so many (1 to 10000)', countOption(10_000), listedAccounts)
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText(
      'after',
      '\nExamples:\n  tidemark accounts list --match desk\n  tidemark accounts list --json | jq \'.[] | select(.billing.state != "active")\'',
    )
    .action(({ match, limit, json, data }: ControlOptions & { match?: string; limit: number }) =>
      withControl(context, { command: 'accounts', data }, async (operations) => {
        const listed = await operations.listAccounts({ nameContains: match, limit });
        const none = 'no such accounts; tidemark accounts create makes one';
        printList(listed, { json, table: accountsTable, none }, context);
        if (!json) noteLimit(listed, limit, context);
      }),
    );
}

function addShow(accounts: Command, context: CliContext): void {
  accounts
    .command('show')
    .description('Shows an account with its limits and entitlements.')
    .argument('<NAME>', 'name of the account')
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', '\nExamples:\n  tidemark accounts show desk')
    .action((name: string, options: ControlOptions) =>
      withAccount(context, options, (operations) => operations.findAccount(name)),
    );
}

function addCreate(accounts: Command, context: CliContext): void {
  accounts
    .command('create')
    .description('Makes an account, on Free and without keys. One that exists stays as it is.')
    .argument('<NAME>', 'name of the account (1 to 64 characters)')
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', '\nExamples:\n  tidemark accounts create desk')
    .action((name: string, options: ControlOptions) =>
      withAccount(context, options, (operations) => operations.createAccount(name)),
    );
}

function addInvite(accounts: Command, context: CliContext): void {
  accounts
    .command('invite')
    .description('Prints a link by which somebody signs up, once, also where sign-up is closed.')
    .argument('[NAME]', 'account that they join (default: they get one of their own)')
    .addOption(new Option('--role <ROLE>', 'what they are there').choices(roles).default('owner'))
    .option('--until <WHEN>', 'it is good until then: 7d, a date or an instant (default: 7d)', expiryOption)
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText(
      'after',
      '\nExamples:\n  tidemark accounts invite\n  tidemark accounts invite desk --role member',
    )
    .action((accountName: string | undefined, options: ControlOptions & { role: Role; until?: number }) => {
      const expiresAtMs = options.until ?? expiryOption('7d');
      const request = { accountName, role: options.role, expiresAtMs };
      return withControl(context, { command: 'accounts', data: options.data }, async (operations) => {
        const link = await operations.invite(request);
        if (options.json) return printJson(link, context);
        context.stdout.write(`${link.path}\n`);
      });
    });
}

const grantHelp = `
The best of an account's entitlements that hold at a moment counts: a grant takes nothing away.

Examples:
  tidemark accounts grant desk pro
  tidemark accounts grant trial starter --until 30d
  tidemark accounts grant desk enterprise --from 2030-01-01 --until 2031-01-01`;

function addGrant(accounts: Command, context: CliContext): void {
  accounts
    .command('grant')
    .description(
      'Entitles an account to a tier from the next request on. The account is made where it does not exist.',
    )
    .argument('<NAME>', 'name of the account')
    .addArgument(new Argument('<TIER>', 'tier it shall have').choices(tiers))
    .option('--from <WHEN>', 'it begins then: 7d, a date or an instant (default: now)', momentOption)
    .option('--until <WHEN>', 'it ends then: 30d, a date or an instant (default: never)', expiryOption)
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText('after', grantHelp)
    .action(
      (accountName: string, tier: Tier, options: ControlOptions & { from?: number; until?: number }) => {
        const { from: validFromMs, until: validUntilMs } = options;
        const request = { accountName, tier, validFromMs, validUntilMs };
        return withAccount(context, options, (operations) => operations.grantTier(request));
      },
    );
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
    .action((name: string, grants: string[], options: ControlOptions) =>
      withAccount(context, options, (operations) => endGrants(operations, name, grants)),
    );
}

/** Runs a command that results in one account, and prints that. */
function withAccount(
  context: CliContext,
  { data, json }: ControlOptions,
  run: (operations: Operations) => Promise<AccountDetail>,
): Promise<void> {
  return withControl(context, { command: 'accounts', data }, async (operations) => {
    const account = await run(operations);
    if (json) printJson(account, context);
    else context.stdout.write(accountText(account, systemClock.nowMs()));
  });
}
