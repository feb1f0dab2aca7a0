import type { PaymentPayload } from '@x402/core/types';
import type { Buyer } from './buyer.ts';

const authorizationOf = (payload: PaymentPayload) =>
  (payload.payload as { authorization: Record<string, string> }).authorization;

const expired = (payload: PaymentPayload) => {
  authorizationOf(payload).validBefore = String(Math.floor(Date.now() / 1_000) - 1);
};
/** Payments that buy nothing, and the reason they are refused with. */
export const wrongPayments: Record<string, { reason: RegExp; change: Parameters<Buyer['payment']>[1] }> = {
  'an amount that was changed': {
    reason: /invalid_payment_amount/,
    change: {
      offer: ({ accepts }) => {
        accepts[0]!.amount = '1';
      },
    },
  },
  'an amount that was changed after it was signed': {
    reason: /value_mismatch/,
    change: {
      signed: (payload) => {
        authorizationOf(payload).value = '999';
      },
    },
  },
  'another recipient': {
    reason: /recipient/,
    change: {
      signed: (payload) => {
        authorizationOf(payload).to = `0x${'11'.repeat(20)}`;
      },
    },
  },
  'a false signature': {
    reason: /signature/,
    change: {
      signed: ({ payload }) => {
        payload.signature = `0x${'1b'.repeat(65)}`;
      },
    },
  },
  'a nonce that was not signed': {
    reason: /signature/,
    change: {
      signed: (payload) => {
        authorizationOf(payload).nonce = `0x${'77'.repeat(32)}`;
      },
    },
  },
  'an authorization that has expired': { reason: /valid_before/, change: { signed: expired } },
  'one that does not hold yet': {
    reason: /valid_after/,
    change: {
      signed: (payload) => {
        authorizationOf(payload).validAfter = String(Math.floor(Date.now() / 1_000) + 60);
      },
    },
  },
  'the address of another call': {
    reason: /another_request/,
    change: {
      offer: ({ resource }) => {
        resource.url += '?limit=1';
      },
    },
  },
};
