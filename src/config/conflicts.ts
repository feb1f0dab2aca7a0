import { tierAllows } from '../domain/tier.ts';
import type { Config } from './config.ts';

const isLocal = (host: string) => /^(?:127\.|localhost$|::1$)/.test(host);

/** A rule per pair of settings that the program accepts, and that together do less or more than they say. */
const rules: readonly (readonly [holds: (config: Partial<Config>) => unknown, text: string])[] = [
  [
    ({ guest, stripeWebhookSecret, x402PayTo }) =>
      (stripeWebhookSecret ?? x402PayTo) !== undefined &&
      guest !== undefined &&
      guest !== 'off' &&
      tierAllows(guest, 'starter'),
    'TIDEMARK_GUEST gives visitors a tier for free that is sold',
  ],
  [
    ({ source, stripeWebhookSecret, x402PayTo }) =>
      source === 'simulated' && (stripeWebhookSecret ?? x402PayTo) !== undefined,
    'TIDEMARK_SOURCE is simulated, and its answers are sold',
  ],
  [
    ({ alertAddresses, signup }) => alertAddresses === 'any' && signup === 'open',
    'TIDEMARK_ALERT_ADDRESSES=any with TIDEMARK_SIGNUP=open lets everyone who signs up reach the private network',
  ],
  [
    ({ baseUrl, trustedProxies, limits }) =>
      baseUrl?.startsWith('https:') && trustedProxies === undefined && limits === 'enforce',
    'TIDEMARK_BASE_URL names a proxy with TLS that TIDEMARK_TRUSTED_PROXIES lacks: all its visitors share one limit',
  ],
  [
    ({ host = '', baseUrl }) => !isLocal(host) && baseUrl !== undefined && isLocal(new URL(baseUrl).hostname),
    'TIDEMARK_HOST serves other machines, and TIDEMARK_BASE_URL is an address of this one alone',
  ],
  [
    ({ redisUrl, limits }) => redisUrl !== undefined && limits === 'off',
    'TIDEMARK_REDIS_URL counts limits that TIDEMARK_LIMITS=off does not enforce',
  ],
  [
    ({ adminPort, adminHost = '' }) => adminPort !== undefined && !isLocal(adminHost),
    'TIDEMARK_ADMIN_HOST opens the admin port to other machines, without encryption',
  ],
];

/** Settings that contradict each other, each in a sentence; those that cannot work are refused at the start already. */
export function settingConflicts(config: Partial<Config>): string[] {
  return rules.filter(([holds]) => Boolean(holds(config))).map(([, text]) => text);
}
