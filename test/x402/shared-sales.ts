import assert from 'node:assert/strict';
import type { ControlStore } from '../../src/control/store.ts';
import { toyRun } from '../contract/toys.ts';
import { createBuyer } from './buyer.ts';
import { openShop, priceUnits } from './shop.ts';

const retries = 40;

/**
 * Two servers that sell, each with a control store of its own on one database: a nonce that comes to both at once is served once, and
 * each of them knows what the other one sold.
 */
export async function sellsOnceOnBoth(stores: readonly [ControlStore, ControlStore]): Promise<void> {
  let runs = 0;
  const counted = toyRun('counted', () => ({ body: { run: ++runs } }));
  const other = toyRun('other', () => ({ body: { run: ++runs } }));
  const shop = await openShop(stores[0]);
  try {
    const baseUrl = 'https://shop.example';
    const open = ({ payments }: ControlStore) => shop.open([counted, other], { payments }, { baseUrl });
    const servers = await Promise.all(stores.map(open));
    const at = (server: number, name: string) => `${servers[server]!.url}/x402/api/public/v1/toy/${name}`;
    const buyer = createBuyer();
    shop.chain.balances.set(buyer.address, BigInt(10 * priceUnits));

    const payment = await buyer.payment(at(0, 'counted'));
    shop.chain.state.settleMs = 50;
    const answers = await Promise.all(
      Array.from({ length: retries }, (_, index) => buyer.get(at(index % 2, 'counted'), payment)),
    );
    shop.chain.state.settleMs = 0;
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.deepEqual(
      [new Set(answers.map(({ text }) => text)).size, runs, shop.chain.transfers.length],
      [1, 1, 1],
    );

    // One signature, two calls: the other process knows whose it is.
    const raced = await buyer.payment(at(0, 'counted'));
    const signed = JSON.parse(Buffer.from(raced['PAYMENT-SIGNATURE']!, 'base64').toString());
    signed.resource.url = `${baseUrl}/x402/api/public/v1/toy/other`;
    const moved = { 'PAYMENT-SIGNATURE': Buffer.from(JSON.stringify(signed)).toString('base64') };
    const both = await Promise.all([buyer.get(at(0, 'counted'), raced), buyer.get(at(1, 'other'), moved)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 402]);
    assert.match(both.find(({ status }) => status === 402)!.offer!.error!, /payment_already_used/);
    assert.deepEqual([runs, shop.chain.transfers.length], [2, 2]);

    // The facilitator charged and did not say so, and the process that asked it is gone: the other one finds out.
    const lost = await buyer.payment(at(0, 'counted'));
    shop.facilitator.state.settle = 'silent';
    assert.equal((await buyer.get(at(0, 'counted'), lost)).status, 503);
    shop.facilitator.state.settle = 'none';
    await servers[0]!.server.close(0);
    const found = await buyer.get(at(1, 'counted'), lost);
    assert.match(found.text, /"run":3/);
    assert.deepEqual([found.status, runs, shop.chain.transfers.length], [200, 3, 3]);
  } finally {
    await shop.close();
  }
}
