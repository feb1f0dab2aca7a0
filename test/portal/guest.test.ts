import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shortKeyLifeMs } from '../../src/access/short-keys.ts';
import { minuteMs } from '../../src/kernel/clock.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';

let portal: PortalHarness;

before(async () => {
  portal = await openPortalHarness();
});
after(() => portal?.close());

async function guestKey(from?: string): Promise<string> {
  const { key } = await portal.session(from);
  assert.ok(key);
  return key.secret;
}

describe('a visitor', () => {
  it('gets a key from the page, which the API takes like any other, for ten minutes', async () => {
    const { user, guest, key } = await portal.session();
    assert.deepEqual([user, guest], [null, true]);
    assert.ok(key);
    const answer = await portal.call(key.secret);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('x-ratelimit-tier'), 'pro');
    assert.equal(answer.headers.get('x-ratelimit-scope'), 'ip');
    assert.equal(answer.headers.get('x-ratelimit-limit'), '240');
    portal.pass(shortKeyLifeMs);
    const late = await portal.call(key.secret);
    assert.equal(late.status, 401);
    assert.equal(((await late.json()) as { reason: string }).reason, 'invalid_api_key');
    assert.equal((await portal.call(await guestKey())).status, 200);
  });

  it('is bounded by the address, however many keys it asks for, and leaves others alone', async () => {
    portal.pass(minuteMs);
    const statuses = new Map<number, number>();
    for (let i = 0; i < 245; i++) {
      const { status } = await portal.call(await guestKey('198.51.100.7'));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    assert.deepEqual(Object.fromEntries(statuses), { 200: 240, 429: 5 });
    const refused = await portal.call(await guestKey('198.51.100.7'));
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.match(
      await refused.text(),
      /A visit without an account allows 240 requests a minute, for one address/,
    );
    assert.equal((await portal.call(await guestKey('198.51.100.8'))).status, 200);
    portal.pass(250);
    assert.equal((await portal.call(await guestKey('198.51.100.7'))).status, 200);
  });

  it('is still nobody without a key, and with one that was not signed here', async () => {
    assert.equal((await portal.toy.get('/api/public/v1/toy/board', null)).status, 401);
    const key = await guestKey();
    const forged = key.slice(0, -8) + (key.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA');
    assert.equal((await portal.call(forged)).status, 401);
  });

  it('is told nothing that a cache or another site could keep, and only at a name of the service', async () => {
    const { headers } = await fetch(`${portal.toy.url}/portal/api/session`);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    const from = { Origin: 'https://evil.example' };
    const foreign = await fetch(`${portal.toy.url}/portal/api/session`, { headers: from });
    assert.equal(foreign.status, 403);
  });

  it('is told which paths and methods there are', async () => {
    assert.equal((await fetch(`${portal.toy.url}/portal/api/nothing`)).status, 404);
    assert.equal((await fetch(`${portal.toy.url}/portal/api/constructor`)).status, 404);
    const wrong = await fetch(`${portal.toy.url}/portal/api/session`, {
      method: 'DELETE',
      headers: { Origin: portal.toy.url, 'Content-Type': 'application/json' },
    });
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
    for (const [path, allow] of [
      ['session', 'GET, HEAD, OPTIONS'],
      ['auth/sign-in/email', 'POST, OPTIONS'],
      ['auth/verify-email', 'GET, OPTIONS'],
    ] as const) {
      const options = await fetch(`${portal.toy.url}/portal/api/${path}`, { method: 'OPTIONS' });
      assert.deepEqual([options.status, options.headers.get('allow')], [204, allow]);
    }
    const none = await fetch(`${portal.toy.url}/portal/api/nothing`, { method: 'OPTIONS' });
    assert.equal(none.status, 404);
  });
});

it('without guests nobody gets a key, and one that was given before is refused', async () => {
  const closed = await openPortalHarness({ guest: 'off' });
  const { key, guest } = await closed.session();
  assert.deepEqual([key, guest], [null, false]);
  assert.equal((await closed.call(closed.shortKeys.forGuest('192.0.2.1').secret)).status, 401);
  await closed.close();
});
