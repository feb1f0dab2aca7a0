import type { PaymentClaim, PaymentEnd, PaymentFacts, Payments } from '../../control/payments.ts';
import { type Clock, hourMs } from '../../kernel/clock.ts';
import type { Facilitator, Settlement } from './facilitator.ts';
import { PaymentsUnavailable, refusalOf } from './payment-refused.ts';
import type { SignedPayment } from './payment-signature.ts';

/** An answer that is kept, whose charge is to be asked for. */
export interface Charge {
  claim: PaymentClaim;
  facts: Pick<PaymentFacts, 'payload' | 'validUntilMs'>;
  /** True where it may have been asked for before: by a process that was killed, or without hearing what became of it. */
  isRepeat: boolean;
}

export interface Charged {
  /** Of the chain; absent where the facilitator did not know. */
  transaction?: string;
}

/** A facilitator that has not confirmed a charge this long after its authorization ran out is not waited for any more. */
const toldWithinMs = hourMs;

/**
 * Has a kept answer paid for, once. The chain takes a nonce once, so to ask again after a kill charges nothing twice, and what it
 * answers then is the outcome of the first time.
 *
 * @throws PaymentRefused where nothing was charged and nothing will be; PaymentsUnavailable where that is not known yet
 */
export async function settle(
  { payments, facilitator, clock }: { payments: Payments; facilitator: Facilitator; clock: Clock },
  { claim, facts, isRepeat }: Charge,
): Promise<Charged> {
  const settlement = await facilitator.settle(facts.payload as SignedPayment);
  const isLate = isRepeat && clock.nowMs() - facts.validUntilMs > toldWithinMs;
  const end =
    endOf(settlement, isRepeat) ?? (isLate ? { state: 'uncertain', reason: 'not_told' } : undefined);
  if (end !== undefined) {
    await payments.end(claim, end);
    if (end.state === 'refused') throw refusalOf(end.reason ?? '');
    return end.transaction === undefined ? {} : { transaction: end.transaction };
  }
  const { outcome, cause } = settlement as Extract<Settlement, { cause: unknown }>;
  // Of a charge that never was asked for nothing is left: the answer would only grow old.
  if (outcome === 'unsent' && !isRepeat) await payments.release(claim);
  else await payments.pause(claim);
  const detail = 'The charge was not confirmed. Send the same payment again: it is not charged twice.';
  throw new PaymentsUnavailable(detail, cause);
}

/** How a payment ends by what became of its charge; undefined where that is open. */
function endOf(settlement: Settlement, isRepeat: boolean): PaymentEnd | undefined {
  if (settlement.outcome === 'charged') return { state: 'settled', transaction: settlement.transaction };
  if (settlement.outcome !== 'refused') return undefined;
  const { reason } = settlement;
  // The nonce went into this very transfer: it was free when the payment was checked.
  if (isRepeat && reason.includes('nonce')) return { state: 'settled', reason };
  // Too late to learn whether the first time charged: the payer is given what it may have paid for.
  if (isRepeat && /valid_before|expired/.test(reason)) return { state: 'uncertain', reason };
  return { state: 'refused', reason };
}
