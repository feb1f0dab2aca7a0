/**
 * The rule of windows (docs/contract.md#windows), for every parameter of every endpoint that asks for
 * history.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Authenticator, Caller } from '../../src/access/caller.ts';
import { type Tier, tierAllows, tierLimits, tiers } from '../../src/domain/tier.ts';
import { catalogue } from '../../src/endpoints/catalogue.ts';
import type { AnyEndpoint } from '../../src/endpoints/endpoint.ts';
import type { HistoryForm, Param } from '../../src/endpoints/params/param.ts';
import type { Since } from '../../src/endpoints/params/windows.ts';
import { dayMs, hourMs, minuteMs } from '../../src/kernel/clock.ts';
import { onTier } from '../limiter-harness.ts';
import { nowMs, startToys, type ToyServer, toys } from './toys.ts';

/** A tier by its name, or an account that reaches back a day only, less than any default. */
type Account = Tier | 'short';

const shortWindow: Pick<Caller, 'tier' | 'limits' | 'billing'> = {
  ...onTier('enterprise'),
  limits: { ...tierLimits.enterprise, windowDays: 1 },
};
const authenticator: Authenticator = {
  known: () => undefined,
  seen: () => true,
  authenticate: async (key = '') => {
    const status = key === 'short' ? shortWindow : onTier(key as Tier);
    return { accountId: key, keyId: key, keyHash: key, ...status };
  },
};

/** Everything up to the run is real; the run records what it would have been asked. */
const endpoints = [...catalogue, ...toys].map(
  (endpoint): AnyEndpoint => ({
    ...endpoint,
    run: ({ params }: { params: unknown }) => ({ body: [params] }),
  }),
);
const paramsOf = (endpoint: AnyEndpoint) => Object.entries(endpoint.params as Record<string, Param<unknown>>);
const historyOf = (endpoint: AnyEndpoint) => paramsOf(endpoint).filter(([, param]) => param.history);

let toy: ToyServer;
before(async () => {
  toy = await startToys(endpoints, { authenticator });
});
after(() => toy.server.close(0));

/** A text that a required parameter takes. */
function exampleOf({ example, schema }: Param<unknown>): string {
  return example ?? (schema as { enum?: string[] }).enum![0]!;
}

async function ask(endpoint: AnyEndpoint, account: Account, sent: Record<string, string> = {}) {
  const query = new URLSearchParams(sent);
  let path: string = endpoint.path;
  for (const [name, param] of paramsOf(endpoint)) {
    if (endpoint.pathParams.includes(name)) path = path.replace(`{${name}}`, exampleOf(param));
    else if (param.required && !query.has(name)) query.set(name, exampleOf(param));
  }
  const answer = await fetch(`${toy.url}${path}?${query}`, { headers: { 'X-API-Key': account } });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, code: body.code, body, type: answer.headers.get('content-type') };
}

interface Texts {
  /** Exactly as far as the account reaches, in every unit. */
  accepted: string[];
  /** The least bit further. */
  tooLong: string[];
  /** No window at all. */
  malformed: string[];
}

/** What to send for a parameter, by its form. @param max its own bound, beyond which it is no value whatever the tier */
function textsOf(form: HistoryForm, capDays: number, max: number): Texts {
  const within = (units: number, all: number[]) => all.filter((n) => n <= units).map(String);
  const least = capDays * dayMs;
  switch (form) {
    case 'since':
      return {
        accepted: [`${capDays}d`, `${capDays * 24}h`, `${capDays * 1_440}m`, '1m'],
        tooLong: [`${capDays + 1}d`, `${capDays * 24 + 1}h`, `${capDays * 1_440 + 1}m`, '99999999999d'],
        malformed: ['7', '1w', '-1d', '7D', '1.5d', '0d', ' 7d', ''],
      };
    case 'hours':
      return {
        accepted: within(max, [1, capDays * 24]),
        tooLong: within(
          max,
          [capDays * 24 + 1, max].filter((n) => n > capDays * 24),
        ),
        malformed: [],
      };
    case 'days':
      return {
        accepted: within(max, [1, capDays]),
        tooLong: within(
          max,
          [capDays + 1, max].filter((n) => n > capDays),
        ),
        malformed: [],
      };
    case 'instant':
      return {
        accepted: [String(nowMs - least), new Date(nowMs - least).toISOString(), String(nowMs)],
        // A minute of grace for the time between the caller's clock and ours.
        tooLong: [String(nowMs - least - minuteMs - 1), '0'],
        malformed: ['yesterday', '2026-02-30T00:00:00', '-1', ''],
      };
  }
}

const unitMs: Record<string, number> = { hours: hourMs, days: dayMs };

/** The length that a run was asked for; undefined for an end of a span that was not given. */
function requestedMs(form: HistoryForm, value: unknown): number | undefined {
  if (form === 'since') return (value as Since).windowMs;
  return form === 'instant' ? undefined : (value as number) * unitMs[form]!;
}

describe('the window of an account', () => {
  it('caps every parameter that the contract names as history, and those of our own', () => {
    const ids = [
      'pulse.trader-pnl',
      'pulse.trader-skill',
      'boards.skill',
      'live.liquidation-heatmap-history',
    ];
    const added = ['boards.skill windowDays', ...ids.flatMap((id) => [`${id} from`, `${id} to`])];
    for (const endpoint of endpoints) {
      for (const [name, { history }] of paramsOf(endpoint)) {
        const named =
          ['since', 'hours', 'days', 'startTime', 'endTime'].includes(name) ||
          added.includes(`${endpoint.id} ${name}`);
        assert.equal(history !== undefined, named, `${endpoint.id} ${name}`);
      }
    }
    assert.ok(catalogue.some((endpoint) => historyOf(endpoint).length > 0));
  });

  for (const endpoint of endpoints.filter((one) => historyOf(one).length > 0)) {
    const allowed = tiers.filter((tier) => tierAllows(tier, endpoint.tier));
    for (const [name, { history: form, schema }] of historyOf(endpoint)) {
      const { maximum = Number.MAX_SAFE_INTEGER } = schema as { maximum?: number };
      it(`holds for ${name} of ${endpoint.id}, on every tier to the unit`, async () => {
        for (const tier of allowed) {
          const texts = textsOf(form!, tierLimits[tier].windowDays, maximum);
          // A span that ends at the cap begins before it.
          for (const text of name === 'endTime' ? [String(nowMs)] : texts.accepted) {
            assert.equal(
              (await ask(endpoint, tier, { [name]: text })).status,
              200,
              `${tier} ${name}=${text}`,
            );
          }
          for (const text of texts.tooLong) {
            const { status, code, body, type } = await ask(endpoint, tier, { [name]: text });
            assert.deepEqual([status, code], [400, 'WINDOW_TOO_LONG'], `${tier} ${name}=${text}`);
            assert.equal(type, 'application/json');
            assert.deepEqual([body.success, body.reason], [false, 'invalid_parameters']);
            assert.match(String(body.hint), new RegExp(`${tierLimits[tier].windowDays} days`));
            assert.match(String(body.upgrade_url), /\/upgrade$/);
          }
          for (const text of texts.malformed) {
            const { status, code } = await ask(endpoint, tier, { [name]: text });
            assert.deepEqual([status, code], [400, 'BAD_REQUEST'], `${tier} ${name}=${text}`);
          }
        }
      });
    }

    it(`shrinks the defaults of ${endpoint.id} to it, without an error`, async () => {
      const { status, body } = await ask(endpoint, 'short');
      assert.equal(status, 200);
      for (const [name, { history: form }] of historyOf(endpoint)) {
        const served = requestedMs(form!, (body as unknown as Record<string, unknown>[])[0]![name]);
        assert.ok(served === undefined || served <= dayMs, `${name} asks for ${served} ms`);
      }
    });

    const names = historyOf(endpoint).map(([name]) => name);
    if (!names.includes('startTime') || !names.includes('endTime')) continue;
    it(`measures a span of ${endpoint.id} from now, however short it is, and refuses one that ends before it begins`, async () => {
      const tier = allowed[0]!;
      const oldMs = nowMs - (tierLimits[tier].windowDays + 1) * dayMs;
      const old = { startTime: String(oldMs), endTime: String(oldMs + hourMs) };
      assert.equal((await ask(endpoint, tier, old)).code, 'WINDOW_TOO_LONG');
      const turned = { startTime: String(nowMs), endTime: String(nowMs - 1) };
      assert.equal((await ask(endpoint, tier, turned)).code, 'BAD_REQUEST');
      assert.equal((await ask(endpoint, tier, { startTime: String(nowMs + hourMs) })).code, 'BAD_REQUEST');
    });
  }
});
