import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './config.ts';
import { settingConflicts } from './conflicts.ts';

const conflictsOf = (env: Record<string, string>) => settingConflicts(loadConfig({}, env));

test('defaults, and settings that fit, have no conflict', () => {
  assert.deepEqual(conflictsOf({}), []);
  assert.deepEqual(conflictsOf({ TIDEMARK_SOURCE: 'simulated', TIDEMARK_SEED: '7' }), []);
  assert.deepEqual(
    conflictsOf({
      TIDEMARK_HOST: '0.0.0.0',
      TIDEMARK_BASE_URL: 'https://example.org',
      TIDEMARK_TRUSTED_PROXIES: '10.0.0.0/8',
      TIDEMARK_REDIS_URL: 'redis://127.0.0.1:6379',
    }),
    [],
  );
});

test('each conflict names both settings', () => {
  const cases: [Record<string, string>, RegExp][] = [
    [
      {
        TIDEMARK_GUEST: 'pro',
        TIDEMARK_STRIPE_WEBHOOK_SECRET: 'whsec_1',
        TIDEMARK_STRIPE_PRICES: 'price_1=pro',
      },
      /TIDEMARK_GUEST .* sold/,
    ],
    [
      {
        TIDEMARK_SOURCE: 'simulated',
        TIDEMARK_STRIPE_WEBHOOK_SECRET: 'whsec_1',
        TIDEMARK_STRIPE_PRICES: 'price_1=pro',
      },
      /simulated, and its answers are sold/,
    ],
    [{ TIDEMARK_ALERT_ADDRESSES: 'any' }, /TIDEMARK_SIGNUP/],
    [{ TIDEMARK_BASE_URL: 'https://example.org' }, /TIDEMARK_TRUSTED_PROXIES/],
    [{ TIDEMARK_HOST: '0.0.0.0', TIDEMARK_BASE_URL: 'http://localhost:8080' }, /this one alone/],
    [{ TIDEMARK_REDIS_URL: 'redis://127.0.0.1:6379', TIDEMARK_LIMITS: 'off' }, /TIDEMARK_LIMITS/],
    [
      {
        TIDEMARK_ADMIN_PORT: '8081',
        TIDEMARK_ADMIN_HOST: '0.0.0.0',
        TIDEMARK_ADMIN_TOKEN: 't'.repeat(32),
      },
      /without encryption/,
    ],
  ];
  for (const [env, expected] of cases) {
    const found = conflictsOf(env);
    assert.equal(found.length, 1, `${JSON.stringify(env)}: ${found}`);
    assert.match(found[0]!, expected);
  }
});
