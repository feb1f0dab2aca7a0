import { Type } from 'typebox';
import { ControlError } from '../../control/control-error.ts';
import { limitOverrides, overrideChanges } from '../../domain/limit-overrides.ts';
import { roles } from '../../domain/role.ts';
import { tiers } from '../../domain/tier.ts';
import { dayMs, systemClock } from '../../kernel/clock.ts';
import type { CommandOutput } from '../../kernel/command-line.ts';
import { listed } from '../command-text.ts';
import {
  count,
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
import { endCommand, limitsCommand } from './account-commands.ts';
import { accountRow, accountText } from './account-text.ts';

const tier = Type.Enum(tiers);
export const unlimited = Type.Union([count, Type.Null()], { description: 'null for no limit.' });

export const accountBilling = Type.Object({
  state: Type.Enum(['active', 'grace', 'past_due', 'lapsed']),
  graceExpiresAt: maybe(instant),
});

export const effectiveLimits = Type.Object({
  ratePerMinute: count,
  routeRatePerMinute: count,
  requestsPerDay: unlimited,
  requestsPerMonth: unlimited,
  keys: unlimited,
  windowDays: count,
});

const summaryFields = {
  id: text,
  name: text,
  tier,
  billing: accountBilling,
  activeKeys: count,
  createdAt: instant,
};

const summary = Type.Object(summaryFields);

const account = Type.Object({
  ...summaryFields,
  limits: effectiveLimits,
  overrides: maybe(limitOverrides),
  entitlements: Type.Array(
    Type.Object({
      id: text,
      tier,
      source: Type.Enum(['manual', 'stripe']),
      validFrom: instant,
      validUntil: maybe(instant),
      subscription: maybe(text),
    }),
  ),
});

export type AccountSummary = ResultOf<{ output: typeof summary }>;
export type AccountDetail = ResultOf<{ output: typeof account }>;

const named = Type.Object({ name: nameText });

const print = (found: AccountDetail, { stdout }: CommandOutput) =>
  void stdout.write(accountText(found, systemClock.nowMs()));

export const listAccounts = operation({
  name: 'listAccounts',
  method: 'GET',
  path: '/admin/v1/accounts',
  operationId: 'accounts-list',
  summary: 'accounts by name',
  input: Type.Object({ nameContains: maybe(nameText), limit: maybe(listLimit) }),
  output: Type.Array(summary),
  under: 'accounts',
  run: async ({ control }, options) => (await control()).listAccounts(options),
  command: {
    words: 'accounts list',
    description: 'Lists the accounts by name.',
    examples:
      '\nExamples:\n  tidemark accounts list --match desk\n  tidemark accounts list --json | jq \'.[] | select(.billing.state != "active")\'',
    options: {
      nameContains: ['--match <TEXT>', 'accounts whose name contains this, in any case'],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 1_000 }],
    },
    json: true,
    print: listed(accountRow, 'no accounts; create one with tidemark accounts create'),
  },
});

/** @throws ControlError `unknown_account`, naming the nearest */
export const findAccount = operation({
  name: 'findAccount',
  method: 'GET',
  path: '/admin/v1/accounts/{name}',
  operationId: 'accounts-find',
  summary: 'an account with its entitlements and limits',
  input: named,
  output: account,
  run: async ({ control }, { name }) => (await control()).findAccount(name),
  command: {
    words: 'accounts show',
    description: 'Shows an account with its limits and entitlements.',
    examples: '\nExamples:\n  tidemark accounts show desk',
    arguments: { name: ['<NAME>', 'name of the account'] },
    json: true,
    print,
  },
});

export const createAccount = operation({
  name: 'createAccount',
  method: 'PUT',
  path: '/admin/v1/accounts/{name}',
  operationId: 'accounts-create',
  summary: 'creates an account if it does not exist',
  input: named,
  output: account,
  run: async ({ control }, { name }) => (await control()).createAccount(name),
  command: {
    words: 'accounts create',
    description: 'Creates an account on Free, without keys. An existing account stays as it is.',
    examples: '\nExamples:\n  tidemark accounts create desk',
    arguments: { name: ['<NAME>', 'name of the account (1 to 64 characters)'] },
    json: true,
    print,
  },
});

const invitationDays = 7;
/** For people of an account. */
const longestInvitationDays = 30;

/** @throws ControlError `unknown_account`; `invalid_input` for a time in the past, or beyond 30 days for people of an account */
export const invite = operation({
  name: 'invite',
  method: 'POST',
  path: '/admin/v1/invitations',
  operationId: 'accounts-invite',
  summary: 'a link to join an account, or to create one if no account is named',
  status: 201,
  for: ['operator', 'owner'],
  input: Type.Object({
    account: maybe(nameText),
    role: Type.Enum(roles),
    note: maybe(nameText),
    expires: maybe(instantText),
  }),
  output: Type.Object({
    id: text,
    path: Type.String({ description: 'Below the address of the service.' }),
    link: maybe(Type.String({ description: 'The whole address, for people of an account.' })),
    role: Type.Enum(roles),
    expiresAt: instant,
  }),
  async run({ control, nowMs }, { account: accountName, expiresMs, ...given }, { caller }) {
    const expiresAtMs = expiresMs ?? nowMs() + invitationDays * dayMs;
    if (caller !== undefined && expiresAtMs > nowMs() + longestInvitationDays * dayMs) {
      throw new ControlError('invalid_input', `expires must be within ${longestInvitationDays} days`);
    }
    const made = await (await control()).invite({ accountName, expiresAtMs, ...given });
    return caller === undefined ? made : { ...made, link: caller.serviceUrl + made.path };
  },
  command: {
    words: 'accounts invite',
    description: 'Prints a link to sign up with, valid once, also if sign-up is closed.',
    examples: '\nExamples:\n  tidemark accounts invite\n  tidemark accounts invite desk --role member',
    arguments: { account: ['[NAME]', 'account to join (default: a new account)'] },
    options: {
      role: ['--role <ROLE>', 'role in the account', { default: 'owner' }],
      expires: ['--until <WHEN>', 'expiry: 7d, a date or an instant (default: 7d)', { kind: 'expiry' }],
    },
    json: true,
    print: ({ path }, { stdout }) => void stdout.write(`${path}\n`),
  },
});

export const grantTier = operation({
  name: 'grantTier',
  method: 'POST',
  path: '/admin/v1/accounts/{name}/entitlements',
  operationId: 'accounts-grant',
  summary: 'grants a tier; default from now on, without end',
  status: 201,
  input: Type.Object({
    name: nameText,
    tier,
    validFrom: maybe(instantText),
    validUntil: maybe(instantText),
  }),
  output: account,
  run: async ({ control }, { name: accountName, ...grant }) =>
    (await control()).grantTier({ accountName, ...grant }),
  command: {
    words: 'accounts grant',
    description:
      'Grants a tier to an account from the next request on. Creates the account if it does not exist.',
    examples: `
The best current entitlement of an account counts, so a grant never lowers the tier.

Examples:
  tidemark accounts grant desk pro
  tidemark accounts grant trial starter --until 30d
  tidemark accounts grant desk enterprise --from 2030-01-01 --until 2031-01-01`,
    arguments: { name: ['<NAME>', 'name of the account'], tier: ['<TIER>', 'tier to grant'] },
    options: {
      validFrom: ['--from <WHEN>', 'start: 7d, a date or an instant (default: now)', { kind: 'moment' }],
      validUntil: ['--until <WHEN>', 'end: 30d, a date or an instant (default: never)', { kind: 'expiry' }],
    },
    json: true,
    print,
  },
});

/** @throws ControlError `unknown_entitlement`; `invalid_input` for the entitlement of a subscription */
export const endEntitlement = operation({
  name: 'endEntitlement',
  method: 'POST',
  path: '/admin/v1/entitlements/{id}/end',
  operationId: 'accounts-end',
  summary: 'ends grants',
  input: Type.Object({ id: idText }),
  output: account,
  run: async ({ control }, { id }) => (await control()).endEntitlement(id),
  command: endCommand,
});

/** @throws ControlError `unknown_account`, `invalid_input` */
export const setOverrides = operation({
  name: 'setOverrides',
  method: 'PUT',
  path: '/admin/v1/accounts/{name}/overrides',
  operationId: 'accounts-setOverrides',
  summary: 'replaces the own limits of an Enterprise account',
  input: Type.Object({ name: nameText, ...limitOverrides.properties }, { additionalProperties: false }),
  output: account,
  run: async ({ control }, { name, ...overrides }) => (await control()).setOverrides(name, overrides),
});

/** Keeps the other overrides, also under concurrent changes. @throws as `setOverrides` */
export const changeOverrides = operation({
  name: 'changeOverrides',
  method: 'PATCH',
  path: '/admin/v1/accounts/{name}/overrides',
  operationId: 'accounts-changeOverrides',
  summary: 'changes some of these limits; `tier` restores that of the tier',
  input: Type.Object({ name: nameText, ...overrideChanges.properties }, { additionalProperties: false }),
  output: account,
  run: async ({ control }, { name, ...changes }) => (await control()).changeOverrides(name, changes),
  command: limitsCommand,
});

/** @throws as `setOverrides` */
export const clearOverrides = operation({
  name: 'clearOverrides',
  method: 'DELETE',
  path: '/admin/v1/accounts/{name}/overrides',
  operationId: 'accounts-clearOverrides',
  summary: 'restores the limits of its tier',
  input: named,
  output: account,
  run: async ({ control }, { name }) => (await control()).setOverrides(name, undefined),
});
