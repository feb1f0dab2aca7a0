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
import { type Config, localAddress } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { catalogue } from '../endpoints/catalogue.ts';
import { systemClock } from '../kernel/clock.ts';
import type { FaultLog } from '../kernel/fault-log.ts';
import type { Log } from '../kernel/log.ts';
import { secureRng } from '../kernel/rng.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { openFaults } from './faults.ts';
import { openPaidCalls } from './paid-calls.ts';
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
  const { billing, stripeWebhookSecret, stripePrices, billingGraceDays: graceDays } = config;
  if (billing === 'manual') return manualBilling;
  const { createStripeBilling } = await import('../billing/stripe.ts');
  const tierOfPrice = priceList(stripePrices!)!;
  return createStripeBilling({
    control,
    clock: systemClock, // signatures use real time
    log,
    webhookSecret: stripeWebhookSecret!,
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
