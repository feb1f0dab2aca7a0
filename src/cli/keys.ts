import { type Command, Option } from 'commander';
import type { IssuedKey, KeySummary } from '../control/store.ts';
import { type Tier, tiers } from '../domain/tier.ts';
import type { Operations } from '../operate/operations.ts';
import { type CliContext, UnwrittenKey } from './context.ts';
import {
  type ControlOptions,
  dataOption,
  jsonOption,
  minuteText,
  printList,
  withControl,
} from './control-command.ts';
import { textTable } from './text-table.ts';
import { durationOption, expiryOption } from './time-options.ts';

interface CreateOptions extends ControlOptions {
  account?: string;
  tier?: Tier;
  name?: string;
  test?: boolean;
  /** Unix milliseconds. */
  expires?: number;
}

const createExamples = `
Examples:
  KEY=$(tidemark keys create)
  tidemark keys create --account acme --tier enterprise --name 'ticker bot'
  tidemark keys create --account trial --expires 30d`;

/** `tidemark keys …`: issues, lists, revokes and rotates API keys, also while a server runs on the directory. */
export function addKeys(program: Command, context: CliContext): void {
  const keys = program
    .command('keys')
    .summary('create, list, revoke and rotate API keys')
    .description('API keys and the accounts they belong to.')
    .addHelpText(
      'after',
      '\nExamples:\n  KEY=$(tidemark keys create --tier pro)\n  tidemark keys list --json',
    );
  addCreate(keys, context);
  addList(keys, context);
  addRevoke(keys, context);
  addRotate(keys, context);
}

function addCreate(keys: Command, context: CliContext): void {
  keys
    .command('create')
    .description(
      'Creates a key and prints it, alone, on stdout. It is shown this once: only its hash is kept.',
    )
    .option('--account <NAME>', 'account of the key, made where it does not exist (default: default)')
    .addOption(
      new Option('--tier <TIER>', 'tier the account shall have at least (default: as it is)').choices(tiers),
    )
    .option('--name <NAME>', 'a note to tell keys apart (1 to 64 characters)')
    .option('--test', 'a key that begins with tdm_test_: the same rights, told apart at sight')
    .option('--expires <WHEN>', 'the key ends then: 30d, a date or an instant (default: never)', expiryOption)
    .option(...dataOption)
    .addHelpText('after', createExamples)
    .action((options: CreateOptions) =>
      withKeys(context, options, async (operations) => {
        const { account, tier, name, test, expires } = options;
        const mode = test ? 'test' : 'live';
        const request = { accountName: account, tier, mode, name, expiresAtMs: expires } as const;
        const issued = await operations.createKey(request);
        await showOnce(operations, issued, context, 'is shown this once');
      }),
    );
}

function addList(keys: Command, context: CliContext): void {
  keys
    .command('list')
    .description('Lists the keys, newest first; never the keys themselves.')
    .option('--account <NAME>', 'those of this account alone')
    .option(...jsonOption)
    .option(...dataOption)
    .addHelpText(
      'after',
      '\nExamples:\n  tidemark keys list\n  tidemark keys list --json | jq \'.[] | select(.status == "active")\'',
    )
    .action((options: ControlOptions & { account?: string }) =>
      withKeys(context, options, async (operations) => {
        const listed = await operations.listKeys({ accountName: options.account });
        const none = `${noKeys(options.account)}; tidemark keys create makes one`;
        printList(listed, { json: options.json, table, none }, context);
      }),
    );
}

function addRevoke(keys: Command, context: CliContext): void {
  keys
    .command('revoke')
    .description('Revokes a key from the next request on. Revoking again changes nothing.')
    .argument('<ID>', 'id of the key, as keys list shows it')
    .option(...dataOption)
    .addHelpText('after', '\nExamples:\n  tidemark keys revoke key_4fQ9xT2b')
    .action((id: string, options: ControlOptions) =>
      withKeys(context, options, async (operations) => {
        const { account } = await operations.revokeKey(id);
        context.stderr.write(`key ${id} of account ${account} is revoked\n`);
      }),
    );
}

function addRotate(keys: Command, context: CliContext): void {
  keys
    .command('rotate')
    .description('Replaces a key by a new one and prints that, alone, on stdout.')
    .argument('<ID>', 'id of the key, as keys list shows it')
    .option(
      '--overlap <TIME>',
      'the old key works this long beside the new one, at most 7d (default: 0s)',
      durationOption,
    )
    .option(...dataOption)
    .addHelpText(
      'after',
      '\nExamples:\n  KEY=$(tidemark keys rotate key_4fQ9xT2b)\n  KEY=$(tidemark keys rotate key_4fQ9xT2b --overlap 24h)',
    )
    .action((id: string, { overlap: overlapMs, ...options }: ControlOptions & { overlap?: number }) =>
      withKeys(context, options, async (operations) => {
        const issued = await operations.rotateKey(id, { overlapMs });
        await showOnce(operations, issued, context, `replaces ${id} and is shown this once`);
      }),
    );
}

function noKeys(account: string | undefined): string {
  return account === undefined ? 'no keys yet' : `no keys of an account ${account}`;
}

function withKeys(
  context: CliContext,
  { data }: ControlOptions,
  run: (operations: Operations) => Promise<void>,
): Promise<void> {
  return withControl(context, { command: 'keys', data }, run);
}

/** The key alone on stdout, so that a script can take it; what belongs to it on stderr. One that nobody could read is revoked. */
async function showOnce(
  operations: Operations,
  issued: IssuedKey,
  context: CliContext,
  what: string,
): Promise<void> {
  const { stdout, stderr } = context;
  try {
    if (stdout.deliver === undefined) stdout.write(`${issued.key}\n`);
    else await stdout.deliver(`${issued.key}\n`);
  } catch (fault) {
    await operations.revokeKey(issued.id);
    const text = `the key could not be written to stdout, and was revoked: ${(fault as Error).message}`;
    throw new UnwrittenKey(text, { cause: fault });
  }
  stderr.write(`key ${issued.id} of account ${issued.account} (${issued.tier}) ${what}\n`);
}

const table = (listed: readonly KeySummary[]) => textTable(listed.map(row));

function row(key: KeySummary): Record<string, string> {
  return {
    id: key.id,
    account: key.account,
    tier: key.tier,
    name: key.name ?? '-',
    key: `${key.prefix}…`,
    status: key.status,
    created: minuteText(key.createdAtMs),
    expires: minuteText(key.expiresAtMs),
    'last used': minuteText(key.lastUsedAtMs),
  };
}
