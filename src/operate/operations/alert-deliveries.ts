import { Type } from 'typebox';
import { alertDeliveryStates } from '../../control/alert-store.ts';
import { ControlError } from '../../control/control-error.ts';
import { rfc3339 } from '../../kernel/clock.ts';
import { durationMs } from '../../kernel/instant.ts';
import { listed, minuteText } from '../command-text.ts';
import {
  count,
  everyCaller,
  idText,
  instant,
  instantText,
  listLimit,
  maybe,
  operation,
  type ResultOf,
  text,
} from '../operation.ts';
import type { AccountStores } from '../operator-stores.ts';
import { alertLimits, alertsOf, deskOf, idArgument, momentBack } from './alert-fields.ts';

const delivery = Type.Object({
  id: text,
  rule: text,
  events: count,
  state: Type.Enum([...alertDeliveryStates]),
  attempts: count,
  status: maybe(Type.Integer({ description: 'Of the newest attempt.' })),
  fault: maybe(Type.String({ description: 'Why the newest attempt failed.' })),
  createdAt: instant,
  nextAt: maybe(instant),
  endedAt: maybe(instant),
});

/** @throws ControlError `unknown_alert` */
export const listDeliveries = operation({
  name: 'listDeliveries',
  method: 'GET',
  path: '/admin/v1/alerts/{id}/deliveries',
  operationId: 'alerts-deliveries',
  summary: 'messages of an alert, newest first',
  input: Type.Object({
    id: idText,
    state: maybe(Type.Enum([...alertDeliveryStates])),
    limit: maybe(listLimit),
  }),
  output: Type.Array(delivery),
  under: 'deliveries',
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id, ...options }) => (await alertsOf(stores)).alertDeliveries(id, options),
  command: {
    words: 'alerts deliveries',
    description: 'Lists the messages of an alert with their state, newest first.',
    examples: '\nExamples:\n  tidemark alerts deliveries alr_4fQ9xT2bK1mZ --state pending',
    arguments: { id: idArgument },
    options: {
      state: ['--state <STATE>', 'only in this state'],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 100 }],
    },
    json: true,
    print: listed(deliveryRow, 'no messages yet'),
  },
});

/** @throws ControlError `unknown_alert`, `invalid_input` */
export const resendDeliveries = operation({
  name: 'resendDeliveries',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/resend',
  operationId: 'alerts-resend',
  summary:
    'sends one message, or all made since a moment, again under their ids; `from`, a cursor or an instant, makes messages of all later events again',
  input: Type.Object({
    id: idText,
    delivery: maybe(idText),
    since: maybe(instantText),
    from: maybe(Type.String({ maxLength: 64 })),
  }),
  output: Type.Object({
    again: maybe(Type.Integer({ minimum: 0, description: 'Stored messages that are queued again.' })),
    from: maybe(Type.Integer({ description: 'Log position after which all events become messages again.' })),
  }),
  for: everyCaller,
  owned: 'alert',
  async run(stores, { id, delivery, sinceMs, from }, { caller }) {
    if ([delivery, sinceMs, from].filter((given) => given !== undefined).length !== 1)
      throw new ControlError(
        'invalid_input',
        'name one message, a start time of messages, or a cursor or start time of events',
      );
    if (delivery === undefined) await caller?.count(alertLimits.setBack);
    if (from !== undefined) return { from: (await setBackTo(stores, id, from)).place };
    const which = delivery === undefined ? { sinceMs: sinceMs! } : { delivery };
    return { again: await (await alertsOf(stores)).resendAlerts(id, which) };
  },
  command: {
    words: 'alerts resend',
    description:
      'Sends stored messages again: one, or all made since a moment; or makes messages of all events after a log position again.',
    examples:
      '\nExamples:\n  tidemark alerts resend alr_4fQ9xT2bK1mZ --delivery msg_5b1f…\n  tidemark alerts resend alr_4fQ9xT2bK1mZ --since 2026-11-20T08:00:00Z\n  tidemark alerts resend alr_4fQ9xT2bK1mZ --from 3d',
    arguments: { id: idArgument },
    options: {
      delivery: ['--delivery <ID>', 'one message', { conflicts: 'since' }],
      since: ['--since <WHEN>', 'all made since: 3h, a date or an instant', { read: momentBack }],
      from: [
        '--from <PLACE>',
        'all events after this become messages again: a cursor, 3h, a date or an instant',
        { read: (given: string) => (durationMs(given) === undefined ? given : rfc3339(momentBack(given))) },
      ],
    },
    print: ({ again }, { stderr }) =>
      void stderr.write(
        again === undefined ? 'its events become messages again\n' : `${again} messages are sent again\n`,
      ),
  },
});

async function setBackTo(stores: AccountStores, id: string, from: string) {
  const { setBack } = await import('../../alerts/set-back.ts');
  const store = await stores.control();
  const { limits } = await store.findAccount((await store.alerts.findAlert(id)).account);
  const given = { from, nowMs: stores.nowMs(), windowDays: limits.windowDays };
  return setBack(await deskOf(stores), id, given);
}

/** For a message that its receiver never accepts. @throws ControlError `unknown_alert` */
export const skipDelivery = operation({
  name: 'skipDelivery',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/skip',
  operationId: 'alerts-skip',
  summary: 'drops a pending message, by default the oldest; later ones are sent',
  input: Type.Object({ id: idText, delivery: maybe(idText) }),
  output: delivery,
  for: everyCaller,
  owned: 'alert',
  run: async (stores, { id, delivery }) => (await alertsOf(stores)).skipDelivery(id, delivery),
  command: {
    words: 'alerts skip',
    description:
      'Drops the oldest pending message, or a named one. Resume an alert that was switched off with alerts resume.',
    examples:
      '\nExamples:\n  tidemark alerts skip alr_4fQ9xT2bK1mZ && tidemark alerts resume alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    options: { delivery: ['--delivery <ID>', 'this message (default: the oldest pending)'] },
    json: true,
    print: ({ id, events, fault }, { stderr }) =>
      void stderr.write(`message ${id} with ${events} events is skipped${fault ? ` (${fault})` : ''}\n`),
  },
});

/** @throws ControlError `unknown_alert` */
export const testAlert = operation({
  name: 'testAlert',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/test',
  operationId: 'alerts-test',
  summary: 'sends a test message now',
  input: Type.Object({ id: idText }),
  output: Type.Object({ status: maybe(count), fault: maybe(text), tookMs: count }),
  for: everyCaller,
  owned: 'alert',
  async run(stores, { id }, { caller }) {
    await caller?.count(alertLimits.test);
    const { sendTest } = await import('../../alerts/desk.ts');
    return sendTest(await alertsOf(stores), id, stores.alerts.policy);
  },
  command: {
    words: 'alerts test',
    description: 'Sends a signed test message to the address of an alert, and prints the answer.',
    examples: '\nExamples:\n  tidemark alerts test alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    json: true,
    print: ({ status, fault, tookMs }, { stdout }) =>
      void stdout.write(
        `${status === undefined ? fault : `the receiver answered ${status}`} (${tookMs} ms)\n`,
      ),
  },
});

function deliveryRow(one: ResultOf<{ output: typeof delivery }>): Record<string, string> {
  return {
    id: one.id,
    state: one.state,
    events: `${one.events}`,
    attempts: `${one.attempts}`,
    answer: one.fault ?? (one.status === undefined ? '-' : `${one.status}`),
    made: minuteText(one.createdAtMs),
    next: minuteText(one.nextAtMs),
    delivered: minuteText(one.endedAtMs),
  };
}
