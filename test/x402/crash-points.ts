import assert from 'node:assert/strict';
import type { Facilitator } from '../../src/billing/x402/facilitator.ts';
import { openFacilitator } from '../../src/billing/x402/facilitator.ts';
import { createSales, type Sales } from '../../src/billing/x402/sale.ts';
import type { PaymentFacts, Payments } from '../../src/control/payments.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { type Fate, fate, Killed } from '../ingest/crash-points.ts';
import { until } from '../until.ts';
import type { Shop } from './shop.ts';

/** Claims of a process that dies run out soon. */
const leaseMs = 30;

/** Every call of a port is two steps: the process dies before it, or after it. */
function mortal<T extends object>(port: T, { step }: Fate): T {
  const calls = Object.entries(port).map(([name, call]) => [
    name,
    async (...given: unknown[]) => {
      step(`before ${name}`);
      const result = await (call as (...given: unknown[]) => Promise<unknown>)(...given);
      step(`after ${name}`);
      return result;
    },
  ]);
  return Object.fromEntries(calls) as T;
}

interface Stage {
  payments: Payments;
  facilitator: Facilitator;
  /** An authorization that was not used yet. */
  sign(): Promise<PaymentFacts>;
  charges(facts: PaymentFacts): number;
}

interface Counter {
  runs: number;
}

const answerOf = (counter: Counter) => async () => ({
  headers: ['X-Run', String(++counter.runs)],
  body: Buffer.from(`run ${counter.runs}`),
});

/** Sells in a process that dies at its n-th step. @returns where it died; undefined where it lived to the end */
async function sellAndDie(stage: Stage, facts: PaymentFacts, counter: Counter, lastStep: number) {
  const mine = fate(lastStep);
  const sales = createSales({
    payments: mortal(stage.payments, mine),
    facilitator: mortal(stage.facilitator, mine),
    clock: systemClock,
    leaseMs,
    pollMs: 5,
  });
  const { run } = mortal({ run: answerOf(counter) }, mine);
  await sales.sell({ facts }, run).catch((error) => assert.ok(error instanceof Killed, error));
  return mine.diedAt;
}

async function assertFetched(
  sales: Sales,
  facts: PaymentFacts,
  counter: Counter,
  name: string,
): Promise<string> {
  const { runs } = counter;
  const { answer } = await sales.sell({ facts }, answerOf(counter));
  assert.equal(counter.runs, runs, `${name}: what was paid for is not made again`);
  return Buffer.from(answer.body).toString();
}

/** Another process finishes what it finds, until nothing is left open. */
async function finishAll({ payments }: Stage, sales: Sales, { id }: PaymentFacts): Promise<void> {
  // Until the claim of the dead process has run out.
  await until('nothing is left open', async () => {
    if ((await payments.find(id))?.state !== 'settling') return true;
    await sales.finishOne();
    return false;
  });
}

/**
 * Kills the seller before and after every step of a sale. A buyer that sends the payment again is charged once and gets one body;
 * one that does not was charged only for an answer that is there to be fetched.
 * @returns the steps at which it died
 */
export async function dieAtEveryStep(shop: Shop, sign: Stage['sign']): Promise<string[]> {
  const { payments } = shop.control;
  const facilitator = await openFacilitator({ url: shop.facilitator.url });
  const charges = ({ nonce }: PaymentFacts) =>
    shop.chain.transfers.filter((transfer) => transfer.nonce === nonce).length;
  const stage: Stage = { payments, facilitator, sign, charges };
  const heir = createSales({ payments, facilitator, clock: systemClock, pollMs: 5 });
  const died: string[] = [];
  for (let lastStep = 0; ; lastStep++) {
    const [again, left] = [await sign(), await sign()];
    const [counter, other]: Counter[] = [{ runs: 0 }, { runs: 0 }];
    const name = await sellAndDie(stage, again, counter!, lastStep);
    if (name === undefined) return died;
    died.push(name);
    const { answer } = await heir.sell({ facts: again }, answerOf(counter!));
    const body = Buffer.from(answer.body).toString();
    assert.equal(charges(again), 1, `${name}: charged once`);
    assert.equal(await assertFetched(heir, again, counter!, name), body);

    await sellAndDie(stage, left, other!, lastStep);
    await finishAll(stage, heir, left);
    assert.ok(charges(left) <= 1, name);
    if (charges(left) === 1) await assertFetched(heir, left, other!, name);
    assert.equal(charges(left) === 1, (await payments.find(left.id))?.state === 'settled', name);
  }
}
