import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFacilitator } from '../../src/billing/x402/facilitator.ts';
import { openPayPerCall, type PayPerCallOptions } from '../../src/billing/x402/pay-per-call.ts';
import { createTerms, knownAsset } from '../../src/billing/x402/terms.ts';
import { openPglite } from '../../src/control/pglite.ts';
import type { ControlStore } from '../../src/control/store.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { ServerOptions } from '../../src/http/server/server.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { startToys } from '../contract/toys.ts';
import { seedControl } from '../data-template.ts';
import { startFacilitator } from './facilitator-server.ts';
import { createFakeChain, network } from './fake-chain.ts';

export const payTo = `0x${'9a'.repeat(20)}`;
/** The smallest unit of the asset is a millionth of a dollar. */
export const priceUnits = 1_000;

/**
 * All that a sale takes, on loopback: a control store, a chain, a facilitator. Servers that sell are opened over it.
 * @param given a migrated store of the caller's; one of its own where it is left out
 */
export async function openShop(given?: ControlStore) {
  const root = mkdtempSync(join(tmpdir(), 'tidemark-shop-'));
  const control = given ?? (await openPglite({ dir: seedControl(join(root, 'control')) }));
  if (given === undefined) await control.migrate();
  const chain = createFakeChain();
  const facilitator = await startFacilitator(chain);
  const prices = { perCost: '0.001', own: new Map([['toy.dear', '0.25']]) };
  const terms = createTerms({ network, payTo, asset: (await knownAsset(network))!, prices });
  const faults: unknown[] = [];
  const closing: (() => Promise<void>)[] = [];

  /** A process that sells; its look for charges that were left behind is the test's. */
  async function sellers(more: Partial<PayPerCallOptions> = {}) {
    const payPerCall = await openPayPerCall({
      terms,
      payments: control.payments,
      facilitator: await openFacilitator({ url: facilitator.url, verifyTimeoutMs: 20_000 }),
      clock: systemClock,
      onFault: (error) => faults.push(error),
      finishEveryMs: 0,
      pollMs: 10,
      ...more,
    });
    closing.push(async () => payPerCall.close());
    return payPerCall;
  }

  return {
    control,
    chain,
    facilitator,
    terms,
    faults,
    sellers,
    async open(
      endpoints: readonly AnyEndpoint[],
      more: Partial<PayPerCallOptions> = {},
      server: Partial<ServerOptions> = {},
    ) {
      const toy = await startToys(endpoints, { payPerCall: await sellers(more), ...server });
      closing.push(() => toy.server.close(0));
      return toy;
    },
    async close() {
      for (const close of closing.reverse()) await close();
      await facilitator.close();
      if (given === undefined) await control.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
