import { type Kysely, type Selectable, sql } from 'kysely';
import { fromNow, isFree } from './claim-end.ts';
import type { ControlDatabase, PaymentsTable } from './schema.ts';

/** An authorization to pay, and what it pays for. */
export interface PaymentFacts {
  /** SHA-256 of network, asset, payer and nonce: what the chain lets happen once. */
  id: string;
  /** SHA-256 of the authorization with its signature. */
  proof: string;
  /** CAIP-2. */
  network: string;
  asset: string;
  payer: string;
  nonce: string;
  payTo: string;
  /** In the smallest unit of the asset. */
  amount: string;
  endpoint: string;
  /** Method, path and query. */
  request: string;
  /** What the facilitator is sent, as JSON. */
  payload: unknown;
  /** The chain takes it until then, unix milliseconds. */
  validUntilMs: number;
}

/**
 * `claimed`: its answer is being made; `settling`: the answer is kept and the charge was or is being asked for; `settled`: charged;
 * `uncertain`: it ended while it was not known whether it was charged; `refused`: not charged, and never will be.
 */
export type PaymentState = PaymentsTable['state'];

/** The answer that was sold; sent again whenever the buyer repeats the request. */
export interface SoldAnswer {
  /** Flat: name, value, name, value … */
  headers: readonly string[];
  body: Uint8Array;
}

export interface Payment extends PaymentFacts {
  state: PaymentState;
  /** True where a process is at work on it. */
  isHeld: boolean;
  /** Absent before it was made, and once it is no longer kept. */
  answer?: SoldAnswer;
  transaction?: string;
  reason?: string;
}

export interface PaymentClaim {
  id: string;
  claim: number;
}

/**
 * Payments for calls without a key, of all processes that share the store. Each is in the hands of one of them at a time; a claim
 * ends by the database clock. A write under a claim that another process has taken over changes nothing and
 * returns false.
 */
export interface Payments {
  find(id: string): Promise<Payment | undefined>;
  /** Takes an unused authorization. @returns undefined where another call has, or is at it */
  claim(facts: PaymentFacts, ttlMs: number): Promise<PaymentClaim | undefined>;
  /** Takes one whose charge was asked for by a process that is gone: this one, or the oldest. */
  takeOver(ttlMs: number, id?: string): Promise<{ claim: PaymentClaim; payment: Payment } | undefined>;
  /** Keeps the answer: from now on the charge may be asked for. */
  answered(claim: PaymentClaim, answer: SoldAnswer, ttlMs: number): Promise<boolean>;
  end(claim: PaymentClaim, end: PaymentEnd): Promise<boolean>;
  /** Gives a claim back whose charge may have been asked for: the next process asks again. */
  pause(claim: PaymentClaim): Promise<void>;
  /** Forgets a claim that certainly charged nothing: the authorization can be used again. */
  release(claim: PaymentClaim): Promise<void>;
  /**
   * Lets go of answers, and forgets refused payments, that ended so long ago, and claims that were left without an answer. The
   * other rows stay.
   */
  forget(endedBeforeMs: number): Promise<void>;
}

export interface PaymentEnd {
  state: 'settled' | 'uncertain' | 'refused';
  transaction?: string;
  reason?: string;
}

const now = sql<Date>`clock_timestamp()`;
const isOver = isFree('payments.expires_at');

export function createPayments(db: Kysely<ControlDatabase>): Payments {
  const held = ({ id, claim }: PaymentClaim) =>
    db.updateTable('payments').where('id', '=', id).where('claim', '=', claim).where('ended_at', 'is', null);

  return {
    async find(id) {
      const row = await db
        .selectFrom('payments')
        .selectAll()
        .select(sql<boolean>`ended_at is null and not (${isOver})`.as('is_held'))
        .where('id', '=', id)
        .executeTakeFirst();
      return row && paymentOf(row, row.is_held);
    },
    async claim(facts, ttlMs) {
      const written = { ...rowOf(facts), state: 'claimed' as const, expires_at: fromNow(ttlMs) };
      const taken = await db
        .insertInto('payments')
        .values({ ...written, claim: 1, created_at: now })
        .onConflict((conflict) =>
          conflict
            .column('id')
            .doUpdateSet({ ...written, claim: sql<number>`payments.claim + 1` })
            .where('payments.state', '=', 'claimed')
            .where(isOver),
        )
        .returning('claim')
        .executeTakeFirst();
      return taken && { id: facts.id, claim: Number(taken.claim) };
    },
    async takeOver(ttlMs, id) {
      const row = await db
        .updateTable('payments')
        .set({ claim: sql<number>`claim + 1`, expires_at: fromNow(ttlMs) })
        .where('id', '=', (one) => {
          const open = one
            .selectFrom('payments')
            .select('id')
            .where('state', '=', 'settling')
            .where('ended_at', 'is', null)
            .where(isOver);
          const params = id === undefined ? open : open.where('id', '=', id);
          return params.orderBy('expires_at').limit(1).forUpdate().skipLocked();
        })
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      return { claim: { id: row.id, claim: Number(row.claim) }, payment: paymentOf(row, true) };
    },
    async answered(claim, { headers, body }, ttlMs) {
      const kept = await held(claim)
        .set({ state: 'settling', answer_headers: JSON.stringify(headers), answer_body: body })
        .set({ expires_at: fromNow(ttlMs) })
        .returning('id')
        .execute();
      return kept.length === 1;
    },
    async end(claim, { state, transaction, reason }) {
      const gone = state === 'refused' ? { answer_headers: null, answer_body: null } : {};
      const ended = await held(claim)
        .set({ state, transaction: transaction ?? null, reason: reason ?? null, ended_at: now, ...gone })
        .returning('id')
        .execute();
      return ended.length === 1;
    },
    async pause(claim) {
      await held(claim).set({ expires_at: now }).execute();
    },
    async release({ id, claim }) {
      await db
        .deleteFrom('payments')
        .where('id', '=', id)
        .where('claim', '=', claim)
        .where('ended_at', 'is', null)
        .execute();
    },
    async forget(endedBeforeMs) {
      const before = new Date(endedBeforeMs);
      await db
        .deleteFrom('payments')
        .where((is) =>
          is.or([
            is.and([is('state', '=', 'refused'), is('ended_at', '<', before)]),
            is.and([is('state', '=', 'claimed'), is('expires_at', '<', before)]),
          ]),
        )
        .execute();
      await db
        .updateTable('payments')
        .set({ payload: null, answer_headers: null, answer_body: null })
        .where('payload', 'is not', null)
        .where('ended_at', '<', before)
        .execute();
    },
  };
}

function rowOf(facts: PaymentFacts) {
  const { payTo: pay_to, validUntilMs, payload, ...rest } = facts;
  return { ...rest, pay_to, payload: JSON.stringify(payload), valid_until: new Date(validUntilMs) };
}

function paymentOf(row: Selectable<PaymentsTable>, isHeld: boolean): Payment {
  const { id, proof, network, asset, payer, nonce, amount, endpoint, request, payload, state } = row;
  const { answer_headers: headers, answer_body: body, transaction, reason } = row;
  const facts = { id, proof, network, asset, payer, nonce, endpoint, request, payload };
  return {
    ...facts,
    payTo: row.pay_to,
    amount: String(amount),
    validUntilMs: row.valid_until.getTime(),
    state,
    isHeld,
    ...(headers !== null && body !== null && { answer: { headers, body } }),
    ...(transaction !== null && { transaction }),
    ...(reason !== null && { reason }),
  };
}
