import { type GuestTerms, guestTerms } from '../access/guest.ts';
import { createShortKeys } from '../access/short-keys.ts';
import type { AnalyticsStore } from '../analytics/store.ts';
import type { PlanSales } from '../billing/billing.ts';
import type { Config } from '../config/config.ts';
import type { ControlStore } from '../control/store.ts';
import { tierAllows } from '../domain/tier.ts';
import { systemClock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { Shutdown } from '../kernel/shutdown.ts';
import { readDataMark } from '../operate/data-mark.ts';
import { openPortal, type PortalOptions } from '../portal/open-portal.ts';
import type { StatusOptions } from '../portal/status.ts';
import { version } from '../version.ts';

/** Source named in every answer; undefined for the real exchange. */
export function dataSourceOf({ clickhouseUrl, dataDir }: Config): 'simulated' | undefined {
  if (clickhouseUrl !== undefined) return undefined;
  return readDataMark(dataDir)?.source === 'simulated' ? 'simulated' : undefined;
}

/** Short-lived keys for pages, valid on every process with this control store. */
export async function openShortKeys(config: Config, control: ControlStore, log: Log) {
  const secret = await control.secret('short-lived keys');
  // Keys expire by real time, even if the data are of a past day.
  const shortKeys = createShortKeys({ secret, clock: systemClock });
  return { shortKeys, guests: openToGuests(config, log) };
}

/** Terms for visitors, logged once. If anything is sold, visitors default to the tier `free`. */
function openToGuests(config: Config, log: Log): GuestTerms | undefined {
  const sells = config.stripeWebhookSecret !== undefined || config.x402PayTo !== undefined;
  const { guest = sells ? 'free' : 'pro' } = config;
  if (guest === 'off') return undefined;
  const terms = guestTerms(guest, sells);
  const { limits, pageLimits } = terms;
  const shown = { tier: guest, sells, limits, pageLimits, ratePerMinute: config.guestRatePerMinute };
  const isGiven = config.guest !== undefined;
  if (sells && tierAllows(guest, 'starter')) {
    log.warn(
      shown,
      `visitors without an account have the tier ${guest} for free, although it is sold; TIDEMARK_GUEST sets it`,
    );
  } else {
    const why = isGiven ? 'TIDEMARK_GUEST sets it' : 'TIDEMARK_GUEST can change it or turn it off';
    log.info(shown, `visitors without an account have the tier ${guest}; ${why}`);
  }
  return terms;
}

export interface PagesOptions
  extends Pick<StatusOptions, 'newestBlock' | 'readiness' | 'figures' | 'live' | 'drift' | 'diagnose'> {
  alerts: PortalOptions['alerts'];
  config: Config;
  control: ControlStore;
  analytics: AnalyticsStore;
  keys: Awaited<ReturnType<typeof openShortKeys>>;
  sales: PlanSales | undefined;
  log: Log;
  shutdown: Shutdown;
}

export async function openPages({ config, control, keys, log, shutdown, ...reported }: PagesOptions) {
  const mailer = await openMailer(config);
  shutdown.register('mail', () => mailer?.close());
  return openPortal({
    ...keys,
    ...reported,
    control,
    mailer,
    log,
    version,
    oidc: providerOf(config),
    signup: config.signup,
    secret: config.portalSecret ?? (await control.secret('sign-in')).toString('hex'),
    clock: systemClock, // sessions and limits use real time
    simulated: dataSourceOf(config) === 'simulated',
  });
}

async function openMailer({ smtpUrl: url, mailFrom: from }: Config) {
  if (url === undefined || from === undefined) return undefined;
  const { createMailer } = await import('../portal/mail.ts');
  return createMailer({ url, from });
}

function providerOf({
  oidcIssuer: issuer,
  oidcClientId: clientId,
  oidcClientSecret: clientSecret,
  oidcName: name,
}: Config) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer, clientId, clientSecret, name };
}
