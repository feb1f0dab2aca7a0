import { Type } from 'typebox';
import { ControlError } from '../../control/control-error.ts';
import { listed, minuteText } from '../command-text.ts';
import {
  count,
  idText,
  instant,
  instantText,
  listLimit,
  maybe,
  operation,
  type ResultOf,
  text,
} from '../operation.ts';
import { alertsOf, idArgument, momentBack } from './alert-fields.ts';

const delivery = Type.Object({
  ...{ id: text, rule: text, events: count, state: Type.Enum(['pending', 'delivered']), attempts: count },
  status: maybe(Type.Integer({ description: 'Of the newest attempt.' })),
  fault: maybe(Type.String({ description: 'Why the newest attempt failed.' })),
  ...{ createdAt: instant, nextAt: maybe(instant), endedAt: maybe(instant) },
});

/** The newest messages, newest first. @throws ControlError `unknown_alert` */
export const listDeliveries = operation({
  name: 'listDeliveries',
  method: 'GET',
  path: '/admin/v1/alerts/{id}/deliveries',
  operationId: 'alerts-deliveries',
  summary: 'messages of an alert, newest first',
  input: Type.Object({
    ...{ id: idText, state: maybe(Type.Enum(['pending', 'delivered'])), limit: maybe(listLimit) },
  }),
  output: Type.Array(delivery),
  under: 'deliveries',
  run: async (stores, { id, ...options }) => (await alertsOf(stores)).alertDeliveries(id, options),
  command: {
    words: 'alerts deliveries',
    description: 'Lists the messages of an alert, newest first, with what came of them.',
    examples: '\nExamples:\n  tidemark alerts deliveries alr_4fQ9xT2bK1mZ --state pending',
    arguments: { id: idArgument },
    options: {
      state: ['--state <STATE>', 'in one state alone'],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 100 }],
    },
    json: true,
    print: listed(deliveryRow, 'no messages yet'),
  },
});

/** One message, or all since a moment. @throws ControlError `unknown_alert`, `invalid_input` */
export const resendDeliveries = operation({
  name: 'resendDeliveries',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/resend',
  operationId: 'alerts-resend',
  summary: 'sends again one message, or all that were made since a moment, under the ids that they had',
  input: Type.Object({ id: idText, delivery: maybe(idText), since: maybe(instantText) }),
  output: Type.Object({ again: count }),
  async run(stores, { id, delivery, sinceMs }) {
    if ((delivery === undefined) === (sinceMs === undefined))
      throw new ControlError(
        'invalid_input',
        'name one message, or the moment since which they are sent again',
      );
    const which = delivery === undefined ? { sinceMs: sinceMs! } : { delivery };
    return { again: await (await alertsOf(stores)).resendAlerts(id, which) };
  },
  command: {
    words: 'alerts resend',
    description: 'Sends again what is kept: one message, or all that were made since a moment.',
    examples:
      '\nExamples:\n  tidemark alerts resend alr_4fQ9xT2bK1mZ --delivery msg_5b1f…\n  tidemark alerts resend alr_4fQ9xT2bK1mZ --since 2026-11-20T08:00:00Z',
    arguments: { id: idArgument },
    options: {
      delivery: ['--delivery <ID>', 'one message', { conflicts: 'since' }],
      since: ['--since <WHEN>', 'all made since: 3h, a date or an instant', { read: momentBack }],
    },
    print: ({ again }, { stderr }) => void stderr.write(`${again} messages are sent again\n`),
  },
});

/** @throws ControlError `unknown_alert` */
export const testAlert = operation({
  name: 'testAlert',
  method: 'POST',
  path: '/admin/v1/alerts/{id}/test',
  operationId: 'alerts-test',
  summary: 'sends a test to its address now',
  input: Type.Object({ id: idText }),
  output: Type.Object({ status: maybe(count), fault: maybe(text), tookMs: count }),
  async run(stores, { id }) {
    const { sendTest } = await import('../../alerts/desk.ts');
    return sendTest(await alertsOf(stores), id, stores.alerts.policy);
  },
  command: {
    words: 'alerts test',
    description:
      'Sends a test to the address of an alert, signed as its messages are, and prints what it answered.',
    examples: '\nExamples:\n  tidemark alerts test alr_4fQ9xT2bK1mZ',
    arguments: { id: idArgument },
    json: true,
    print: ({ status, fault, tookMs }, { stdout }) =>
      void stdout.write(`${status === undefined ? fault : `it answered ${status}`} (${tookMs} ms)\n`),
  },
});

function deliveryRow(one: ResultOf<{ output: typeof delivery }>): Record<string, string> {
  return {
    ...{ id: one.id, state: one.state, events: `${one.events}`, attempts: `${one.attempts}` },
    ...{
      answer: one.fault ?? (one.status === undefined ? '-' : `${one.status}`),
      made: minuteText(one.createdAtMs),
    },
    ...{ next: minuteText(one.nextAtMs), delivered: minuteText(one.endedAtMs) },
  };
}
