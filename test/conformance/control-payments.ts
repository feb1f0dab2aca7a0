import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PaymentClaim, PaymentFacts } from '../../src/control/payments.ts';
import type { ControlStore } from '../../src/control/store.ts';
import { untilFound } from '../until.ts';

const longMs = 60_000;
const shortMs = 30;

function factsOf(id: string, more: Partial<PaymentFacts> = {}): PaymentFacts {
  return {
    id,
    proof: `proof of ${id}`,
    network: 'eip155:84532',
    asset: `0x${'aa'.repeat(20)}`,
    payer: `0x${'bb'.repeat(20)}`,
    nonce: `0x${'01'.repeat(32)}`,
    payTo: `0x${'cc'.repeat(20)}`,
    amount: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    endpoint: 'toy.board',
    request: 'GET /x402/api/public/v1/toy/board',
    payload: { x402Version: 2, nested: [1, 'two'] },
    validUntilMs: Date.UTC(2026, 5, 1, 12, 5),
    ...more,
  };
}

/** Guarantees of every control store for payments. The database's clock applies: short claims simulate late ones. */
export function paymentConformance(store: () => ControlStore): void {
  const payments = () => store().payments;
  const answer = { headers: ['Link', '<x>; rel="y"'], body: Buffer.from([0, 255, 10, 13, 123]) };

  function claimed(facts: PaymentFacts, ttlMs = longMs): Promise<PaymentClaim> {
    // Until a claim that was not renewed has run out.
    return untilFound('the claim of a payment', () => payments().claim(facts, ttlMs));
  }

  it('gives a payment to one of many that claim it at once, and remembers all of it', async () => {
    const facts = factsOf('raced');
    const claims = await Promise.all(Array.from({ length: 8 }, () => payments().claim(facts, longMs)));
    assert.equal(claims.filter((claim) => claim !== undefined).length, 1);
    assert.deepEqual(await payments().find('raced'), { ...facts, state: 'claimed', isHeld: true });
    assert.equal(await payments().find('none'), undefined);
  });

  it('lets a claim be used again where nothing was charged: given back, or its holder is gone', async () => {
    const facts = factsOf('free again');
    await payments().release(await claimed(facts));
    assert.equal(await payments().find(facts.id), undefined);
    const lost = await claimed(facts, shortMs);
    const other = factsOf(facts.id, { proof: 'another', request: 'GET /x402/other' });
    const next = await claimed(other);
    assert.equal((await payments().find(facts.id))?.request, other.request);
    assert.equal(await payments().answered(lost, answer, longMs), false);
    assert.equal(await payments().end(lost, { state: 'settled' }), false);
    await payments().release(lost);
    assert.equal(await payments().answered(next, answer, longMs), true);
  });

  it('keeps an answer byte for byte from before its charge, and never claims it again', async () => {
    const facts = factsOf('answered');
    const claim = await claimed(facts);
    assert.ok(await payments().answered(claim, answer, 0));
    const stored = (await payments().find(facts.id))!;
    assert.deepEqual([stored.state, stored.isHeld], ['settling', false]);
    assert.deepEqual(stored.answer?.headers, answer.headers);
    assert.deepEqual(Buffer.from(stored.answer!.body), answer.body);
    assert.equal(await payments().claim(facts, longMs), undefined);
  });

  it('hands a charge of a process that is gone to one of many that ask', async () => {
    const facts = factsOf('orphan');
    const first = await claimed(facts);
    await payments().answered(first, answer, longMs);
    assert.equal(await payments().takeOver(longMs, facts.id), undefined, 'still held');
    await payments().pause(first);
    const takers = await Promise.all([1, 2, 3].map(() => payments().takeOver(longMs, facts.id)));
    const taken = takers.filter((taker) => taker !== undefined);
    assert.equal(taken.length, 1);
    assert.deepEqual(taken[0]!.payment.payload, facts.payload);
    assert.equal(await payments().end(first, { state: 'refused' }), false, 'by the old claim');
    const end = { state: 'settled', transaction: '0x12' } as const;
    assert.equal(await payments().end(taken[0]!.claim, end), true);
    assert.equal(await payments().end(taken[0]!.claim, { state: 'refused' }), false, 'an end is the end');
    const { state, transaction } = (await payments().find(facts.id))!;
    assert.deepEqual([state, transaction], ['settled', '0x12']);
    await payments().release(taken[0]!.claim);
    assert.ok(await payments().find(facts.id));
  });

  it('lists payments newest first by state and payer, and forgets answers and refusals, but no sale', async () => {
    const payer = `0x${'dd'.repeat(20)}`;
    const sold = await claimed(factsOf('sold', { payer }));
    await payments().answered(sold, answer, longMs);
    await payments().end(sold, { state: 'settled', transaction: '0x34' });
    await payments().end(await claimed(factsOf('no', { payer })), { state: 'refused', reason: 'no funds' });
    const ids = async (options: object) => (await store().listPayments(options)).map(({ id }) => id);
    assert.deepEqual(await ids({ payer }), ['no', 'sold']);
    assert.deepEqual(await ids({ payer, state: 'settled' }), ['sold']);
    assert.deepEqual(await ids({ payer, limit: 1 }), ['no']);
    await assert.rejects(store().listPayments({ limit: 10_001 }), /limit must be 1 to 10000/);
    const [no] = await store().listPayments({ payer, state: 'refused' });
    assert.ok(no!.reason === 'no funds' && no!.endedAtMs! >= no!.createdAtMs && !('transaction' in no!));
    await claimed(factsOf('left', { payer }), 0);
    await claimed(factsOf('running', { payer }), 10 * longMs);
    await payments().forget(Date.now() + longMs);
    assert.deepEqual(await ids({ payer }), ['running', 'sold']);
    const kept = (await payments().find('sold'))!;
    assert.deepEqual([kept.answer, kept.payload, kept.transaction], [undefined, null, '0x34']);
  });
}
