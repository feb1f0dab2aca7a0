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
  url: Type.String({ description: 'Without what may be secret of it.' }),
  format,
  coolDownMs: count,
  state: Type.Enum(['active', 'paused', 'off']),
  reason: maybe(text),
  pending: Type.Integer({ description: 'Messages that wait to be delivered.' }),
  place: Type.Integer({ description: 'Of the log: up to here its events are messages.' }),
  firedAt: maybe(instant),
  throttledUntil: maybe(instant),
  createdAt: instant,
};
const listed = Type.Object({
  ...summaryFields,
  events: Type.Integer({ minimum: 0, description: 'Of messages that are kept.' }),
  deliveredAt: maybe(instantOf({ description: 'Of the newest message that was taken.' })),
});
const filter = Type.Unknown({ description: 'Feed and filter, as a subscription of streams has them.' });
const alert = Type.Object({ ...summaryFields, subscription: filter });
const withSecret = Type.Object({
  ...alert.properties,
  secret: Type.String({ description: 'Its messages are signed with it; shown this once.' }),
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
  summary: 'how many alerts an account may have, and of which feeds',
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
    description: 'Lists the alerts with what waits to be delivered.',
    examples: '\nExamples:\n  tidemark alerts list\n  tidemark alerts list --account desk --json',
    options: {
      account: ['--account <NAME>', 'those of this account alone'],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 1_000 }],
    },
    json: true,
    print: printed(row, 'no alerts; tidemark alerts create makes one'),
  },
});

/** Covers data stored from now on. */
export const createAlert = operation({
  name: 'createAlert',
  method: 'POST',
  path: '/admin/v1/alerts',
  operationId: 'alerts-create',
  summary: 'makes an alert; `secret` in the answer is shown this once',
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
    description: 'Makes an alert and prints its secret, alone, on stdout. It is shown this once.',
    examples: `
Examples:
  SECRET=$(tidemark alerts create trades --account desk --url https://example.com/hook --min-usd 1000000)
  tidemark alerts create tradesByCoin --coin BTC --account desk --format discord --cool-down 5m --url https://discord.com/api/webhooks/…`,
    arguments: { feed: feedArgument },
    options: {
      account: ['--account <NAME>', 'account of the alert (default: default)', { default: 'default' }],
      url: ['--url <URL>', 'where its messages go: https, or http, on the usual port'],
      name: ['--name <NAME>', 'what its messages call it (default: the feed)'],
      format: ['--format <FORMAT>', 'of its messages (default: json)'],
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
  summary: 'changes an alert from where it is; a `feed` takes the place of its whole filter',
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
      throw new ControlError(
        'invalid_input',
        'name the feed, too: a new filter takes the place of the old one',
      );
    const store = await stores.control();
    const account = await store.findAccount((await store.alerts.findAlert(id)).account);
    const { changeAlert } = await import('../../alerts/desk.ts');
    const of = feed === undefined ? undefined : { feed, ...filter };
    return changeAlert(await deskOf(stores), id, account, { url, name, coolDownMs, of });
  },
  command: {
    words: 'alerts change',
    description: 'Changes an alert from where it is; what waits is sent as it was made.',
    examples:
      '\nExamples:\n  tidemark alerts change alr_4fQ9xT2bK1mZ --cool-down 10m\n  tidemark alerts change alr_4fQ9xT2bK1mZ --feed liquidations --coins BTC',
    arguments: { id: idArgument },
    options: {
      url: ['--url <URL>', 'where its messages go from now on'],
      name: ['--name <NAME>', 'what its messages call it'],
      feed: ['--feed <FEED>', 'with the filter of the options beside it, in the place of the whole old one'],
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
  summary: 'sends nothing of it until it is resumed; what comes meanwhile waits',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }, { caller }) =>
    shown(await (await alertsOf(stores)).setAlertState(id, 'paused', `by ${caller?.email ?? 'an operator'}`)),
  command: {
    words: 'alerts pause',
    description: 'Pauses an alert. What comes meanwhile is sent when it is resumed.',
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
  summary: 'sends what waits now, and goes on from where it was, also where it was switched off',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }) => shown(await (await alertsOf(stores)).setAlertState(id, 'active')),
  command: {
    words: 'alerts resume',
    description: 'Sends what waits now, and resumes an alert that was paused or switched off.',
    examples: '\nExamples:\n  tidemark alerts resume alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    print: ({ id, pending }, { stderr }) =>
      void stderr.write(`alert ${id} goes on; ${pending} messages wait\n`),
  },
});

/** @throws ControlError `unknown_alert` */
export const deleteAlert = operation({
  name: 'deleteAlert',
  method: 'DELETE',
  path: '/admin/v1/alerts/{id}',
  operationId: 'alerts-delete',
  summary: 'deletes an alert with all its messages',
  input: Type.Object({ id: idText }),
  output: alert,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id }) => shown(await (await alertsOf(stores)).deleteAlert(id)),
  command: {
    words: 'alerts delete',
    description: 'Deletes an alert with all its messages, those that wait, too.',
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
  summary: 'a new secret; the old one signs, too, for the overlap (7 days at most)',
  input: Type.Object({ id: idText, overlapMs: maybe(Type.Integer({ minimum: 0, maximum: 7 * dayMs })) }),
  output: withSecret,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id, overlapMs = dayMs }) =>
    shown(await (await alertsOf(stores)).rotateAlertSecret(id, overlapMs)),
  command: {
    words: 'alerts rotate',
    description: 'Gives an alert a new secret and prints it, alone, on stdout. Both sign for a while.',
    examples: '\nExamples:\n  SECRET=$(tidemark alerts rotate alr_4fQ9xT2bK1mZ --overlap 2d)',
    arguments: { id: idArgument },
    options: {
      overlapMs: [
        '--overlap <TIME>',
        'the old one signs this long, too, at most 7d (default: 24h)',
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
    `alert ${made.id} of account ${made.account} sends to ${made.url}; its secret is shown this once\n`,
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
    'newest taken': minuteText(one.deliveredAtMs),
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
    `${found.state}${reason}; ${found.pending} messages wait; newest event ${minuteText(found.firedAtMs)}\n`,
    `to ${found.url} as ${found.format}${coolDown}\n`,
    ...parts,
  ].join('');
}
