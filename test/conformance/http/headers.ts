import assert from 'node:assert/strict';
import { activeBilling } from '../../../src/control/billing-state.ts';
import type { SubscriptionFact } from '../../../src/control/billing-subscription.ts';
import { limitsOf } from '../../../src/domain/limit-overrides.ts';
import { type Tier, tierLimits } from '../../../src/domain/tier.ts';
import { dayMs, hourMs, minuteMs, utcDate } from '../../../src/kernel/clock.ts';
import { type AccessHarness, api } from '../../access-harness.ts';
import type { Received } from '../../contract/contract.ts';
import { seededNumbers } from '../../source-fills.ts';
import { addressHeadersOf, headersOf, limitHeadersOf, type Subject } from './limit-headers.ts';
import { createLimitModel, type Told } from './limit-model.ts';

const graceMs = 7 * dayMs;
const requestsOfWalk = 120;

/** A test account: its key, its tier and limits, and its billing status. */
type Walker = Omit<Subject, 'nowMs'> & { key: string };

async function onTier(service: AccessHarness, tier: Tier): Promise<Walker> {
  const { key } = await service.issue(tier);
  return { key, tier, limits: tierLimits[tier], billing: activeBilling };
}

async function withOwnNumbers(service: AccessHarness): Promise<Walker> {
  const { key, account } = await service.issue('enterprise');
  const own = { ratePerMinute: 12, requestsPerDay: 60, requestsPerMonth: 80 };
  await service.control.setOverrides(account, own);
  return { key, tier: 'enterprise', limits: limitsOf('enterprise', own), billing: activeBilling };
}

/** A Starter subscription with these events, the last of them now. */
async function subscribed(
  service: AccessHarness,
  kinds: SubscriptionFact['kind'][],
  billing: Walker['billing'],
  tier: Tier,
): Promise<Walker> {
  const { key, account } = await service.issue('free');
  const base = { subscriptionId: account, occurredAtMs: service.nowMs() };
  for (const kind of ['created', ...kinds] as const) {
    const state = kind === 'created' ? { status: 'active', tier: 'starter', accountName: account } : {};
    const fact = { ...base, ...state, kind, eventId: `${account} ${kind}` } as SubscriptionFact;
    await service.control.applyBilling(fact, graceMs);
  }
  return { key, tier, limits: tierLimits[tier], billing };
}

/** Every kind of account that gets different headers. */
export const walkers: Readonly<Record<string, (service: AccessHarness) => Promise<Walker>>> = {
  free: (service) => onTier(service, 'free'),
  starter: (service) => onTier(service, 'starter'),
  pro: (service) => onTier(service, 'pro'),
  enterprise: (service) => onTier(service, 'enterprise'),
  'enterprise with its own numbers': withOwnNumbers,
  'starter in grace': (service) => {
    const graceExpiresAtMs = service.nowMs() + graceMs;
    return subscribed(service, ['payment_failed'], { state: 'grace', graceExpiresAtMs }, 'starter');
  },
  'free after its subscription': (service) => subscribed(service, ['deleted'], { state: 'lapsed' }, 'free'),
};

/** Requests that are admitted alike: the figures they get differ in the route alone. */
const asks: readonly { path: string; own: boolean; method?: string; status: number }[] = [
  { path: `${api}/plan`, own: false, status: 200 },
  { path: `${api}/pulse/leaderboard`, own: true, status: 200 },
  { path: `${api}/pulse/leaderboard`, own: true, status: 304 },
  { path: `${api}/pulse/trades/recent?limit=0`, own: false, status: 422 },
  { path: `${api}/plan`, own: false, method: 'HEAD', status: 200 },
];

/**
 * Walks an account through its limits at random, and holds every header of every answer against a model of
 * the rules. @returns the names of all headers that were sent
 */
export async function walkHeaders(
  service: AccessHarness,
  walker: Walker,
  seed: number,
): Promise<Set<string>> {
  const below = seededNumbers(seed);
  const model = createLimitModel(walker.limits);
  const seen = new Set<string>();
  const ids = new Set<string>();
  const board = await etagOfBoard(service);
  let requests = 0;

  async function step(ask: (typeof asks)[number]): Promise<Told> {
    const reported = model.request(service.nowMs(), ask.own);
    const headers: Record<string, string> = ask.status === 304 ? { 'If-None-Match': board } : {};
    const { key } = walker;
    const answer = await service.send(ask.path, { key, headers, ...(ask.method && { method: ask.method }) });
    const why = `${++requests}. request: ${ask.path}`;
    assert.equal(answer.status, reported.status === 429 ? 429 : ask.status, why);
    assert.deepEqual(
      limitHeadersOf(answer.headers),
      headersOf({ ...walker, nowMs: service.nowMs() }, reported),
      why,
    );
    assert.equal(answer.headers.get('retry-after'), reported.retryAfterSeconds?.toString() ?? null, why);
    for (const [name] of answer.headers) seen.add(name);
    ids.add(answer.headers.get('x-request-id')!);
    return reported;
  }

  const burst = Math.min(walker.limits.ratePerMinute, 60);
  while (requests < requestsOfWalk) {
    service.pass(below(4) === 0 ? below(minuteMs) : below(3_000));
    for (let i = below(burst); i >= 0; i--) await step(asks[below(asks.length)]!);
    const ask = asks[below(2)]!;
    let reported = await step(ask);
    while (reported.status === 200 && reported.waitMs === 0 && requests < requestsOfWalk)
      reported = await step(ask);
    if (reported.waitMs <= 1) continue;
    // The headers are true: the wait ends with the next token, and nothing shorter does.
    service.pass(reported.waitMs - 1);
    assert.equal((await step(ask)).status, 429);
    service.pass(1);
    const next = await step(ask);
    if (next.dayLeft !== 0 && next.monthLeft !== 0) assert.equal(next.status, 200);
  }
  assert.equal(ids.size, requests, 'each request has an id of its own');
  return seen;
}

async function etagOfBoard(service: AccessHarness): Promise<string> {
  const { key } = await service.issue('free');
  const { headers } = await service.send(`${api}/pulse/leaderboard`, { key });
  return headers.get('etag')!;
}

/** A quota that ends is reported as such, and the first request of the next period passes after exactly Retry-After. */
export async function checkQuotaEnd(
  service: AccessHarness,
  tier: Tier,
  unit: 'day' | 'month',
): Promise<void> {
  const { key, accountId } = await service.issue(tier);
  const date = utcDate(service.nowMs());
  const [period, limit] =
    unit === 'day'
      ? [date, tierLimits[tier].requestsPerDay!]
      : [date.slice(0, 7), tierLimits[tier].requestsPerMonth!];
  await service.control.addUsage([{ accountId, period, requests: limit }]);
  const name = unit === 'day' ? 'x-ratelimit-daily' : 'x-ratelimit-monthly';
  const reported = async (status: number) => {
    const answer = await service.send(`${api}/plan`, { key });
    assert.equal(answer.status, status);
    return answer.headers;
  };
  const refused = await reported(429);
  assert.deepEqual([refused.get(name), refused.get(`${name}-remaining`)], ['0', '0']);
  const resetMs = Number(refused.get(`${name}-reset`)) * 1_000;
  service.pass(resetMs - service.nowMs() - 1);
  assert.equal((await reported(429)).get('retry-after'), '1');
  service.pass(1);
  assert.equal((await reported(200)).get(`${name}-remaining`), String(limit - 1));
}

/** Calls without a valid key get the figures of their address once they are too many. */
export async function checkAddressHeaders(service: AccessHarness): Promise<void> {
  const ask = (): Promise<Received> => service.send(`${api}/plan`, { from: '203.0.113.7' });
  const ratePerMinute = 60;
  for (let i = 0; i < ratePerMinute; i++) assert.deepEqual(limitHeadersOf((await ask()).headers), {});
  for (const [passMs, nextTokenMs] of [
    [0, 1_000],
    [400, 600],
  ] as const) {
    service.pass(passMs);
    const answer = await ask();
    assert.equal(answer.status, 429);
    const expected = addressHeadersOf(ratePerMinute, { left: 0, nextTokenMs }, service.nowMs());
    assert.deepEqual(limitHeadersOf(answer.headers), expected);
    assert.equal(answer.headers.get('retry-after'), '1');
  }
  service.pass(600);
  assert.equal((await ask()).status, 401);
  service.pass(hourMs);
}
