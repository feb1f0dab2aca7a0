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
import { postgresInstallations, startPostgres } from '../postgres-harness.ts';
import { campaignSeed } from '../size.ts';
import { untilFound } from '../until.ts';
import { type Buyer, createBuyer } from './buyer.ts';
import { startFacilitator } from './facilitator-server.ts';
import { createFakeChain, type FakeChain } from './fake-chain.ts';
import type { SellerOptions } from './seller-child.ts';
import { priceUnits } from './shop.ts';

const kills = 15;
const buyersPerKill = 6;
/** A sale takes some tens of milliseconds, of which the chain takes this. */
const settleMs = 40;
const withinMs = 120;

interface Order {
  buyer: Buyer;
  payment: Record<string, string>;
  /** What came back before the kill; of several sellers the same. */
  bodies: Set<string>;
}

interface Seller {
  child: ChildProcess;
  url: string;
}

async function startSeller(options: SellerOptions): Promise<Seller> {
  const child = fork(join(import.meta.dirname, 'seller-child.ts'), [JSON.stringify(options)], {
    stdio: 'inherit',
  });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url: `${url}/x402/api/public/v1/toy/once` };
}

const charges = (chain: FakeChain, { buyer }: Order) =>
  chain.transfers.filter(({ from }) => from === buyer.address).length;

/** Sends a payment until it is answered by something else than "later". */
function fetched({ buyer, payment }: Order, url: string): Promise<string> {
  // Until the claim of the killed process has run out.
  return untilFound('what was paid for', async () => {
    const { status, text } = await buyer.get(url, payment);
    if (status === 200) return text;
    assert.equal(status, 503, text);
    return undefined;
  });
}

/**
 * Kills one seller after the other while payments are on their way, to all of them at once; a buyer that sends a payment again afterwards, to
 * any of them, gets one body for one charge.
 */
async function killSellers(stores: readonly SellerOptions['store'][]) {
  const chain = createFakeChain();
  chain.state.settleMs = settleMs;
  const facilitator = await startFacilitator(chain);
  const rng = seededRng(`kill of ${stores.length} sellers ${campaignSeed}`);
  const start = (index: number) => startSeller({ store: stores[index]!, facilitatorUrl: facilitator.url });
  const sellers: Seller[] = [];
  for (const index of stores.keys()) sellers.push(await start(index));
  const met = { lost: 0, charged: 0, answered: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const orders = await Promise.all(
      Array.from({ length: buyersPerKill }, async (): Promise<Order> => {
        const buyer = createBuyer();
        chain.balances.set(buyer.address, BigInt(priceUnits));
        return { buyer, payment: await buyer.payment(sellers[0]!.url), bodies: new Set() };
      }),
    );
    const sent = orders.map(async (order) => {
      await delay(rng.below(withinMs)); // waits: so that the kill meets each at another step
      await Promise.allSettled(sellers.map((seller) => buyFrom(seller, order)));
    });
    const settled = Promise.allSettled(sent);
    await delay(rng.below(withinMs * 2)); // waits: any moment
    const victim = kill % sellers.length;
    sellers[victim]!.child.kill('SIGKILL');
    for (const one of await settled) assert.equal(one.status, 'fulfilled');
    sellers[victim] = await start(victim);
    for (const order of orders) {
      const before = charges(chain, order);
      met[order.bodies.size > 0 ? 'answered' : before === 1 ? 'charged' : 'lost'] += 1;
      for (const { url } of sellers) order.bodies.add(await fetched(order, url));
      order.bodies.add(await fetched(order, sellers[0]!.url));
      assert.equal(order.bodies.size, 1);
      assert.equal(charges(chain, order), 1);
      assert.equal(chain.balanceOf(order.buyer.address), 0n);
    }
  }
  for (const { child } of sellers) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await facilitator.close();
  return met;
}

async function buyFrom({ url }: Seller, { buyer, payment, bodies }: Order): Promise<void> {
  const { status, text } = await buyer.get(url, payment);
  if (status === 200) bodies.add(text);
}

test('killed at any moment, sellers charge no buyer twice, and none for what cannot be fetched', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-kill-'));
  const met = await killSellers([{ dir: join(root, 'control') }]);
  t.diagnostic(JSON.stringify(met));
  rmSync(root, { recursive: true, force: true });
  assert.ok(met.charged > 0 && met.lost > 0, 'some were killed before their charge, and some after it');
});

test('two sellers on one Postgres, one of them killed again and again, sell each payment once', async (t) => {
  const [embedded] = await postgresInstallations();
  const server = await startPostgres(embedded!);
  const url = await server.createDatabase();
  const met = await killSellers([{ url }, { url }]);
  t.diagnostic(JSON.stringify(met));
  await server.stop();
  assert.ok(met.answered > 0, 'the other one went on');
});
