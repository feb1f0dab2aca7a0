import { Type } from 'typebox';
import { bodyBytesLimit, coolDownMs, format, params, url } from '../../alerts/alert-input.ts';
import { ControlError } from '../../control/control-error.ts';
import { tierAllows, tiers } from '../../domain/tier.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { CommandOutput } from '../../kernel/command-line.ts';
import { minuteText, listed as printed } from '../command-text.ts';
import {
  count,
  everyCaller,
  idText,
  instant,
  instantOf,
  listLimit,
  maybe,
  nameText,
  operation,
  type ResultOf,
  text,
} from '../operation.ts';
import {
  alertLimits,
  alertOptions,
  alertsOf,
  checkWallets,
  coolDownChange,
  coolDownOption,
  deskOf,
  feedArgument,
  idArgument,
} from './alert-fields.ts';

const summaryFields = {
  id: text,
  account: text,
  name: text,
  feed: text,
  url: Type.String({ description: 'Without its secret parts.' }),
  format,
  coolDownMs: count,
  state: Type.Enum(['active', 'paused', 'off']),
  reason: maybe(text),
  pending: Type.Integer({ description: 'Pending messages.' }),
  place: Type.Integer({ description: 'Log position up to which events became messages.' }),
  firedAt: maybe(instant),
  throttledUntil: maybe(instant),
  createdAt: instant,
};
const listed = Type.Object({
  ...summaryFields,
  events: Type.Integer({ minimum: 0, description: 'Count of stored messages.' }),
  deliveredAt: maybe(instantOf({ description: 'Time of the newest delivered message.' })),
});
const filter = Type.Unknown({ description: 'Feed and filter, as in a stream subscription.' });
const alert = Type.Object({ ...summaryFields, subscription: filter });
const withSecret = Type.Object({
  ...alert.properties,
  secret: Type.String({ description: 'Signs its messages; shown only once.' }),
});
type Shown = ResultOf<{ output: typeof alert }>;

async function shown<Rule extends { url: string; format: string }>(rule: Rule): Promise<Rule> {
  const { shownAlert } = await import('../../alerts/desk.ts');
  return shownAlert(rule);
}

export const readAlertTerms = operation({
  name: 'readAlertTerms',
  method: 'GET',
  path: '/admin/v1/accounts/{account}/alert-terms',
  operationId: 'accounts-alertTerms',
  summary: 'number of alerts that an account may have, and their feeds',
  for: everyCaller,
  input: Type.Object({ account: nameText }),
  output: Type.Object({
    tier: Type.Enum(tiers),
    limit: count,
    feeds: Type.Array(
      Type.Object({
        type: text,
        argument: maybe(text),
        events: Type.Array(text),
        isOfFills: Type.Boolean(),
        tier: Type.Enum(tiers),
        isAllowed: Type.Boolean(),
      }),
    ),
  }),
  async run(stores, { account }) {
    const { tier } = await (await stores.control()).findAccount(account);
    const { eventFeeds } = await import('../../streams/feeds.ts');
    const feeds = Object.entries(eventFeeds).map(([type, feed]) => {
      const { argument, events = [], changes, tier: least } = feed;
      const isOfFills = changes === undefined;
      return { type, argument, events, isOfFills, tier: least, isAllowed: tierAllows(tier, least) };
    });
    return { tier, limit: stores.alerts.rulesOf(tier), feeds };
  },
});

export const listAlerts = operation({
  name: 'listAlerts',
  method: 'GET',
  path: '/admin/v1/alerts',
  operationId: 'alerts-list',
  summary: 'alerts by account and age',
  input: Type.Object({ account: maybe(nameText), limit: maybe(listLimit) }),
  output: Type.Array(listed),
  under: 'alerts',
  for: everyCaller,
  run: async (stores, { account: accountName, limit }) =>
    Promise.all((await (await alertsOf(stores)).listAlerts({ accountName, limit })).map(shown)),
  command: {
    words: 'alerts list',
    description: 'Lists the alerts with their pending messages.',
    examples: '\nExamples:\n  tidemark alerts list\n  tidemark alerts list --account desk --json',
    options: {
      account: ['--account <NAME>', 'only this account'],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 1_000 }],
    },
    json: true,
    print: printed(row, 'no alerts; create one with tidemark alerts create'),
  },
});

/** Covers data stored from now on. */
export const createAlert = operation({
  name: 'createAlert',
  method: 'POST',
  path: '/admin/v1/alerts',
  operationId: 'alerts-create',
  summary: 'creates an alert; the answer shows `secret` only once',
  status: 201,
  input: Type.Object({
    account: nameText,
    ...params,
    url,
    name: maybe(nameText),
    format: maybe(format),
    coolDownMs: maybe(coolDownMs),
  }),
  output: withSecret,
  bodyBytesLimit,
  for: everyCaller,
  async run(stores, { account, ...of }, { caller }) {
    checkWallets(caller, of.wallets);
    await caller?.count(alertLimits.change);
    const found = await (await stores.control()).findAccount(account);
    const { makeAlert } = await import('../../alerts/desk.ts');
    return makeAlert(await deskOf(stores), found, of);
  },
  command: {
    words: 'alerts create',
    description: 'Creates an alert and prints only its secret on stdout. The secret is shown once.',
    examples: `
Examples:
  SECRET=$(tidemark alerts create trades --account desk --url https://example.com/hook --min-usd 1000000)
  tidemark alerts create tradesByCoin --coin BTC --account desk --format discord --cool-down 5m --url https://discord.com/api/webhooks/…`,
    arguments: { feed: feedArgument },
    options: {
      account: ['--account <NAME>', 'account of the alert (default: default)', { default: 'default' }],
      url: ['--url <URL>', 'address of the messages: https or http, on the default port'],
      name: ['--name <NAME>', 'name in its messages (default: the feed)'],
      format: ['--format <FORMAT>', 'format of its messages (default: json)'],
      ...alertOptions,
      coolDownMs: coolDownOption,
    },
    json: true,
    print: (made, output) => printSecret(made, made.secret, output),
  },
});

/** @throws ControlError `unknown_alert` */
export const findAlert = operation({
  name: 'findAlert',
  method: 'GET',
  path: '/admin/v1/alerts/{id}',
  operationId: 'alerts-find',
  summary: 'an alert with its filter',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }) => shown(await (await alertsOf(stores)).findAlert(id)),
  command: {
    words: 'alerts show',
    description: 'Shows an alert with its filter.',
    examples: '\nExamples:\n  tidemark alerts show alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    json: true,
    print: (found, { stdout }) => void stdout.write(alertText(found)),
  },
});

/** @throws ControlError `unknown_alert`, `invalid_input` */
export const changeAlert = operation({
  name: 'changeAlert',
  method: 'PATCH',
  path: '/admin/v1/alerts/{id}',
  operationId: 'alerts-change',
  summary: 'changes an alert at its log position; a `feed` replaces the whole filter',
  input: Type.Object({
    id: idText,
    ...params,
    feed: maybe(params.feed),
    url: maybe(url),
    name: maybe(nameText),
    coolDownMs: maybe(coolDownMs),
  }),
  output: alert,
  bodyBytesLimit,
  for: everyCaller,
  owned: 'alert',
  async run(stores, { id, url, name, coolDownMs, feed, ...filter }, { caller }) {
    checkWallets(caller, filter.wallets);
    await caller?.count(alertLimits.change);
    if (feed === undefined && Object.values(filter).some((value) => value !== undefined))
      throw new ControlError('invalid_input', 'name the feed, too: a new filter replaces the old one');
    const store = await stores.control();
    const account = await store.findAccount((await store.alerts.findAlert(id)).account);
    const { changeAlert } = await import('../../alerts/desk.ts');
    const of = feed === undefined ? undefined : { feed, ...filter };
    return changeAlert(await deskOf(stores), id, account, { url, name, coolDownMs, of });
  },
  command: {
    words: 'alerts change',
    description: 'Changes an alert at its log position. Pending messages stay as they are.',
    examples:
      '\nExamples:\n  tidemark alerts change alr_4fQ9xT2bK1mZ --cool-down 10m\n  tidemark alerts change alr_4fQ9xT2bK1mZ --feed liquidations --coins BTC',
    arguments: { id: idArgument },
    options: {
      url: ['--url <URL>', 'new address of the messages'],
      name: ['--name <NAME>', 'name in its messages'],
      feed: ['--feed <FEED>', 'replaces the whole filter by the other options'],
      ...alertOptions,
      coolDownMs: coolDownChange,
    },
    json: true,
    print: (changed, { stdout }) => void stdout.write(alertText(changed)),
  },
});

/** @throws ControlError `unknown_alert` */
export const pauseAlert = operation({
  name: 'pauseAlert',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/pause',
  operationId: 'alerts-pause',
  summary: 'holds its messages until it is resumed',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }, { caller }) =>
    shown(await (await alertsOf(stores)).setAlertState(id, 'paused', `by ${caller?.email ?? 'an operator'}`)),
  command: {
    words: 'alerts pause',
    description: 'Pauses an alert. Events of the pause are sent when it is resumed.',
    examples: '\nExamples:\n  tidemark alerts pause alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    print: ({ id }, { stderr }) => void stderr.write(`alert ${id} is paused\n`),
  },
});

/** @throws ControlError `unknown_alert` */
export const resumeAlert = operation({
  name: 'resumeAlert',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/resume',
  operationId: 'alerts-resume',
  summary: 'sends pending messages now and resumes at its log position, also after it was switched off',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }) => shown(await (await alertsOf(stores)).setAlertState(id, 'active')),
  command: {
    words: 'alerts resume',
    description: 'Sends pending messages now, and resumes an alert that was paused or switched off.',
    examples: '\nExamples:\n  tidemark alerts resume alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    print: ({ id, pending }, { stderr }) =>
      void stderr.write(`alert ${id} is active; ${pending} messages are pending\n`),
  },
});

/** @throws ControlError `unknown_alert` */
export const deleteAlert = operation({
  name: 'deleteAlert',
  method: 'DELETE',
  path: '/admin/v1/alerts/{id}',
  operationId: 'alerts-delete',
  summary: 'deletes an alert and all its messages',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }) => shown(await (await alertsOf(stores)).deleteAlert(id)),
  command: {
    words: 'alerts delete',
    description: 'Deletes an alert and all its messages, pending ones included.',
    examples: '\nExamples:\n  tidemark alerts delete alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    print: ({ id, account }, { stderr }) =>
      void stderr.write(`alert ${id} of account ${account} is deleted\n`),
  },
});

/** @throws ControlError `unknown_alert` */
export const rotateAlert = operation({
  name: 'rotateAlert',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/rotate',
  operationId: 'alerts-rotate',
  summary: 'a new secret; the old one also signs for the overlap (at most 7 days)',
  input: Type.Object({ id: idText, overlapMs: maybe(Type.Integer({ minimum: 0, maximum: 7 * dayMs })) }),
  output: withSecret,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id, overlapMs = dayMs }) =>
    shown(await (await alertsOf(stores)).rotateAlertSecret(id, overlapMs)),
  command: {
    words: 'alerts rotate',
    description: 'Creates a new secret and prints only it on stdout. Both secrets sign for the overlap.',
    examples: '\nExamples:\n  SECRET=$(tidemark alerts rotate alr_4fQ9xT2bK1mZ --overlap 2d)',
    arguments: { id: idArgument },
    options: {
      overlapMs: [
        '--overlap <TIME>',
        'how long the old secret also signs, at most 7d (default: 24h)',
        { kind: 'duration' },
      ],
    },
    print: (made, output) => printSecret(made, made.secret, output),
  },
});

/** Prints the secret alone on stdout for scripts, and everything else on stderr. */
async function printSecret(made: Shown, secret: string, { stdout, stderr }: CommandOutput): Promise<void> {
  if (stdout.deliver === undefined) stdout.write(`${secret}\n`);
  else await stdout.deliver(`${secret}\n`);
  stderr.write(
    `alert ${made.id} of account ${made.account} sends to ${made.url}; its secret is shown only once\n`,
  );
}

function row(one: ResultOf<{ output: typeof listed }>): Record<string, string> {
  return {
    id: one.id,
    account: one.account,
    name: one.name,
    feed: one.feed,
    to: one.url,
    format: one.format,
    state: one.state,
    pending: `${one.pending}`,
    'newest event': minuteText(one.firedAtMs),
    'newest delivered': minuteText(one.deliveredAtMs),
  };
}

function alertText(found: Shown): string {
  const of = found.subscription as Readonly<Record<string, unknown>>;
  const parts = Object.entries(of).map(([name, value]) => {
    const many = Array.isArray(value) && value.length > 5;
    return `  ${name}: ${many ? `${value.length} of them` : String(value)}\n`;
  });
  const reason = found.reason === undefined ? '' : `: ${found.reason}`;
  const coolDown = found.coolDownMs === 0 ? '' : `, cool-down ${found.coolDownMs / 1_000} s`;
  return [
    `${found.id} ${found.name} of account ${found.account}\n`,
    `${found.state}${reason}; ${found.pending} messages pending; newest event ${minuteText(found.firedAtMs)}\n`,
    `to ${found.url} as ${found.format}${coolDown}\n`,
    ...parts,
  ].join('');
}
