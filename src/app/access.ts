import { join } from 'node:path';
import { createAuthenticator } from '../access/authenticate.ts';
import { limitGuests } from '../access/guest-limiter.ts';
import type { CountingLimiter } from '../access/limiter.ts';
import { createMemoryLimiter, type MemoryLimiterOptions } from '../access/memory-limiter.ts';
import { createRequestLog } from '../access/request-log.ts';
import { keepRequestLog } from '../access/request-log-retention.ts';
import { createStreamTickets } from '../access/stream-tickets.ts';
import { createUnlimitedLimiter } from '../access/unlimited-limiter.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import { type BillingProvider, manualBilling } from '../billing/billing.ts';
import { priceList } from '../billing/price-list.ts';
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
import { type Config, ConfigError, localAddress } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { catalogue } from '../endpoints/catalogue.ts';
import { systemClock } from '../kernel/clock.ts';
import { createFaultLog, type FaultLog } from '../kernel/fault-log.ts';
import type { Log } from '../kernel/log.ts';
import { nearestTo } from '../kernel/nearest.ts';
import { secureRng } from '../kernel/rng.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { openFaults } from './faults.ts';
import { openShortKeys } from './portal.ts';

/** Opens authentication and rate limits for all endpoints. The limits flush their counts on close, so they close after the last answer. */
export async function openAccess(config: Config, control: ControlStore, log: Log, shutdown: Shutdown) {
  const baseUrl = config.baseUrl ?? localAddress(config.host, config.port);
  const faults = openFaults('the control store', log, shutdown);
  const pageKeys = await openShortKeys(config, control, log);
  const authenticator = createAuthenticator({
    control,
    ...pageKeys,
    sessions: control.people,
    clock: systemClock, // keys expire by real time, even if the data are of a past day
    signupUrl: config.signupUrl ?? `${baseUrl}/signup`,
    onFault: (err) =>
      faults.report('last use', { err }, 'the time of last use of a key could not be written'),
  });
  shutdown.register('authenticator', () => authenticator.close());
  const tickets = createStreamTickets({
    authenticator,
    attempts: control.attempts,
    clock: systemClock,
    rng: secureRng,
    secret: await control.secret('stream tickets'),
  });
  if (config.limits === 'off') {
    return { authenticator, limiter: createUnlimitedLimiter({ clock: systemClock }), pageKeys, tickets };
  }
  const limiter = await openLimiter(config, control, log, faults, shutdown);
  shutdown.register('limits', () => limiter.close());
  return {
    authenticator,
    limiter: limitGuests(limiter, { clock: systemClock, ratePerMinute: config.guestRatePerMinute }),
    pageKeys,
    tickets,
  };
}

/** Limits in this process's memory, or in Redis for all processes. The Redis package loads only on use. */
async function openLimiter(
  { redisUrl }: Config,
  control: ControlStore,
  log: Log,
  faults: FaultLog,
  shutdown: Shutdown,
): Promise<CountingLimiter> {
  const options: MemoryLimiterOptions = {
    control,
    clock: systemClock, // days and months end by real time
    onFault: (err) =>
      faults.report('usage', { err }, 'counts of requests could not be written; trying again'),
  };
  if (redisUrl === undefined) return createMemoryLimiter(options);
  const { openRedisLink } = await import('../access/redis/link.ts');
  const { createRedisLimiter } = await import('../access/redis/limiter.ts');
  const link = await openRedisLink({
    url: redisUrl,
    onChange(change) {
      if (change.up) log.info('Redis is back: limits are shared again');
      else log.error({ err: change.error }, 'Redis is away: each process admits a quarter of the rates');
    },
  });
  shutdown.register('Redis', () => link.close());
  return createRedisLimiter({ ...options, link });
}

/** Opens sales: plans through the billing provider, single paid calls for callers without a key. */
export async function openSelling(config: Config, control: ControlStore, log: Log, shutdown: Shutdown) {
  const { webhook, sales } = await openBilling(config, control, log);
  return { webhook, sales, payPerCall: await openPaidCalls(config, control, log, shutdown) };
}

/** Loads the provider's package only on use: loading takes a tenth of a second. */
async function openBilling(config: Config, control: ControlStore, log: Log): Promise<BillingProvider> {
  const { stripeWebhookSecret: webhookSecret, stripePrices, billingGraceDays: graceDays } = config;
  if (webhookSecret === undefined) return manualBilling;
  const { createStripeBilling } = await import('../billing/stripe.ts');
  const tierOfPrice = priceList(stripePrices!)!;
  return createStripeBilling({
    control,
    clock: systemClock, // signatures use real time
    log,
    webhookSecret,
    tierOfPrice,
    graceDays,
    secretKey: config.stripeSecretKey,
  });
}

/** Opens the request log. Opened before the server, so that it closes after the last answer. */
export async function openRequestLog(
  config: Config,
  analytics: AnalyticsStore,
  log: Log,
  shutdown: Shutdown,
) {
  await keepRequestLog(analytics, config.requestLogDays);
  const patterns = new Map(catalogue.map(({ id, path }) => [id, path]));
  const requestLog = createRequestLog({
    analytics,
    dir: join(config.dataDir, 'request-log'),
    log,
    patternOf: (endpoint) => patterns.get(endpoint) ?? endpoint,
  });
  shutdown.register('request log', () => requestLog.close());
  return requestLog;
}

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
