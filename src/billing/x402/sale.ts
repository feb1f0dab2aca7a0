import { setTimeout as delay } from 'node:timers/promises';
import type {
  Payment,
  PaymentClaim,
  PaymentEnd,
  PaymentFacts,
  Payments,
  SoldAnswer,
} from '../../control/payments.ts';
import { type Clock, hourMs, monotonicMs } from '../../kernel/clock.ts';
import { keyedFlights } from '../../kernel/single-flight.ts';
import type { Facilitator, Settlement } from './facilitator.ts';
import { PaymentRefused, PaymentsUnavailable, refusalOf } from './payment-refused.ts';
import type { SentPayment, SignedPayment } from './payment-signature.ts';

/** An answer that is kept, whose charge is to be asked for. */
interface Charge {
  claim: PaymentClaim;
  facts: Pick<PaymentFacts, 'payload' | 'validUntilMs'>;
  /** True where it may have been asked for before: by a process that was killed, or without hearing what became of it. */
  isRepeat: boolean;
}

interface Charged {
  /** Of the chain; absent where the facilitator did not know. */
  transaction?: string;
}

/** A facilitator that has not confirmed a charge this long after its authorization ran out is not waited for any more. */
const confirmedWithinMs = hourMs;

/**
 * Has a kept answer paid for, once. The chain takes a nonce once, so to ask again after a kill charges nothing twice, and what it
 * answers then is the outcome of the first time.
 *
 * @throws PaymentRefused where nothing was charged and nothing will be; PaymentsUnavailable where that is not known yet
 */
async function settle(
  { payments, facilitator, clock }: { payments: Payments; facilitator: Facilitator; clock: Clock },
  { claim, facts, isRepeat }: Charge,
): Promise<Charged> {
  const settlement = await facilitator.settle(facts.payload as SignedPayment);
  const isLate = isRepeat && clock.nowMs() - facts.validUntilMs > confirmedWithinMs;
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

/** Undefined where the outcome is open. */
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

export interface Sale extends Charged {
  answer: SoldAnswer;
  /** True where it was bought before, and is sent again. */
  isRepeat: boolean;
}

export interface SalesOptions {
  payments: Payments;
  facilitator: Facilitator;
  /** Of real time: authorizations are. */
  clock: Clock;
  /** How long a payment stays with a process that is gone: longer than checking, answering and charging take. */
  leaseMs?: number;
  /** How long a call waits for another process that has its payment. */
  waitMs?: number;
  /** Between two looks at such a payment. */
  pollMs?: number;
  /** Payments in hand at once. */
  salesLimit?: number;
}

/** Makes the answer. Whatever it throws reaches the buyer, and nothing is charged. */
export type MakeAnswer = () => Promise<SoldAnswer>;

/**
 * Sells answers: verify, run, keep the answer, settle. Kept first, an answer that was charged can be fetched again by the same
 * payment, even if a process is killed at any point; an answer that is not kept is not charged. Concurrent calls with the same payment
 * are one sale: within this process by its memory, across processes by the claim in the control store.
 */
export function createSales(options: SalesOptions) {
  const {
    payments,
    facilitator,
    leaseMs = 60_000,
    waitMs = 20_000,
    pollMs = 100,
    salesLimit = 256,
  } = options;
  const inHand = keyedFlights<Sale>();
  const keyOf = ({ id, proof, request }: PaymentFacts) => `${id} ${proof} ${request}`;

  async function make({ facts, refusal }: SentPayment, answer: MakeAnswer): Promise<Sale> {
    const endMs = monotonicMs() + waitMs;
    do {
      const stored = await payments.find(facts.id);
      const sold = await soldBefore(facts, stored);
      if (sold !== undefined) return sold;
      if (stored === undefined || (stored.state === 'claimed' && !stored.isHeld)) {
        if (refusal !== undefined) throw refusal;
        const { refused } = await facilitator.verify(facts.payload as SignedPayment);
        if (refused !== undefined) throw refusalOf(refused);
        const claim = await payments.claim(facts, leaseMs);
        if (claim !== undefined) return await sellOnce(claim, facts, answer);
      } else {
        await delay(pollMs); // waits: for the process that has it, which sends no message when it is done
      }
    } while (monotonicMs() < endMs);
    throw new PaymentsUnavailable('The same payment is being served. Send it again shortly.');
  }

  /** What a known payment bought, its charge finished where a process left it; undefined where there is nothing to sell yet. */
  async function soldBefore(facts: PaymentFacts, stored: Payment | undefined): Promise<Sale | undefined> {
    if (stored === undefined || (stored.state === 'claimed' && !stored.isHeld)) return undefined;
    if (stored.proof !== facts.proof || stored.request !== facts.request) {
      const detail = 'The authorization was used for another request. Sign a new one.';
      throw new PaymentRefused('payment_already_used', detail);
    }
    const { state, reason = '', transaction, answer } = stored;
    if (state === 'refused') throw refusalOf(reason);
    if (state === 'settled' || state === 'uncertain') {
      if (answer !== undefined) return { answer, isRepeat: true, ...(transaction && { transaction }) };
      const detail = 'The answer that this payment bought was sent long ago and is no longer stored.';
      throw new PaymentRefused('payment_already_used', detail);
    }
    if (state === 'claimed' || stored.isHeld) return undefined;
    const taken = await payments.takeOver(leaseMs, facts.id);
    return taken && (await finish(taken));
  }

  async function sellOnce(claim: PaymentClaim, facts: PaymentFacts, make: MakeAnswer): Promise<Sale> {
    let answer: SoldAnswer;
    try {
      answer = await make();
    } catch (error) {
      await payments.release(claim);
      throw error;
    }
    if (!(await payments.answered(claim, answer, leaseMs))) {
      throw new PaymentsUnavailable('The answer took too long; nothing was charged.');
    }
    const charged = await settle(options, { claim, facts, isRepeat: false });
    return { ...charged, answer, isRepeat: false };
  }

  async function finish({ claim, payment }: { claim: PaymentClaim; payment: Payment }): Promise<Sale> {
    const charged = await settle(options, { claim, facts: payment, isRepeat: true });
    return { ...charged, answer: payment.answer!, isRepeat: true };
  }

  return {
    /** True where the same payment for the same call is being served: to wait for that costs nothing. */
    isInHand: ({ facts }: SentPayment) => inHand.get(keyOf(facts)) !== undefined,
    /**
     * Sells an answer for a payment, or sends again what it bought.
     * @throws PaymentRefused, PaymentsUnavailable; whatever `answer` or the store throws
     */
    sell(payment: SentPayment, answer: MakeAnswer): Promise<Sale> {
      const key = keyOf(payment.facts);
      const known = inHand.get(key);
      if (known !== undefined) return known.then((sale) => ({ ...sale, isRepeat: true }));
      if (inHand.size >= salesLimit) {
        return Promise.reject(
          new PaymentsUnavailable('Too many payments are being served; nothing was charged.'),
        );
      }
      return inHand.run(key, () => make(payment, answer));
    },
    /**
     * Finishes the oldest charge that a process left behind.
     * @returns false where there is none
     * @throws PaymentRefused, PaymentsUnavailable as it ended; whatever the store throws
     */
    async finishOne(): Promise<boolean> {
      const taken = await payments.takeOver(leaseMs);
      if (taken === undefined) return false;
      await finish(taken);
      return true;
    },
  };
}

export type Sales = ReturnType<typeof createSales>;
