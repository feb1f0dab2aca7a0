import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { adminCaller, adminToken } from '../../../test/admin-harness.ts';
import { seedControl } from '../../../test/data-template.ts';
import { operationsOn } from '../../../test/fixtures/contender.ts';
import { oddBody } from '../../../test/odd-input.ts';
import { campaignSeed, sized } from '../../../test/size.ts';
import { openPglite } from '../../control/pglite.ts';
import type { ControlStore } from '../../control/store.ts';
import { fixedClock } from '../../kernel/clock.ts';
import { createLog } from '../../kernel/log.ts';
import { type AdminServer, serveAdmin } from './server.ts';

const root = mkdtempSync(join(tmpdir(), 'tidemark-admin-accounts-'));
let control: ControlStore;
let server: AdminServer;
let call: ReturnType<typeof adminCaller>;

before(async () => {
  control = await openPglite({
    dir: seedControl(join(root, 'control')),
    clock: fixedClock(Date.UTC(2026, 4, 1)),
  });
  await control.migrate();
  const log = createLog({ level: 'silent' });
  const operations = operationsOn(control);
  server = await serveAdmin({ operations, log, token: adminToken, host: '127.0.0.1', port: 0 });
  call = adminCaller(server.url);
});
after(async () => {
  await server?.close(0);
  await control?.close();
  rmSync(root, { recursive: true, force: true });
});

test('an account is made, found by a part of its name, and making it again changes nothing', async () => {
  const made = await call('PUT /admin/v1/accounts/Acme%20Desk');
  assert.deepEqual([made.status, made.body.name, made.body.tier], [200, 'Acme Desk', 'free']);
  assert.equal(made.body.createdAt, '2026-05-01T00:00:00.000Z');
  assert.deepEqual((await call('PUT /admin/v1/accounts/Acme%20Desk')).body, made.body);
  assert.deepEqual((await call('GET /admin/v1/accounts/Acme%20Desk')).body, made.body);
  await call('PUT /admin/v1/accounts/other');
  const found = await call('GET /admin/v1/accounts?nameContains=desk&limit=5');
  assert.deepEqual(
    found.body.accounts.map(({ name }: { name: string }) => name),
    ['Acme Desk'],
  );
});

test('a tier is granted for a time and ended, and the account shows both', async () => {
  const granted = await call('POST /admin/v1/accounts/granted/entitlements', {
    body: { tier: 'pro', validFrom: '2026-05-01T00:00:00Z', validUntil: '2026-06-01T02:00:00+02:00' },
  });
  assert.deepEqual([granted.status, granted.body.tier], [201, 'pro']);
  const [entitlement] = granted.body.entitlements;
  assert.deepEqual(
    [entitlement.validFrom, entitlement.validUntil],
    ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'],
  );
  const ended = await call(`POST /admin/v1/entitlements/${entitlement.id}/end`);
  assert.deepEqual([ended.status, ended.body.tier], [200, 'free']);
});

test('limits of an Enterprise account are set and taken away, and refused for any other', async () => {
  const overrides = { ratePerMinute: 9_000, requestsPerDay: null };
  await call('PUT /admin/v1/accounts/big');
  const early = await call('PUT /admin/v1/accounts/big/overrides', { body: overrides });
  assert.deepEqual([early.status, early.body.code], [400, 'INVALID_INPUT']);
  await call('POST /admin/v1/accounts/big/entitlements', { body: { tier: 'enterprise' } });
  const set = await call('PUT /admin/v1/accounts/big/overrides', { body: overrides });
  assert.deepEqual([set.status, set.body.limits.ratePerMinute, set.body.overrides], [200, 9_000, overrides]);
  const cleared = await call('DELETE /admin/v1/accounts/big/overrides');
  assert.deepEqual([cleared.status, cleared.body.overrides], [200, undefined]);
});

test('an account or an entitlement that is not there is 404', async () => {
  for (const line of [
    'GET /admin/v1/accounts/nobody',
    'DELETE /admin/v1/accounts/nobody/overrides',
    'POST /admin/v1/entitlements/4711/end',
  ]) {
    assert.equal((await call(line)).status, 404, line);
  }
});

test('every fault of a grant and of limits is reported with its bounds', async () => {
  const grant = await call('POST /admin/v1/accounts/acme/entitlements', {
    body: { validFrom: 'soon', vaildUntil: 1 },
  });
  assert.deepEqual(grant.body.errors, [
    { location: 'body.vaildUntil', message: 'is unknown; did you mean validUntil?' },
    { location: 'body.tier', message: 'is required: one of free, starter, pro, enterprise' },
    {
      location: 'body.validFrom',
      message: 'must be an instant of RFC 3339 like 2030-01-31T12:00:00Z',
      value: 'soon',
    },
  ]);
  const limits = await call('PUT /admin/v1/accounts/acme/overrides', {
    body: { ratePerMinute: null, keys: 0, windowDays: 1.5 },
  });
  assert.deepEqual(
    limits.body.errors.map(({ location, message }: Record<string, string>) => `${location} ${message}`),
    [
      'body.ratePerMinute must be a whole number from 1 to 1000000',
      'body.keys must be a whole number from 1 to 10000, or null',
      'body.windowDays must be a whole number from 1 to 3650',
    ],
  );
});

test('a call that is almost right is never a failure of the service', async () => {
  await call('PUT /admin/v1/accounts/odd');
  const account = { body: { tier: 'enterprise' } };
  await call('POST /admin/v1/accounts/odd/entitlements', account);
  const { body: key } = await call('POST /admin/v1/keys', { body: { account: 'odd', name: 'one' } });
  const until = { validFrom: '2030-01-31T12:00:00Z', validUntil: '2031-01-31T12:00:00Z' };
  const calls: [line: string, body: object][] = [
    ['POST /admin/v1/accounts/odd/entitlements', { tier: 'pro', ...until }],
    ['POST /admin/v1/invitations', { account: 'odd', role: 'member', expires: until.validUntil }],
    ['PUT /admin/v1/accounts/odd/overrides', { ratePerMinute: 100, windowDays: 30 }],
    ['PATCH /admin/v1/accounts/odd/overrides', { ratePerMinute: 'tier', requestsPerDay: null }],
    [
      'POST /admin/v1/keys',
      { account: 'odd', tier: 'pro', mode: 'test', name: 'two', expiresAt: until.validUntil },
    ],
    [`POST /admin/v1/keys/${key.id}/rotate`, { overlapMs: 1_000 }],
  ];
  const odd = fc.constantFrom(...calls).chain(([line, body]) => fc.tuple(fc.constant(line), oddBody(body)));
  await fc.assert(
    fc.asyncProperty(odd, async ([line, body]) => {
      const answer = await call(line, { body });
      assert.ok(answer.status! < 500, `${line} ${body.slice(0, 500)}: ${JSON.stringify(answer.body)}`);
    }),
    sized({ check: { numRuns: 150 }, campaign: { numRuns: 10_000, seed: campaignSeed } }),
  );
  const addresses = [
    'GET /admin/v1/accounts/a%00',
    'PUT /admin/v1/accounts/a%00',
    'GET /admin/v1/accounts?nameContains=%00',
    'GET /admin/v1/keys?account=%00',
    'POST /admin/v1/keys/%00/revoke',
    'POST /admin/v1/entitlements/%00/end',
  ];
  for (const line of addresses) assert.equal((await call(line)).status, 400, line);
});
