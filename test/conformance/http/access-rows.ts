import { newApiKey } from '../../../src/control/key-format.ts';
import { minuteMs, utcDate } from '../../../src/kernel/clock.ts';
import { secureRng } from '../../../src/kernel/rng.ts';
import { type AccessHarness, api } from '../../access-harness.ts';
import { type ErrorRow, get, rows, type Stage, upgrade } from './error-row.ts';

const challenge = { 'www-authenticate': /^ApiKey realm="tidemark", header="X-API-Key"/ };
const madeUp = newApiKey('live', secureRng);

async function repeat(times: number, ask: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < times; i++) await ask();
}

const withKey = (key: string | undefined) => (stage: Stage) => stage.ask(`${api}/plan`, { key });

const invalidKey = { reason: 'invalid_api_key', error: /^Invalid API key: / };
const keyRows = [
  ...rows(
    {
      of: 'no key',
      status: 401,
      code: 'MISSING_API_KEY',
      shape: 'legacy',
      body: {
        reason: 'missing_api_key',
        message: /X-API-Key header/,
        signup_url: 'https://portal.example/signup',
      },
      headers: challenge,
      limits: 'none',
    },
    {
      'no key at all': { send: withKey(undefined) },
      'an empty key': { send: withKey('') },
      'a key in the URL': { send: ({ ask, key }) => ask(`${api}/plan?api_key=${key}`, { key: undefined }) },
      'a key as a bearer token': {
        send: ({ ask, key }) =>
          ask(`${api}/plan`, { key: undefined, headers: { Authorization: `Bearer ${key}` } }),
      },
    },
  ),
  ...rows(
    {
      of: 'unknown, revoked or inactive key',
      status: 401,
      code: 'INVALID_API_KEY',
      shape: 'legacy',
      body: invalidKey,
      headers: challenge,
      limits: 'none',
    },
    {
      'an unknown key': { send: withKey(madeUp) },
      'the same unknown key again': { send: withKey(madeUp) },
      'a mistyped key': { send: ({ ask, key }) => ask(`${api}/plan`, { key: `${key.slice(0, -1)}_` }) },
      'a revoked key that was in use': {
        prepare: async ({ service, ask, id }) => {
          await ask(`${api}/plan`);
          await service.control.revokeKey(id);
        },
        send: get(`${api}/plan`),
      },
      'an expired key': {
        send: async ({ service, ask }) => {
          const expiresAtMs = service.nowMs() + minuteMs;
          const { key } = await service.control.createKey({ accountName: 'expiring', expiresAtMs });
          service.pass(minuteMs);
          return ask(`${api}/plan`, { key });
        },
      },
    },
  ),
];

const gateRows = rows(
  {
    of: 'tier too low',
    status: 403,
    code: 'TIER_GATE',
    shape: 'APIError',
    body: {
      reason: 'insufficient_tier',
      current_tier: 'free',
      required_tier: 'pro',
      upgrade_url: upgrade,
    },
    limits: 'none',
    counts: false,
  },
  { 'an endpoint of a higher tier': { send: get(`${api}/toy/pro`) } },
);

const limitRows = rows(
  {
    of: 'per-minute, per-route, daily, monthly limit',
    status: 429,
    code: 'RATE_LIMITED',
    shape: 'APIError',
    body: { current_tier: 'free', upgrade_url: upgrade },
    limits: 'account',
  },
  {
    'the minute': {
      body: { current_tier: 'free', upgrade_url: upgrade, detail: /30 requests a minute, for all keys/ },
      headers: { 'retry-after': /^2$/ },
      prepare: ({ ask }) => repeat(30, () => ask(`${api}/plan`)),
      send: get(`${api}/plan`),
    },
    'the route': {
      body: { current_tier: 'free', upgrade_url: upgrade, detail: /15 requests a minute on this route/ },
      headers: { 'retry-after': /^4$/ },
      prepare: ({ ask }) => repeat(15, () => ask(`${api}/pulse/leaderboard`)),
      send: get(`${api}/pulse/leaderboard`),
    },
    'the day': {
      code: 'DAILY_CAP',
      prepare: ({ service, accountId }) => used(service, accountId, utcDate(service.nowMs()), 1_000),
      send: get(`${api}/plan`),
    },
    'the month': {
      code: 'MONTHLY_CAP',
      tier: 'starter',
      body: { current_tier: 'starter', upgrade_url: upgrade },
      prepare: ({ service, accountId }) =>
        used(service, accountId, utcDate(service.nowMs()).slice(0, 7), 50_000),
      send: get(`${api}/plan`),
    },
    'an address without a valid key': {
      limits: 'ip',
      body: { upgrade_url: upgrade, detail: /without a valid API key/ },
      headers: { 'retry-after': /^1$/ },
      prepare: ({ ask }) => repeat(60, () => ask(`${api}/plan`, { key: undefined })),
      send: withKey(undefined),
    },
  },
);

function used(service: AccessHarness, accountId: string, period: string, requests: number): Promise<unknown> {
  return service.control.addUsage([{ accountId, period, requests }]);
}

const overloadRows = rows(
  {
    of: 'overload, or a source too stale to answer from',
    status: 503,
    code: 'OVERLOADED',
    shape: 'APIError',
    body: {},
    limits: 'none',
    counts: false,
  },
  {
    overload: {
      headers: { 'retry-after': /^2$/ },
      prepare: ({ service }) => {
        service.state.strained = true;
      },
      send: get(`${api}/toy/live`),
    },
    'a source too stale': { headers: { 'retry-after': /^30$/ }, send: get(`${api}/toy/stale`) },
    'an exchange whose weight is used up for now': {
      headers: { 'retry-after': /^7$/ },
      send: get(`${api}/toy/busy`),
    },
    'a source that is still being made': {
      code: 'NOT_READY',
      body: { detail: /coin_hour/ },
      headers: { 'retry-after': /^10$/ },
      send: get(`${api}/toy/filling`),
    },
    'keys that cannot be checked': {
      code: 'KEYS_UNAVAILABLE',
      prepare: ({ service }) => {
        service.state.keysAway = true;
      },
      send: get(`${api}/plan`),
    },
    'limits that cannot be checked': {
      code: 'LIMITS_UNAVAILABLE',
      prepare: ({ service }) => {
        service.state.countsAway = true;
      },
      send: get(`${api}/plan`),
    },
  },
);

/** Errors of the key, the tier, the limits and the load. */
export const accessRows: readonly ErrorRow[] = [...keyRows, ...gateRows, ...limitRows, ...overloadRows];
