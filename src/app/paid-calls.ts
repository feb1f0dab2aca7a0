import { readPrices } from '../billing/x402/call-price.ts';
import { openFacilitator } from '../billing/x402/facilitator.ts';
import { openPayPerCall, type PayPerCall } from '../billing/x402/pay-per-call.ts';
import {
  createTerms,
  knownAsset,
  type PaymentAsset,
  type PaymentTerms,
  readAsset,
} from '../billing/x402/terms.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { catalogue } from '../endpoints/catalogue.ts';
import { systemClock } from '../kernel/clock.ts';
import { createFaultLog } from '../kernel/fault-log.ts';
import type { Log } from '../kernel/log.ts';
import { nearestTo } from '../kernel/nearest.ts';
import type { Shutdown } from '../kernel/shutdown.ts';

/**
 * Opens the sale of calls without a key, if configured; its packages load only then.
 * @throws ConfigError for settings that do not fit the catalogue or the networks
 */
export async function openPaidCalls(
  config: Config,
  control: ControlStore,
  log: Log,
  shutdown: Shutdown,
): Promise<PayPerCall | undefined> {
  const { x402PayTo: payTo, x402Network: network, x402FacilitatorUrl: url } = config;
  if (payTo === undefined || network === undefined || url === undefined) return undefined;
  const terms = termsOf(config, { payTo, network, asset: await assetOf(config, network) });
  const faults = createFaultLog({ log });
  const payPerCall = await openPayPerCall({
    terms,
    payments: control.payments,
    facilitator: await openFacilitator({ url }),
    clock: systemClock, // authorizations use real time, even if the data are of a past day
    onFault: (err) => faults.report('payments', { err }, 'charges that were left open could not be finished'),
  });
  shutdown.register('paid calls', () => {
    payPerCall.close();
    faults.close();
  });
  return payPerCall;
}

async function assetOf({ x402Asset }: Config, network: string): Promise<PaymentAsset> {
  const asset = x402Asset === undefined ? await knownAsset(network) : readAsset(x402Asset);
  if (asset !== undefined) return asset;
  const message = `must be set where TIDEMARK_X402_NETWORK is ${network}: its USDC is not known`;
  throw new ConfigError([{ location: 'TIDEMARK_X402_ASSET', message }]);
}

/** @throws ConfigError for prices of endpoints that do not exist, or that the asset cannot express */
function termsOf(config: Config, of: { payTo: string; network: string; asset: PaymentAsset }): PaymentTerms {
  const fault = (message: string) => new ConfigError([{ location: 'TIDEMARK_X402_PRICE', message }]);
  const prices = readPrices(config.x402Price)!;
  const ids = catalogue.map(({ id }) => id);
  const unknown = [...prices.own.keys()].find((id) => !ids.includes(id));
  if (unknown !== undefined)
    throw fault(`names no endpoint by ${unknown}; the nearest is ${nearestTo(unknown, ids)}`);
  const terms = createTerms({ ...of, prices });
  for (const endpoint of catalogue) {
    try {
      terms.usdOf(endpoint);
    } catch (error) {
      throw fault((error as Error).message);
    }
  }
  return terms;
}
