import { type Static, Type } from 'typebox';
import { bodyBytesLimit, coolDownMs, params } from '../../alerts/alert-input.ts';
import type { Reach } from '../../alerts/rehearsal.ts';
import { dayMs } from '../../kernel/clock.ts';
import type { CommandOutput } from '../../kernel/command-line.ts';
import { minuteText, textTable } from '../command-text.ts';
import {
  count,
  type Exact,
  everyCaller,
  type FieldText,
  instant,
  instantText,
  listLimit,
  maybe,
  nameText,
  operation,
  text,
} from '../operation.ts';
import type { AccountStores } from '../operator-stores.ts';
import {
  alertLimits,
  alertOptions,
  checkWallets,
  coolDownOption,
  feedArgument,
  momentBack,
} from './alert-fields.ts';

const rehearsalInput = Type.Object({
  account: maybe(nameText),
  ...params,
  coolDownMs: maybe(coolDownMs),
  from: maybe(instantText),
  to: maybe(instantText),
});
const reach = {
  from: instant,
  to: instant,
  isWhole: Type.Boolean({ description: 'False if it stopped before the end of the span.' }),
};
const spanOptions: Readonly<Record<string, FieldText>> = {
  account: ['--account <NAME>', 'with the tier and history of this account (default: no account)'],
  ...alertOptions,
  coolDownMs: coolDownOption,
  to: ['--to <WHEN>', 'end of the span: 7d, a date or an instant (default: now)', { read: momentBack }],
};

async function rehearsalOf(
  { control, fills, alerts, nowMs }: AccountStores,
  input: Exact<Static<typeof rehearsalInput>>,
  usualMs: number,
) {
  const { account, ...of } = input;
  const store = await control();
  const found = account === undefined ? undefined : await store.findAccount(account);
  const { tier, limits } = found ?? { tier: 'enterprise' as const, limits: { windowDays: 365 } };
  const { analytics } = await fills();
  const { readRehearsal } = await import('../../alerts/desk.ts');
  const within = { id: found?.id, tier, windowDays: limits.windowDays, nowMs: nowMs() };
  const request = await readRehearsal(analytics, { ...of, usualMs }, within);
  const sources = { cohorts: alerts.cohorts, lists: store.lists.listSince };
  return { analytics, request, sources };
}

/** @throws ControlError `invalid_input`, `unavailable` */
export const estimateAlert = operation({
  name: 'estimateAlert',
  method: 'POST',
  path: '/admin/v1/alerts/estimate',
  operationId: 'alerts-estimate',
  summary: 'how often an alert would have fired over a past span',
  input: rehearsalInput,
  output: Type.Object({
    ...reach,
    events: count,
    fires: count,
    firesPerDay: Type.Number(),
    days: Type.Array(Type.Object({ day: text, events: count, fires: count })),
  }),
  bodyBytesLimit,
  for: everyCaller,
  async run(stores, input, { caller }) {
    checkWallets(caller, input.wallets);
    await caller?.count(alertLimits.rehearse);
    const { estimateAlert } = await import('../../alerts/rehearsal.ts');
    const { analytics, request, sources } = await rehearsalOf(stores, input, 7 * dayMs);
    return estimateAlert(analytics, request, sources);
  },
  command: {
    words: 'alerts estimate',
    description: 'Prints how often an alert would have fired a day, from stored events.',
    examples: '\nExamples:\n  tidemark alerts estimate trades --min-usd 1000000 --cool-down 5m --from 7d',
    arguments: { feed: feedArgument },
    options: {
      ...spanOptions,
      from: [
        '--from <WHEN>',
        'start of the span: 7d, a date or an instant (default: 7 days ago)',
        { read: momentBack },
      ],
    },
    json: true,
    print(found, { stdout, stderr }) {
      const rows = found.days.map((one) => ({
        day: one.day,
        events: `${one.events}`,
        fires: `${one.fires}`,
      }));
      if (rows.length > 0) stdout.write(textTable(rows));
      stdout.write(`${found.firesPerDay} a day: ${found.fires} of ${found.events} events\n`);
      sayReach(found, stderr);
    },
  },
});

/** @throws ControlError `invalid_input`, `unavailable` */
export const dryRunAlert = operation({
  name: 'dryRunAlert',
  method: 'POST',
  path: '/admin/v1/alerts/dry-run',
  operationId: 'alerts-dryRun',
  summary: 'messages that an alert would have sent over a past span, oldest first',
  input: Type.Object({ ...rehearsalInput.properties, limit: maybe(listLimit) }),
  output: Type.Object({
    ...reach,
    fires: Type.Array(Type.Object({ at: instant, heldBack: maybe(count), lines: Type.Array(text) })),
  }),
  bodyBytesLimit,
  for: everyCaller,
  async run(stores, { limit = 100, ...input }, { caller }) {
    checkWallets(caller, input.wallets);
    await caller?.count(alertLimits.rehearse);
    const { dryRunAlert } = await import('../../alerts/rehearsal.ts');
    const { analytics, request, sources } = await rehearsalOf(stores, input, dayMs);
    return dryRunAlert(analytics, request, sources, limit);
  },
  command: {
    words: 'alerts dry-run',
    description: 'Prints the messages that an alert would have sent over a past span, oldest first.',
    examples:
      '\nExamples:\n  tidemark alerts dry-run liquidations --coins BTC,ETH --from 2026-11-20 --limit 20',
    arguments: { feed: feedArgument },
    options: {
      ...spanOptions,
      from: [
        '--from <WHEN>',
        'start of the span: 7d, a date or an instant (default: a day ago)',
        { read: momentBack },
      ],
      limit: ['--limit <N>', 'at most N messages (1 to 10000)', { default: 100 }],
    },
    json: true,
    print(found, { stdout, stderr }) {
      for (const { lines, heldBack } of found.fires) {
        if (heldBack !== undefined) stdout.write(`(${heldBack} held back)\n`);
        for (const line of lines) stdout.write(`${line}\n`);
      }
      sayReach(found, stderr);
    },
  },
});

function sayReach({ isWhole, fromMs, toMs }: Reach, stderr: CommandOutput['stderr']): void {
  stderr.write(`${minuteText(fromMs)} to ${minuteText(toMs)}${isWhole ? '' : ': the rest was not read'}\n`);
}
