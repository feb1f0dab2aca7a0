/** The clients pay the service: real signatures, the protocol's own facilitator, a fake chain. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { x402Client } from '@x402/core/client';
import { encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import * as tidemark from '../../clients/typescript/src/index.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { ToyServer } from '../contract/toys.ts';
import { network } from '../x402/fake-chain.ts';
import { openShop, priceUnits, type Shop } from '../x402/shop.ts';
import { pythonPays } from './python-caller.ts';

let shop: Shop;
let served: ToyServer;

before(async () => {
  shop = await openShop();
  // Without an engine: the answers sold here need none.
  served = await shop.open(catalogue);
});
after(() => shop?.close());

/** A caller with so much on the chain. */
function payer(balance: number, options: Partial<tidemark.ClientOptions> = {}) {
  const account = privateKeyToAccount(generatePrivateKey());
  const from = account.address.toLowerCase();
  shop.chain.balances.set(from, BigInt(balance));
  const wallet = new x402Client().register(network, new ExactEvmScheme(account));
  const signer: tidemark.PaymentSigner = {
    sign: async (required) => encodePaymentSignatureHeader(await wallet.createPaymentPayload(required)),
  };
  const payment = { signer, maxAmount: BigInt(priceUnits) };
  const client = tidemark.createClient({ baseUrl: served.url, payment, ...options });
  return { client, charges: () => shop.chain.transfers.filter((transfer) => transfer.from === from) };
}

test('a call that is paid for answers what a key gets, and says what was charged', async () => {
  const { client, charges } = payer(10 * priceUnits);
  const keyed = tidemark.createClient({ baseUrl: served.url, apiKey: 'key-pro' });
  const bought = await client.account.plan();
  assert.deepEqual(bought.data, (await keyed.account.plan()).data);
  assert.partialDeepStrictEqual(bought.payment, { success: true, amount: `${priceUnits}` });
  assert.deepEqual(
    charges().map(({ value }) => value),
    [BigInt(priceUnits)],
  );
});

test('an answer that is lost after the charge comes on the next attempt, without a second one', async () => {
  let lost = 0;
  const fetch = async (request: Request) => {
    const answer = await globalThis.fetch(request);
    if (request.headers.has('payment-signature') && ++lost === 1) throw new TypeError('terminated');
    return answer;
  };
  const { client, charges } = payer(10 * priceUnits, { fetch, retry: { baseMs: 1 } });
  const { data, payment } = await client.account.plan();
  assert.equal(data.tier, 'pro');
  assert.deepEqual([lost, charges().length, payment?.success], [2, 1, true]);
});

test('a payment without the money for it is an error with the reason, and charges nothing', async () => {
  const { client, charges } = payer(priceUnits - 1);
  await assert.rejects(client.account.plan(), (error) => {
    assert.ok(error instanceof tidemark.PaymentRequiredError);
    assert.equal(error.code, 'PAYMENT_REFUSED');
    assert.match(error.message, /Nothing was charged/);
    return true;
  });
  assert.equal(charges().length, 0);
});

test('what costs more than the bound is not signed, and a wrong parameter costs nothing', async () => {
  const { client, charges } = payer(10 * priceUnits);
  await assert.rejects(client.pulse.leaderboard({ limit: 0 }), tidemark.InvalidRequestError);
  const payment = { signer: { sign: () => assert.fail('signed') }, maxAmount: BigInt(priceUnits - 1) };
  const thrifty = tidemark.createClient({ baseUrl: served.url, payment });
  await assert.rejects(thrifty.account.plan(), /costs 1000, and maxAmount is 999/);
  assert.equal(charges().length, 0);
});

test('the Python client signs payments that the facilitator takes, and gets the reason of a refusal', async () => {
  const { data } = await tidemark.createClient({ baseUrl: served.url, apiKey: 'key-pro' }).account.plan();
  const key = generatePrivateKey();
  const from = privateKeyToAccount(key).address.toLowerCase();
  shop.chain.balances.set(from, BigInt(priceUnits));
  const bought = await pythonPays(served.url, key, priceUnits);
  assert.deepEqual(bought.data, data);
  assert.partialDeepStrictEqual(bought.payment, { success: true, payer: from, amount: `${priceUnits}` });
  const charged = () => shop.chain.transfers.filter((transfer) => transfer.from === from);
  assert.deepEqual(
    charged().map(({ value }) => value),
    [BigInt(priceUnits)],
  );
  assert.match((await pythonPays(served.url, key, priceUnits)).refused!, /Nothing was charged/);
  assert.match(
    (await pythonPays(served.url, key, priceUnits - 1)).refused!,
    /costs 1000, and max_amount is 999/,
  );
  assert.equal(charged().length, 1);
});
