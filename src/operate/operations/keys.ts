import { Type } from 'typebox';
import { ControlError } from '../../control/control-error.ts';
import { keyModes } from '../../control/key-format.ts';
import { tiers } from '../../domain/tier.ts';
import { dayMs } from '../../kernel/clock.ts';
import { type CommandOutput, UnwrittenKey } from '../../kernel/command-line.ts';
import { listed, minuteText } from '../command-text.ts';
import {
  everyCaller,
  idText,
  instant,
  instantText,
  listLimit,
  maybe,
  nameText,
  operation,
  type ResultOf,
  text,
} from '../operation.ts';

const tier = Type.Enum(tiers);

const key = Type.Object({
  id: text,
  account: text,
  tier,
  name: maybe(text),
  prefix: Type.String({ description: 'The first 13 characters of the key.' }),
  status: Type.Enum(['active', 'revoked', 'expired']),
  createdAt: instant,
  expiresAt: maybe(instant),
  revokedAt: maybe(instant),
  rotatedFrom: maybe(Type.String({ description: 'Id of the key that this one replaced.' })),
  lastUsedAt: maybe(instant),
  madeBy: maybe(Type.String({ description: 'E-mail address of its creator, or `operator`.' })),
  isLeftBehind: maybe(
    Type.Boolean({
      description: 'Its creator has left the account, and no owner has decided whether to keep it.',
    }),
  ),
});

const issuedKey = Type.Object({
  id: text,
  key: Type.String({ description: 'The key itself, shown only once.' }),
  account: text,
  accountId: text,
  tier,
});

export const listKeys = operation({
  name: 'listKeys',
  method: 'GET',
  path: '/admin/v1/keys',
  operationId: 'keys-list',
  summary: 'the newest keys, without their secrets',
  input: Type.Object({ account: maybe(nameText), limit: maybe(listLimit) }),
  output: Type.Array(key),
  under: 'keys',
  for: everyCaller,
  run: async ({ control }, { account, limit }) => (await control()).listKeys({ accountName: account, limit }),
  command: {
    words: 'keys list',
    description: 'Lists the keys without their secrets, newest first.',
    examples:
      '\nExamples:\n  tidemark keys list\n  tidemark keys list --json | jq \'.[] | select(.status == "active")\'',
    options: { account: ['--account <NAME>', 'those of this account alone'] },
    json: true,
    print: listed(row, ({ input: { account } }) => {
      const none = account === undefined ? 'no keys yet' : `account ${account} has no keys`;
      return `${none}; create one with tidemark keys create`;
    }),
  },
});

export const createKey = operation({
  name: 'createKey',
  method: 'POST',
  path: '/admin/v1/keys',
  operationId: 'keys-create',
  summary: 'creates a key; the answer shows `key` only once',
  status: 201,
  input: Type.Object({
    account: maybe(nameText),
    tier: maybe(tier),
    mode: maybe(Type.Enum(keyModes)),
    name: maybe(nameText),
    expiresAt: maybe(instantText),
  }),
  output: issuedKey,
  for: everyCaller,
  accountFields: ['mode', 'name', 'expiresAt'],
  run: async ({ control }, { account, ...rest }, { caller }) =>
    (await control()).createKey({ accountName: account, madeBy: caller?.userId, ...rest }),
  command: {
    words: 'keys create',
    description:
      'Creates a key and prints only the key on stdout. The key is shown once: only its hash is stored.',
    examples: `
Examples:
  KEY=$(tidemark keys create)
  tidemark keys create --account acme --tier enterprise --name 'ticker bot'
  tidemark keys create --account trial --expires 30d`,
    options: {
      account: ['--account <NAME>', 'account of the key, created if it does not exist (default: default)'],
      tier: ['--tier <TIER>', 'least tier of the account (default: unchanged)'],
      name: ['--name <NAME>', 'name of the key (1 to 64 characters)'],
      mode: ['--test', 'a key with the prefix tdm_test_; the same rights', { preset: 'test' }],
      expiresAt: [
        '--expires <WHEN>',
        'expiry: 30d, a date or an instant (default: never)',
        { kind: 'expiry' },
      ],
    },
    print: (issued, output, { call }) => showOnce(issued, output, call, 'is shown only once'),
  },
});

export const rotateKey = operation({
  name: 'rotateKey',
  method: 'POST',
  path: '/admin/v1/keys/{id}/rotate',
  operationId: 'keys-rotate',
  summary: 'replaces a key; the old one ends at once or after the overlap (7 days at most)',
  status: 201,
  input: Type.Object({
    id: idText,
    overlapMs: maybe(Type.Integer({ minimum: 0, maximum: 7 * dayMs })),
  }),
  output: issuedKey,
  for: everyCaller,
  owned: 'key',
  run: async ({ control }, { id, ...options }, { caller }) =>
    (await control()).rotateKey(id, { ...options, madeBy: caller?.userId }),
  command: {
    words: 'keys rotate',
    description: 'Replaces a key and prints only the new key on stdout.',
    examples:
      '\nExamples:\n  KEY=$(tidemark keys rotate key_4fQ9xT2b)\n  KEY=$(tidemark keys rotate key_4fQ9xT2b --overlap 24h)',
    arguments: { id: ['<ID>', 'id of the key, as keys list shows it'] },
    options: {
      overlapMs: [
        '--overlap <TIME>',
        'how long the old key still works, at most 7d (default: 0s)',
        { kind: 'duration' },
      ],
    },
    print: (issued, output, { input, call }) =>
      showOnce(issued, output, call, `replaces ${input.id} and is shown only once`),
  },
});

/** At once on every instance. Idempotent. */
export const revokeKey = operation({
  name: 'revokeKey',
  method: 'POST',
  path: '/admin/v1/keys/{id}/revoke',
  operationId: 'keys-revoke',
  summary: 'ends a key',
  input: Type.Object({ id: idText }),
  output: key,
  for: everyCaller,
  owned: 'key',
  run: async ({ control }, { id }) => (await control()).revokeKey(id),
  command: {
    words: 'keys revoke',
    description: 'Revokes a key from the next request on. Revoking again changes nothing.',
    examples: '\nExamples:\n  tidemark keys revoke key_4fQ9xT2b',
    arguments: { id: ['<ID>', 'id of the key, as keys list shows it'] },
    print: ({ account }, { stderr }, { input }) =>
      void stderr.write(`key ${input.id} of account ${account} is revoked\n`),
  },
});

/** @throws ControlError `unknown_key` */
export const keepKey = operation({
  name: 'keepKey',
  method: 'POST',
  path: '/admin/v1/keys/{id}/keep',
  operationId: 'keys-keep',
  summary: 'keeps a key whose creator has left the account',
  for: ['owner'],
  owned: 'key',
  input: Type.Object({ id: idText }),
  output: Type.Object({ id: text }),
  async run({ control }, { id }, { caller }) {
    const { accountId, userId: ownerId } = caller!;
    if (await (await control()).people.keepKey({ accountId, keyId: id, ownerId })) return { id };
    throw new ControlError('unknown_key', `The key ${id} needs no decision.`);
  },
});

/** Prints the key alone on stdout for scripts, and everything else on stderr. Revokes a key that could not be written. */
async function showOnce(
  issued: ResultOf<{ output: typeof issuedKey }>,
  { stdout, stderr }: CommandOutput,
  call: (name: string, input: object) => Promise<unknown>,
  what: string,
): Promise<void> {
  try {
    if (stdout.deliver === undefined) stdout.write(`${issued.key}\n`);
    else await stdout.deliver(`${issued.key}\n`);
  } catch (fault) {
    await call('revokeKey', { id: issued.id });
    const message = `the key could not be written to stdout, and was revoked: ${(fault as Error).message}`;
    throw new UnwrittenKey(message, { cause: fault });
  }
  stderr.write(`key ${issued.id} of account ${issued.account} (${issued.tier}) ${what}\n`);
}

function row(one: ResultOf<{ output: typeof key }>): Record<string, string> {
  return {
    id: one.id,
    account: one.account,
    tier: one.tier,
    name: one.name ?? '-',
    key: `${one.prefix}…`,
    status: one.status,
    created: minuteText(one.createdAtMs),
    expires: minuteText(one.expiresAtMs),
    'last used': minuteText(one.lastUsedAtMs),
  };
}
