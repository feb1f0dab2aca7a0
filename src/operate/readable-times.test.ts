import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableTimes } from './readable-times.ts';

test('instants become RFC 3339 at any depth; durations and everything else stay as they are', () => {
  const account = {
    name: 'acme',
    createdAtMs: 0,
    overlapMs: 5,
    span: { fromMs: 0, toMs: 1 },
    limits: { requestsPerDay: null },
    entitlements: [{ validFromMs: 1, validUntilMs: 86_400_000, tier: 'pro' }],
  };
  assert.deepEqual(readableTimes(account), {
    name: 'acme',
    createdAt: '1970-01-01T00:00:00.000Z',
    overlapMs: 5,
    span: { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:00:00.001Z' },
    limits: { requestsPerDay: null },
    entitlements: [
      { validFrom: '1970-01-01T00:00:00.001Z', validUntil: '1970-01-02T00:00:00.000Z', tier: 'pro' },
    ],
  });
});
