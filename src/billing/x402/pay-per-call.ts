import type { PaymentRequired } from '@x402/core/types';
import type { PaymentFacts, Payments } from '../../control/payments.ts';
import { dayMs } from '../../kernel/clock.ts';
import { singleFlight } from '../../kernel/single-flight.ts';
import type { PricedEndpoint } from './call-price.ts';
import { PaymentRefused, PaymentsUnavailable } from './payment-refused.ts';
import { type PaidCall, readPayment, type SentPayment } from './payment-signature.ts';
import { createSales, type MakeAnswer, type Sale, type SalesOptions } from './sale.ts';
import type { PaymentTerms } from './terms.ts';

/** Calls without a key, each paid for by itself (x402 version 2, scheme exact). */
export interface PayPerCall {
  usdOf(endpoint: PricedEndpoint): string;
  /** Value of PAYMENT-REQUIRED. @param error why the payment that came was refused */
  offer(call: PaidCall, description: string, error?: string): string;
  /** Reads PAYMENT-SIGNATURE and holds it against the call. @throws PaymentRefused where it is no payment at all */
  read(header: string, call: PaidCall): SentPayment;
  /** See {@link Sales}. */
  isInHand(payment: SentPayment): boolean;
  sell(payment: SentPayment, answer: MakeAnswer): Promise<Sale>;
  /** Value of PAYMENT-RESPONSE. */
  receipt(facts: PaymentFacts, sale: Sale): string;
  close(): void;
}

export interface PayPerCallOptions extends SalesOptions {
  terms: PaymentTerms;
  /** Gets what goes wrong behind the calls. */
  onFault(error: unknown): void;
  /** Between two looks for charges that a process left behind; 0 for none. */
  finishEveryMs?: number;
}

/** How long an answer is sent again to its buyer. */
const answersKeptMs = dayMs;
/** Charges finished in one look. */
const finishLimit = 100;

/** Loads the protocol's package at the call, not with this file. */
export async function openPayPerCall(options: PayPerCallOptions): Promise<PayPerCall> {
  const { encodePaymentRequiredHeader, encodePaymentResponseHeader } = await import('@x402/core/http');
  const { terms, clock, finishEveryMs = 15_000 } = options;
  const payments = answering(options.payments);
  const sales = createSales({ ...options, payments });
  const tidying = singleFlight(tidyUp);
  const timer = finishEveryMs === 0 ? undefined : setInterval(tidying.run, finishEveryMs).unref();
  let forgottenMs = 0;

  async function finishAll(): Promise<void> {
    for (let left = finishLimit; left > 0; left--) {
      try {
        if (!(await sales.finishOne())) return;
      } catch (error) {
        if (!(error instanceof PaymentRefused)) throw error;
      }
    }
  }

  async function tidyUp(): Promise<void> {
    const nowMs = clock.nowMs();
    const isDue = nowMs - forgottenMs >= answersKeptMs / 24;
    if (isDue) forgottenMs = nowMs;
    try {
      await finishAll();
      if (isDue) await payments.forget(nowMs - answersKeptMs);
    } catch (error) {
      options.onFault(error);
    }
  }

  return {
    usdOf: terms.usdOf,
    offer({ endpoint, url }, description, error) {
      const offer: PaymentRequired = {
        x402Version: 2,
        ...(error !== undefined && { error }),
        resource: { url, description, mimeType: 'application/json' },
        accepts: [terms.requirementOf(endpoint)],
      };
      return encodePaymentRequiredHeader(offer);
    },
    read: (header, call) => readPayment(header, call, terms.requirementOf(call.endpoint), clock.nowMs()),
    isInHand: sales.isInHand,
    sell: sales.sell,
    receipt: ({ network, payer, amount }, { transaction = '' }) =>
      encodePaymentResponseHeader({
        success: true,
        transaction,
        network: network as `${string}:${string}`,
        payer,
        amount,
      }),
    close: () => clearInterval(timer),
  };
}

/** The store, whose faults are reported as what they mean to a buyer. */
function answering(payments: Payments): Payments {
  const calls = Object.entries(payments).map(([name, call]) => [
    name,
    async (...given: unknown[]) => {
      try {
        return await (call as (...given: unknown[]) => Promise<unknown>)(...given);
      } catch (cause) {
        const detail =
          'Payments cannot be recorded at the moment. Send the same payment again: it is not charged twice.';
        throw new PaymentsUnavailable(detail, cause);
      }
    },
  ]);
  return Object.fromEntries(calls) as Payments;
}
