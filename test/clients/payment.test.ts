import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import * as tidemark from '../../clients/typescript/src/index.ts';
import { encoded, paid, required, settled, unpaid } from './paid-service.ts';
import { json, problem, type ScriptedServer, startScripted, toyClock } from './scripted-server.ts';

const body = { isValidApiKey: true, tier: 'pro' };
let server: ScriptedServer;
/** Requests to the signer. */
let requests: tidemark.PaymentRequired[];

before(async () => {
  server = await startScripted();
});
beforeEach(() => {
  requests = [];
});
after(() => server.close());

const signer: tidemark.PaymentSigner = {
  sign(required) {
    requests.push(required);
    return `signature ${requests.length}`;
  },
};

function payer(maxAmount = 10_000n) {
  const payment = { signer, maxAmount };
  return tidemark.createClient({ baseUrl: server.url, payment, clock: toyClock(0), retry: { attempts: 3 } });
}

function sentSignatures(): unknown[] {
  return server.requests.map(({ headers }) => headers['payment-signature']);
}

test('a call without a key is paid where the service asks for it, and the answer says what was paid', async () => {
  server.play(unpaid(required(['10000'])), paid(body));
  const answer = await payer().account.verify();
  assert.deepEqual([answer.data, answer.payment], [body, settled]);
  assert.deepEqual(
    server.requests.map(({ url, headers }) => [url, headers['x-api-key'], headers['if-none-match']]),
    Array(2).fill(['/x402/api/public/v1/verify', undefined, undefined]),
  );
  assert.deepEqual(sentSignatures(), [undefined, 'signature 1']);
  assert.deepEqual(requests, [required(['10000'])]);
});

test('of several ways to pay only those within the bound are signed; without one nothing is', async () => {
  server.play(unpaid(required(['10001', '9000', 'NaN', '-5'])), paid(body));
  await payer().account.verify();
  assert.deepEqual(requests[0]!.accepts, required(['9000']).accepts);
  server.play(unpaid(required(['10001'])));
  await assert.rejects(payer().account.verify(), (error) => {
    assert.ok(error instanceof tidemark.PaymentRequiredError);
    assert.match(error.message, /costs 10001, and maxAmount is 10000/);
    return true;
  });
  assert.deepEqual([requests.length, server.requests.length], [1, 1]);
});

test('what is lost on the way is asked for with the same payment, which is signed once', async () => {
  server.play(unpaid(required(['1'])), (request) => request.destroy(), problem(503), paid(body));
  assert.deepEqual((await payer().account.verify()).data, body);
  assert.deepEqual(sentSignatures(), [undefined, ...Array(3).fill('signature 1')]);
  assert.equal(requests.length, 1);
});

test('an answer that stays lost can be fetched later with the payment that the error carries', async () => {
  server.play(unpaid(required(['1'])), (request) => request.destroy());
  const error = await payer()
    .account.verify()
    .catch((caught: tidemark.TidemarkError) => caught);
  assert.ok(error instanceof tidemark.ConnectionError);
  server.play(paid(body));
  const { paymentSignature } = error;
  const later = await payer().account.verify({}, { paymentSignature });
  assert.deepEqual([later.data, sentSignatures(), requests.length], [body, ['signature 1'], 1]);
});

test('a payment that is refused is an error with the reason, never a second payment', async () => {
  server.play(unpaid(required(['1'])), unpaid(required(['1'], 'insufficient_funds')));
  await assert.rejects(payer().account.verify(), (error) => {
    assert.ok(error instanceof tidemark.PaymentRequiredError);
    assert.deepEqual([error.required?.error, error.paymentSignature], ['insufficient_funds', 'signature 1']);
    return true;
  });
  assert.deepEqual([requests.length, server.requests.length], [1, 2]);
});

test('a 402 that cannot be read, and a signer that fails, end the call', async () => {
  for (const header of [
    '',
    '???',
    ...[null, {}, { accepts: 1 }, { accepts: [null, { amount: 1 }] }].map(encoded),
  ]) {
    server.play(json({ detail: 'pay' }, { 'PAYMENT-REQUIRED': header }, 402));
    await assert.rejects(payer().account.verify(), tidemark.PaymentRequiredError, header);
  }
  const failing = { sign: () => Promise.reject(new Error('the wallet is locked')) };
  const options = { baseUrl: server.url, payment: { signer: failing, maxAmount: 1n } };
  server.play(unpaid(required(['1'])));
  await assert.rejects(tidemark.createClient(options).account.verify(), /the wallet is locked/);
  assert.equal(requests.length, 0);
});
