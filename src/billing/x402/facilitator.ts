import type { SettleResponse, VerifyResponse } from '@x402/core/types';
import { PaymentsUnavailable } from './payment-refused.ts';
import type { SignedPayment } from './payment-signature.ts';

export type Settlement =
  | { outcome: 'charged'; transaction: string }
  /** Not charged by this call. */
  | { outcome: 'refused'; reason: string }
  /** It was never asked: the facilitator was not reached. */
  | { outcome: 'unsent'; cause: unknown }
  /** Not known yet. */
  | { outcome: 'unknown'; cause: unknown };

export interface Facilitator {
  /**
   * Whether a payment is good now: signature, balance, nonce, time.
   * @returns the reason where it is not
   * @throws PaymentsUnavailable
   */
  verify(payment: SignedPayment): Promise<{ refused?: string }>;
  /** Has a payment carried out. Never rejects. A repeat charges nothing: the chain takes a nonce once. */
  settle(payment: SignedPayment): Promise<Settlement>;
}

export interface FacilitatorOptions {
  url: string;
  verifyTimeoutMs?: number;
  /** Of one charge, with the chain's confirmation. */
  settleTimeoutMs?: number;
}

/** Reasons that say nothing of the payment: the facilitator itself failed, or the chain has not answered yet. */
const undecided = /pending|unexpected|internal|timeout|unknown|facilitator/;
const failedTransaction = /transaction_failed/;
const notReached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Loads the protocol's package at the call, not with this file. */
export async function openFacilitator(options: FacilitatorOptions): Promise<Facilitator> {
  const { url, verifyTimeoutMs = 5_000, settleTimeoutMs = 30_000 } = options;
  const { HTTPFacilitatorClient } = await import('@x402/core/http');
  const { VerifyError, SettleError } = await import('@x402/core/types');
  const checking = new HTTPFacilitatorClient({ url, timeoutMs: verifyTimeoutMs });
  const charging = new HTTPFacilitatorClient({ url, timeoutMs: settleTimeoutMs });
  return {
    async verify({ payload, requirements }) {
      let answer: Pick<VerifyResponse, 'isValid' | 'invalidReason'>;
      try {
        answer = await checking.verify(payload, requirements);
      } catch (error) {
        if (!(error instanceof VerifyError) || error.statusCode >= 500) throw away(error);
        answer = { isValid: false, invalidReason: error.invalidReason ?? '' };
      }
      if (answer.isValid) return {};
      const reason = plainReason(answer.invalidReason, 'payment_refused');
      if (undecided.test(reason)) throw away(new Error(`the facilitator answers ${reason}`));
      return { refused: reason };
    },
    async settle({ payload, requirements }) {
      try {
        return settlementOf(await charging.settle(payload, requirements));
      } catch (error) {
        if (error instanceof SettleError) return settlementOf({ ...error, success: false });
        return { outcome: isNotReached(error) ? 'unsent' : 'unknown', cause: error };
      }
    },
  };
}

function settlementOf(answer: Pick<SettleResponse, 'success' | 'transaction' | 'errorReason'>): Settlement {
  const { success, transaction = '' } = answer;
  if (success) return { outcome: 'charged', transaction: transaction.slice(0, 256) };
  const reason = plainReason(answer.errorReason, 'unknown_reason');
  // A failed transaction that has a hash was taken back by the chain; one without may still be on its way.
  const isOpen = undecided.test(reason) || (failedTransaction.test(reason) && transaction === '');
  return isOpen ? { outcome: 'unknown', cause: new Error(reason) } : { outcome: 'refused', reason };
}

/** Reasons are words of the protocol; anything else is not passed on. */
function plainReason(reason: string | undefined, otherwise: string): string {
  return reason !== undefined && /^[a-z0-9_]{1,100}$/.test(reason) ? reason : otherwise;
}

function isNotReached(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  const causes = cause?.errors ?? [cause];
  return causes.length > 0 && causes.every((each) => notReached.has(each?.code ?? ''));
}

function away(cause: unknown): PaymentsUnavailable {
  return new PaymentsUnavailable('Payments cannot be checked at the moment; nothing was charged.', cause);
}
