import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFacilitator } from '../../src/billing/x402/facilitator.ts';
import { createSales } from '../../src/billing/x402/sale.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import { hourMs, systemClock } from '../../src/kernel/clock.ts';
import { freePort } from '../free-port.ts';
import type { Buyer } from './buyer.ts';
import type { Shop } from './shop.ts';

const unreported = { outcome: 'unknown', cause: new Error('no answer') } as const;
const expired = {
  outcome: 'refused',
  reason: 'invalid_exact_evm_payload_authorization_valid_before',
} as const;

interface Stage {
  shop: Shop;
  /** Of a call that counts how often it was run. */
  url: string;
  counted: AnyEndpoint;
  runs(): number;
  rich(): Buyer;
}

/** What happens where the facilitator is away, at every step. */
export function facilitatorFaults(stage: () => Stage): void {
  const charges = (buyer: Buyer) =>
    stage().shop.chain.transfers.filter(({ from }) => from === buyer.address).length;

  test('while the facilitator is away there is 503 and nothing for free; a charge it did not confirm is found out', async () => {
    const buyer = stage().rich();
    const { shop, url, runs } = stage();
    const { state: faults } = shop.facilitator;
    const before = runs();
    for (const fault of ['refuses', 'silent', 'nonsense'] as const) {
      faults.verify = fault;
      const answer = await buyer.get(url, await buyer.payment(url));
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '2']);
      assert.match(answer.text, /PAYMENTS_UNAVAILABLE/);
    }
    faults.verify = 'none';
    assert.deepEqual([runs(), charges(buyer)], [before, 0]);
    for (const fault of ['refuses', 'silent', 'nonsense'] as const) {
      const payment = await buyer.payment(url);
      const charged = charges(buyer);
      faults.settle = fault;
      const answer = await buyer.get(url, payment);
      assert.equal(answer.status, 503, answer.text);
      assert.doesNotMatch(answer.text, /"run"/);
      faults.settle = 'none';
      const again = await buyer.get(url, payment);
      assert.deepEqual([again.status, again.text.includes(`"run":${runs()}`)], [200, true], fault);
      assert.equal(charges(buyer), charged + 1, fault);
    }
  });

  test('a facilitator that is not there gets nothing charged, and nothing is kept of it', async () => {
    const buyer = stage().rich();
    const { shop, counted } = stage();
    const verify = async () => ({});
    const { settle } = await openFacilitator({ url: `http://127.0.0.1:${await freePort()}` });
    const { url } = await shop.open([counted], { facilitator: { verify, settle } });
    const answer = await buyer.get(
      `${url}/x402/api/public/v1/toy/counted`,
      await buyer.payment(`${url}/x402/api/public/v1/toy/counted`),
    );
    assert.equal(answer.status, 503);
    assert.deepEqual(await shop.control.listPayments({ payer: buyer.address }), []);
  });

  for (const [name, reported, laterMs] of [
    ['it says that the authorization has expired', expired, 0],
    ['it has not answered for an hour after the authorization ran out', unreported, 2 * hourMs],
  ] as const) {
    test(`an uncertain charge is given to its buyer, and marked for the operator: ${name}`, async () => {
      const { shop, url, rich } = stage();
      const buyer = rich();
      const header = (await buyer.payment(url))['PAYMENT-SIGNATURE']!;
      const call = { endpoint: { id: 'toy.counted', cost: 1 }, request: 'GET /x', url };
      const payment = (await shop.sellers()).read(header, call);
      const outcomes = [unreported, unreported, reported];
      let requests = 0;
      let nowMs = systemClock.nowMs();
      const facilitator = { verify: async () => ({}), settle: async () => outcomes[requests++]! };
      const { payments } = shop.control;
      const sales = createSales({ payments, facilitator, clock: { nowMs: () => nowMs }, pollMs: 5 });
      const answer = async () => ({ headers: [], body: Buffer.from('sold') });
      await assert.rejects(sales.sell(payment, answer), /not charged twice/);
      await assert.rejects(sales.sell(payment, answer), /not charged twice/);
      nowMs += laterMs;
      assert.equal(Buffer.from((await sales.sell(payment, answer)).answer.body).toString(), 'sold');
      const [row] = await shop.control.listPayments({ payer: buyer.address });
      assert.deepEqual([row!.state, row!.transaction], ['uncertain', undefined]);
    });
  }
}
