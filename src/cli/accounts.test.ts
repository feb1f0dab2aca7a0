import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToyCli as run } from '../../test/cli-harness.ts';
import { notingOperations } from '../../test/fixtures/contender.ts';

test('a created and a rotated key stand alone on stdout', async () => {
  for (const line of ['keys create --account acme --tier pro', 'keys rotate key_1']) {
    const { code, stdout, stderr } = await run(line);
    assert.equal(code, 0);
    assert.equal(stdout, 'tdm_live_secret\n');
    assert.match(stderr, /is shown only once/);
    assert.doesNotMatch(stderr, /secret/);
  }
});

test('the options of a command on keys and accounts reach the operation', async () => {
  const requests: unknown[] = [];
  const operations = notingOperations(requests);
  await run('keys create --account acme --tier pro --name bot --expires 2999-01-31', operations);
  await run('keys rotate key_1 --overlap 24h', operations);
  await run('keys list --account acme', operations);
  await run('keys create --test', operations);
  await run('accounts list --match ac --limit 3', operations);
  await run('accounts grant acme pro --from 2999-01-30 --until 2999-01-31', operations);
  assert.deepEqual(requests, [
    { account: 'acme', tier: 'pro', name: 'bot', expiresAtMs: Date.UTC(2999, 0, 31) },
    { id: 'key_1', overlapMs: 86_400_000 },
    { account: 'acme' },
    { mode: 'test' },
    { nameContains: 'ac', limit: 3 },
    {
      name: 'acme',
      tier: 'pro',
      validFromMs: Date.UTC(2999, 0, 30),
      validUntilMs: Date.UTC(2999, 0, 31),
    },
  ]);
});

test('keys are listed as a table, or as JSON with readable times', async () => {
  const table = await run('keys list');
  assert.match(
    table.stdout,
    /^ID +ACCOUNT +TIER +NAME +KEY +STATUS +CREATED +EXPIRES +LAST USED\nkey_1 +default +free/,
  );
  const [listed] = JSON.parse((await run('keys list --json')).stdout);
  assert.equal(listed.createdAt, '1970-01-01T00:00:00.000Z');
});

test('an account is shown with its limits and entitlements, or as JSON', async () => {
  const { stdout } = await run('accounts show desk');
  assert.match(stdout, /^account {2}desk\ntier {5}free\nbilling {2}active\nkeys {5}1 of 1 active\n/);
  assert.match(stdout, /\nLIMIT +VALUE +FROM\n.*\nrequestsPerMonth +unlimited +tier\n/s);
  assert.match(
    stdout,
    /\nENTITLEMENT +TIER .*\ne +free +manual +holds +1970-01-01 00:00Z +2030-01-31 00:00Z\n$/,
  );
  assert.equal(
    JSON.parse((await run('accounts show desk --json')).stdout).createdAt,
    '1970-01-01T00:00:00.000Z',
  );
  assert.match(
    (await run('accounts list')).stdout,
    /^NAME +TIER +BILLING +KEYS +CREATED\ndefault +free +active +1/,
  );
});

test('limits of an account are changed one by one, and cleared', async () => {
  const requests: unknown[] = [];
  const operations = notingOperations(requests);
  await run('accounts limits desk', operations);
  await run(
    'accounts limits desk --set ratePerMinute=9 requestsPerDay=unlimited --set keys=tier',
    operations,
  );
  await run('accounts limits desk --set keys=tier windowDays=tier', operations);
  await run('accounts limits desk --clear', operations);
  assert.deepEqual(requests, [
    { name: 'desk', ratePerMinute: 9, requestsPerDay: null, keys: 'tier' },
    { name: 'desk', keys: 'tier', windowDays: 'tier' },
    { name: 'desk' },
  ]);
});

test('grants of an account are ended by id or by tier, and one that is not there ends none', async () => {
  const requests: unknown[] = [];
  const operations = notingOperations(requests);
  await run('accounts end desk e free', operations);
  assert.deepEqual(requests, [{ id: 'e' }]);
  const { code, stderr } = await run('accounts end desk e pro', operations);
  assert.deepEqual([code, stderr], [1, 'tidemark: account desk has no grant of pro; its grants: free e\n']);
  assert.equal(requests.length, 1);
});
