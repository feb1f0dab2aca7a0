/** A process that sells one call, until it is killed. */
import { openFacilitator } from '../../src/billing/x402/facilitator.ts';
import { openPayPerCall } from '../../src/billing/x402/pay-per-call.ts';
import { createTerms, knownAsset } from '../../src/billing/x402/terms.ts';
import { openPglite } from '../../src/control/pglite.ts';
import { openPostgres } from '../../src/control/postgres.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { secureRng } from '../../src/kernel/rng.ts';
import { startToys, toyRun } from '../contract/toys.ts';
import { network } from './fake-chain.ts';
import { payTo } from './shop.ts';

export interface SellerOptions {
  /** Of its control store: a directory of its own, or a Postgres server that others may use, too. */
  store: { dir: string } | { url: string };
  facilitatorUrl: string;
}

const { store, facilitatorUrl } = JSON.parse(process.argv[2]!) as SellerOptions;
const control = 'dir' in store ? await openPglite(store) : await openPostgres(store);
await control.migrate();
const prices = { perCost: '0.001', own: new Map<string, string>() };
const payPerCall = await openPayPerCall({
  terms: createTerms({ network, payTo, asset: (await knownAsset(network))!, prices }),
  payments: control.payments,
  facilitator: await openFacilitator({ url: facilitatorUrl }),
  clock: systemClock,
  onFault: () => undefined,
  finishEveryMs: 200,
  leaseMs: 500,
  pollMs: 20,
});
/** Every run has an answer of its own. */
const once = toyRun('once', () => ({ body: { run: Buffer.from(secureRng.bytes(16)).toString('hex') } }));
// Callers find every one of these processes at the same address.
const { url } = await startToys([once], { payPerCall, baseUrl: 'https://shop.example' });
process.send!({ url });
