/** Sellers that are killed as `kill -9` does, while payments are on their way. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRng } from '../../src/kernel/rng.ts';
import { campaignSeed } from '../size.ts';
import { type Buyer, createBuyer } from './buyer.ts';
import { startFacilitator } from './facilitator-server.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import { priceUnits } from './shop.ts';

const kills = 15;
const buyersPerKill = 6;
/** A sale takes some tens of milliseconds, of which the chain takes this. */
const settleMs = 40;
const withinMs = 120;

interface Order {
  buyer: Buyer;
  payment: Record<string, string>;
  /** What came back before the kill. */
  body?: string;
}

async function startSeller(
  dir: string,
  facilitatorUrl: string,
): Promise<{ child: ChildProcess; url: string }> {
  const options = JSON.stringify({ dir, facilitatorUrl });
  const child = fork(join(import.meta.dirname, 'seller-child.ts'), [options], { stdio: 'inherit' });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url: `${url}/x402/api/public/v1/toy/once` };
}

const charges = (chain: FakeChain, { buyer }: Order) =>
  chain.transfers.filter(({ from }) => from === buyer.address).length;

/** Sends a payment until it is answered by something else than "later". */
async function fetched({ buyer, payment }: Order, url: string): Promise<string> {
  for (;;) {
    const { status, text } = await buyer.get(url, payment);
    if (status === 200) return text;
    assert.equal(status, 503, text);
    await delay(50); // waits: for the claim of the killed process to run out
  }
}

test('killed at any moment, sellers charge nobody twice, and nobody for what cannot be fetched', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
  const chain = createFakeChain();
  chain.state.settleMs = settleMs;
  const facilitator = await startFacilitator(chain);
  const rng = seededRng(`kill of a seller ${campaignSeed}`);
  const dir = join(root, 'control');
  let seller = await startSeller(dir, facilitator.url);
  const met = { lost: 0, charged: 0, answered: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const orders = await Promise.all(
      Array.from({ length: buyersPerKill }, async (): Promise<Order> => {
        const buyer = createBuyer();
        chain.balances.set(buyer.address, BigInt(priceUnits));
        return { buyer, payment: await buyer.payment(seller.url) };
      }),
    );
    const { url } = seller;
    const sent = orders.map(async (order) => {
      await delay(rng.below(withinMs)); // waits: so that the kill meets each at another step
      const { status, text } = await order.buyer.get(url, order.payment);
      if (status === 200) order.body = text;
    });
    const settled = Promise.allSettled(sent);
    await delay(rng.below(withinMs * 2)); // waits: any moment
    seller.child.kill('SIGKILL');
    await settled;
    seller = await startSeller(dir, facilitator.url);
    for (const order of orders) {
      const before = charges(chain, order);
      met[order.body !== undefined ? 'answered' : before === 1 ? 'charged' : 'lost'] += 1;
      const body = await fetched(order, seller.url);
      if (order.body !== undefined) assert.equal(body, order.body);
      assert.equal(await fetched(order, seller.url), body);
      assert.equal(charges(chain, order), 1);
      assert.equal(chain.balanceOf(order.buyer.address), 0n);
    }
  }
  t.diagnostic(JSON.stringify(met));
  seller.child.kill('SIGKILL');
  await once(seller.child, 'exit');
  await facilitator.close();
  rmSync(root, { recursive: true, force: true });
  assert.ok(met.charged > 0 && met.lost > 0, 'some were killed before their charge, and some after it');
});
