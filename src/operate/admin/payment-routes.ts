import { Type } from 'typebox';
import { listOf, paymentAnswer, paymentStates } from './answers.ts';
import { listLimit, route } from './route.ts';

const listQuery = Type.Object({
  state: Type.Optional(Type.Enum(paymentStates)),
  payer: Type.Optional(
    Type.String({ pattern: '^0x[0-9a-f]{40}$', description: 'an address: 0x and 40 hex digits, lower case' }),
  ),
  limit: Type.Optional(listLimit),
});

/** Payments for calls without a key. */
export const paymentRoutes = {
  list: route('GET', '/admin/v1/payments', {
    summary: 'payments for calls without a key (x402), newest first',
    query: listQuery,
    answer: listOf('payments', paymentAnswer),
    run: async (operations, { query }) => ({ payments: await operations.listPayments(query) }),
  }),
};
