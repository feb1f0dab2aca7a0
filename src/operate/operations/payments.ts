import { Type } from 'typebox';
import { listed, minuteText } from '../command-text.ts';
import { instant, listLimit, maybe, operation, type ResultOf, text } from '../operation.ts';

const state = Type.Enum(['claimed', 'settling', 'settled', 'uncertain', 'refused']);

const payment = Type.Object({
  id: text,
  state,
  payer: text,
  amount: Type.String({ description: 'In the smallest unit of the asset.' }),
  asset: text,
  network: text,
  payTo: text,
  endpoint: text,
  request: Type.String({ description: 'Method, path and query of the paid call.' }),
  transaction: maybe(text),
  reason: maybe(text),
  createdAt: instant,
  endedAt: maybe(instant),
});

const examples = `
Examples:
  tidemark payments list
  tidemark payments list --state uncertain
  tidemark payments list --payer 0x31ca8395cf837de08b24da3f660e77761dfb974b --json`;

export const listPayments = operation({
  name: 'listPayments',
  method: 'GET',
  path: '/admin/v1/payments',
  operationId: 'payments-list',
  summary: 'payments for calls without a key (x402), newest first',
  input: Type.Object({
    state: maybe(state),
    payer: maybe(
      Type.String({
        pattern: '^0x[0-9a-f]{40}$',
        description: 'an address: 0x and 40 hex digits, lower case',
      }),
    ),
    limit: maybe(listLimit),
  }),
  output: Type.Array(payment),
  under: 'payments',
  run: async ({ control }, options) => (await control()).listPayments(options),
  command: {
    words: 'payments list',
    description: 'Lists the payments, newest first. Amounts are in the smallest unit of the asset.',
    examples,
    options: {
      state: ['--state <STATE>', 'only in this state'],
      payer: ['--payer <ADDRESS>', 'only this payer', { kind: 'address' }],
      limit: ['--limit <N>', 'at most N (1 to 10000)', { default: 100 }],
    },
    json: true,
    print: listed(row, 'no payments'),
  },
});

function row(one: ResultOf<{ output: typeof payment }>): Record<string, string> {
  return {
    created: minuteText(one.createdAtMs),
    state: one.state,
    amount: one.amount,
    network: one.network,
    payer: one.payer,
    request: one.request,
    transaction: one.transaction ?? '-',
    reason: one.reason ?? '-',
  };
}
