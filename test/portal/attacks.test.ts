import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { minuteMs } from '../../src/kernel/clock.ts';
import { guessesFromEverywhere } from '../../src/portal/sign-in-attempts.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { type Visitor, visitor } from './browser-like.ts';

const password = 'correct horse battery';
let portal: PortalHarness;
let victim: Visitor;
const email = 'victim@example.org';
let account: string;

before(async () => {
  portal = await openPortalHarness();
  victim = visitor(portal.toy.url);
  await victim.ask('POST', 'auth/sign-up/email', { email, password, name: 'Victim' });
  account = (await victim.ask('GET', 'session')).body.accounts[0].id;
});
after(() => portal?.close());

describe('another site', () => {
  it('makes a reader’s browser change nothing', async () => {
    const path = `accounts/${account}/keys`;
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: '' },
      { Origin: `${portal.toy.url}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    ];
    for (const headers of foreign) {
      for (const to of [path, 'auth/sign-out', 'auth/change-password']) {
        const { status } = await victim.ask('POST', to, { name: 'stolen' }, headers);
        assert.ok(status === 403 || status === 415, `${JSON.stringify(headers)} at ${to}: ${status}`);
      }
    }
    assert.deepEqual((await victim.ask('GET', path)).body.keys, []);
    assert.notEqual((await victim.ask('GET', 'session')).body.user, null);
  });

  it('reads nothing of what a reader sees, and puts no page of it into a frame', async () => {
    const { headers } = await victim.ask('GET', 'session');
    assert.equal(headers.get('access-control-allow-origin'), null);
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.match(headers.get('content-security-policy')!, /frame-ancestors 'none'/);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.equal(
      (await victim.ask('GET', 'session', undefined, { Origin: 'https://evil.example' })).status,
      403,
    );
  });

  it('is never where a reader is sent after signing in', async () => {
    const fields = { email, password, callbackURL: 'https://evil.example/' };
    const refused = await visitor(portal.toy.url).ask('POST', 'auth/sign-in/email', fields);
    assert.equal(refused.status, 403);
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const query = new URLSearchParams({ token: 'x', callbackURL: to });
      const answer = await victim.ask('GET', `auth/verify-email?${query}`);
      assert.doesNotMatch(answer.headers.get('location') ?? '', /evil|javascript/, to);
    }
  });

  it('learns nothing by a name of its own for this service, and no link is made of it', async () => {
    const answer = await new Promise<number>((resolve) => {
      const headers = { Host: 'evil.example' };
      const { hostname, port } = new URL(portal.toy.url);
      request({ hostname, port, path: '/portal/api/session', headers }, (res) => {
        res.resume();
        resolve(res.statusCode!);
      }).end();
    });
    assert.equal(answer, 403);
    const headers = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    const { body } = await victim.ask('POST', `accounts/${account}/invitations`, { role: 'member' }, headers);
    assert.equal(new URL(body.link).host, new URL(portal.toy.url).host);
  });
});

describe('who guesses', () => {
  it('does not learn whether there is such an account', async () => {
    const who = visitor(portal.toy.url, '203.0.113.1');
    const known = await who.ask('POST', 'auth/sign-in/email', { email, password: 'not the password' });
    const none = await who.ask('POST', 'auth/sign-in/email', {
      email: 'none@example.org',
      password: 'some other',
    });
    assert.deepEqual([known.status, known.body], [none.status, none.body]);
    assert.equal(known.status, 401);
    const form = { password, name: 'Somebody' };
    const taken = await who.ask('POST', 'auth/sign-up/email', { ...form, email });
    const free = await who.ask('POST', 'auth/sign-up/email', { ...form, email: 'none@example.org' });
    assert.deepEqual([taken.status, taken.body], [free.status, free.body]);
  });

  async function newOwner(at: string): Promise<Visitor> {
    const owner = visitor(portal.toy.url);
    await owner.ask('POST', 'auth/sign-up/email', { email: at, password, name: 'Guessed' });
    return owner;
  }

  it('has ten tries at one account from one address, and locks out no one but themselves', async () => {
    const guessed = 'guessed@example.org';
    await newOwner(guessed);
    const statuses: number[] = [];
    for (const batch of [6, 6]) {
      const tries = Array.from({ length: batch }, (_, i) =>
        visitor(portal.toy.url, '203.0.113.20').ask('POST', 'auth/sign-in/email', {
          email: guessed,
          password: `guess number ${i}`,
        }),
      );
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    assert.equal(statuses.filter((status) => status === 401).length, 10, String(statuses));
    const enter = (from: string) =>
      visitor(portal.toy.url, from).ask('POST', 'auth/sign-in/email', { email: guessed, password });
    const locked = await enter('203.0.113.20');
    assert.deepEqual([locked.status, locked.headers.get('retry-after')], [429, String(15 * 60)]);
    assert.equal((await enter('203.0.113.21')).status, 200, 'the owner, elsewhere');
    portal.pass(15 * minuteMs);
    assert.equal((await enter('203.0.113.20')).status, 200);
  });

  it('from many addresses locks an account for browsers that are new to it, and for no other', async () => {
    const guessed = 'besieged@example.org';
    const owner = await newOwner(guessed);
    const enter = (who: Visitor) => who.ask('POST', 'auth/sign-in/email', { email: guessed, password });
    assert.equal((await enter(owner)).status, 200);
    // As a hundred addresses do that guess.
    for (let i = 0; i < 100; i++) await portal.control.attempts.take(guessesFromEverywhere, guessed);
    assert.equal((await enter(visitor(portal.toy.url, '203.0.113.40'))).status, 429);
    assert.equal((await enter(owner)).status, 200, 'a browser that signed in before');
    const forger = visitor(portal.toy.url, '203.0.113.41');
    forger.cookies.set('tidemark_device', `${'A'.repeat(22)}.${'A'.repeat(43)}`);
    assert.equal((await enter(forger)).status, 429, 'a made-up device');
    const other = visitor(portal.toy.url, '203.0.113.42');
    other.cookies.set('tidemark_device', victim.cookies.get('tidemark_device') ?? '');
    assert.equal((await enter(other)).status, 429, 'a device of another account');
    const wrong = Array.from({ length: 10 }, (_, i) =>
      owner.ask('POST', 'auth/sign-in/email', { email: guessed, password: `wrong ${i}` }),
    );
    await Promise.all(wrong);
    assert.equal((await enter(owner)).status, 429, 'a known browser has ten tries as well');
  });

  it('is slowed down by the address, whatever it asks', async () => {
    const who = visitor(portal.toy.url, '203.0.113.99');
    const statuses: number[] = [];
    for (let i = 0; i < 62; i++) {
      statuses.push((await who.ask('GET', 'auth/passkey/generate-authenticate-options')).status);
    }
    assert.equal(statuses.filter((status) => status === 429).length, 2);
  });

  it('finds no door but those that the pages need', async () => {
    const doors = [
      'get-session',
      'list-sessions',
      'revoke-session',
      'delete-user',
      'change-email',
      'error',
      'ok',
    ];
    for (const door of [
      ...doors,
      'link-social',
      'get-access-token',
      'refresh-token',
      'update-session',
      '../keys',
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status } = await victim.ask(method, `auth/${door}`);
        assert.equal(status, 404, `${method} ${door}`);
      }
    }
  });

  it('brings no large or odd bodies in', async () => {
    const large = await victim.ask('POST', 'auth/sign-in/email', { email, password: 'x'.repeat(70_000) });
    assert.equal(large.status, 413);
    const bodies: unknown[] = [[], 'text', 7, null, { email: { $ne: null }, password: { $ne: null } }];
    for (const body of bodies) {
      const { status } = await victim.ask('POST', 'auth/sign-in/email', body as object);
      assert.ok(status >= 400 && status < 500, `${JSON.stringify(body)}: ${status}`);
    }
  });
});

describe('what is secret', () => {
  it('stands in no log and in no table in clear', async () => {
    const { body: key } = await victim.ask('POST', `accounts/${account}/keys`, { name: 'used' });
    const page = (await victim.ask('GET', 'session')).body.key.secret as string;
    const invited = await victim.ask('POST', `accounts/${account}/invitations`, { role: 'member' });
    const token = new URL(invited.body.link).searchParams.get('invitation')!;
    await portal.call(key.key);
    await portal.call(page);
    const stored = await portal.everyRow();
    for (const secret of [password, key.key, page, token]) {
      assert.ok(!stored.includes(secret), 'stored in clear');
      assert.ok(!portal.lines.join('').includes(secret), 'logged');
    }
    assert.ok(stored.includes(email), 'the tables were read');
  });
});
