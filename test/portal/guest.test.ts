import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shortKeyLifeMs } from '../../src/access/short-keys.ts';
import { minuteMs } from '../../src/kernel/clock.ts';
import { toyRun, toys } from '../contract/toys.ts';
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

  it('is still unknown without a key, and with one that was not signed here', async () => {
    assert.equal((await portal.toy.get('/api/public/v1/toy/board', null)).status, 401);
    const key = await guestKey();
    const forged = key.slice(0, -8) + (key.endsWith('AAAAAAAA') ? 'BBBBBBBB' : 'AAAAAAAA');
    assert.equal((await portal.call(forged)).status, 401);
  });

  it('gets nothing that a cache or another site could keep, and only at a name of the service', async () => {
    const { headers } = await fetch(`${portal.toy.url}/portal/api/session`);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    const from = { Origin: 'https://evil.example' };
    const foreign = await fetch(`${portal.toy.url}/portal/api/session`, { headers: from });
    assert.equal(foreign.status, 403);
  });

  it('learns which paths and methods there are', async () => {
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
    const verified = `${portal.toy.url}/portal/api/auth/verify-email?token=x`;
    assert.equal((await fetch(verified, { method: 'HEAD' })).status, 405, 'scanners of mail follow links so');
    const none = await fetch(`${portal.toy.url}/portal/api/nothing`, { method: 'OPTIONS' });
    assert.equal(none.status, 404);
  });
});

describe('visitors where plans are sold', () => {
  const page = { 'Sec-Fetch-Site': 'same-origin' };
  const elsewhere: Record<string, string>[] = [
    { Referer: 'https://evil.example/' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  const [shown, other] = ['pulse.compare', 'builders.fills'].map((id) =>
    toyRun(id, () => ({ body: 1 }), { id, tier: 'pro' }),
  );
  const pathOf = (id: string) => `/api/public/v1/toy/${id}`;
  let selling: PortalHarness;

  before(async () => {
    selling = await openPortalHarness({
      guest: 'free',
      sells: true,
      guestRatePerMinute: 2_000,
      endpoints: [...toys, shown!, other!],
    });
  });
  after(() => selling?.close());

  const keyOf = async (address: string) => (await selling.session(address)).key!.secret;

  async function passing(addresses: string[], headers = {}): Promise<number> {
    const statuses = addresses.map(async (address) => {
      const answer = await selling.call(await keyOf(address), undefined, headers);
      return answer.status;
    });
    return (await Promise.all(statuses)).filter((status) => status === 200).length;
  }

  it('have the tier free from outside the pages, on the pages more requests, and less than a Pro key in all', async () => {
    const key = await keyOf('192.0.2.1');
    const outside = await selling.call(key);
    const [tier, perMinute, perDay] = ['tier', 'limit', 'daily'].map((name) => `x-ratelimit-${name}`);
    assert.deepEqual(
      [tier, perMinute, perDay].map((name) => outside.headers.get(name!)),
      ['free', '30', '999'],
    );
    for (const [daily, headers] of [
      ['9999', page],
      ['9998', { Referer: `${selling.toy.url}/traders` }],
    ] as const) {
      const onPage = await selling.call(key, undefined, headers);
      assert.deepEqual(
        [tier, perMinute, perDay].map((name) => onPage.headers.get(name!)),
        ['free', '240', daily],
      );
    }
    for (const headers of elsewhere) {
      const answer = await selling.call(key, undefined, headers);
      assert.equal(answer.headers.get('x-ratelimit-limit'), '30');
    }
  });

  it('see what the pages show on the pages alone, and nothing else of a greater tier', async () => {
    const key = await keyOf('192.0.2.2');
    const statuses = [];
    for (const id of ['pulse.compare', 'builders.fills']) {
      for (const headers of [page, {}]) statuses.push((await selling.call(key, pathOf(id), headers)).status);
    }
    assert.deepEqual(statuses, [200, 403, 403, 403]);
    // A cached page is not served to a caller without access.
    assert.equal((await selling.call(key, pathOf('pulse.compare'))).status, 403);
  });

  it('are counted by the networks around their address, too', async () => {
    selling.pass(minuteMs);
    const of56 = Array.from({ length: 140 }, (_, i) => `2001:db8:1:${i.toString(16)}::1`);
    assert.equal(await passing(of56), 120);
    assert.equal(await passing(['2001:db8:1:100::1', '192.0.2.3']), 2);
  });

  it('have one bound together, which their keys alone meet', async () => {
    const bounded = await openPortalHarness({ guest: 'free', sells: true, guestRatePerMinute: 3 });
    const { key } = await bounded.control.createKey({ accountName: 'payer', tier: 'starter' });
    const statuses = [];
    for (let i = 0; i < 5; i++) {
      const session = await bounded.session(`192.0.2.${i}`);
      const answer = await bounded.call(session.key!.secret, undefined, page);
      statuses.push(answer.status);
      if (answer.status === 429) assert.match(await answer.text(), /visitors without an account/);
    }
    assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    assert.equal((await bounded.call(key)).status, 200);
    bounded.pass(20_000);
    const later = await bounded.session('192.0.2.9');
    assert.equal((await bounded.call(later.key!.secret)).status, 200);
    await bounded.close();
  });
});

it('without guests no visitor gets a key, and one that was given before is refused', async () => {
  const closed = await openPortalHarness({ guest: 'off' });
  const { key, guest } = await closed.session();
  assert.deepEqual([key, guest], [null, false]);
  assert.equal((await closed.call(closed.shortKeys.forGuest('192.0.2.1').secret)).status, 401);
  await closed.close();
});
