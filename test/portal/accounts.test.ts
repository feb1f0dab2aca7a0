import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dayMs, minuteMs, rfc3339 } from '../../src/kernel/clock.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { type Visitor, visitor } from './browser-like.ts';

const password = 'correct horse battery';
let portal: PortalHarness;
let names = 0;

before(async () => {
  portal = await openPortalHarness({ guest: 'free' });
});
after(() => portal?.close());

/** A new user with their own account. */
async function newPerson(): Promise<{ who: Visitor; email: string; account: string }> {
  const who = visitor(portal.toy.url);
  const email = `person${++names}@example.org`;
  const made = await who.ask('POST', 'auth/sign-up/email', { email, password, name: `Person ${names}` });
  assert.equal(made.status, 200, made.text);
  const { body } = await who.ask('GET', 'session');
  return { who, email, account: body.accounts[0].id };
}

/** A visitor from a new address, so that the limits of a test do not affect the next. */
const elsewhere = () => visitor(portal.toy.url, `198.51.100.${++names}`);

describe('an account of a person', () => {
  it('is made by signing up, and signing in finds it again', async () => {
    const { who, email, account } = await newPerson();
    const { body } = await who.ask('GET', 'session');
    assert.deepEqual(body.user, { email, name: `Person ${names}` });
    assert.deepEqual(body.accounts, [
      { id: account, name: email, role: 'owner', tier: 'free', billing: 'active' },
    ]);
    const again = visitor(portal.toy.url);
    const entered = await again.ask('POST', 'auth/sign-in/email', { email: email.toUpperCase(), password });
    assert.equal(entered.status, 200);
    assert.equal(entered.body.token, null, 'no script gets the token of a session');
    assert.equal((await again.ask('GET', 'session')).body.accounts[0].id, account);
    assert.equal((await again.ask('POST', 'auth/sign-out')).status, 200);
    assert.equal((await again.ask('GET', 'session')).body.user, null);
  });

  it('has a cookie that no script reads and no other site sends along, and another one after each sign-in', async () => {
    const { who, email } = await newPerson();
    const before = who.cookies.get('tidemark.session_token');
    const entered = await who.ask('POST', 'auth/sign-in/email', { email, password });
    const line = entered.headers.getSetCookie().find((each) => each.startsWith('tidemark.session_token='));
    assert.match(line!, /HttpOnly/);
    assert.match(line!, /SameSite=Lax/);
    assert.notEqual(who.cookies.get('tidemark.session_token'), before);
    const fixed = visitor(portal.toy.url);
    fixed.cookies.set('tidemark.session_token', 'chosen-by-somebody-else.AAAA');
    assert.equal((await fixed.ask('GET', 'session')).body.user, null);
  });

  it('never takes over an account that an operator made under the same name', async () => {
    const email = `taken${++names}@example.org`;
    const { accountId } = await portal.control.createKey({ accountName: email, tier: 'pro' });
    const who = visitor(portal.toy.url);
    await who.ask('POST', 'auth/sign-up/email', { email, password, name: 'Somebody' });
    const { accounts } = (await who.ask('GET', 'session')).body;
    assert.equal(accounts.length, 1);
    assert.notEqual(accounts[0].id, accountId);
    assert.equal(accounts[0].tier, 'free');
  });

  it('gives a page a key of its own where it has more than a visitor, which ends with the session', async () => {
    const { who, email, account } = await newPerson();
    assert.equal((await who.ask('GET', 'session')).body.account, null);
    await portal.control.grantTier({ accountName: email, tier: 'pro' });
    const { body } = await who.ask('GET', 'session');
    assert.equal(body.account, account);
    const first = await portal.call(body.key.secret);
    assert.deepEqual([first.status, first.headers.get('x-ratelimit-tier')], [200, 'pro']);
    assert.equal(first.headers.get('x-ratelimit-daily-remaining'), '19999');
    await who.ask('POST', 'auth/sign-out');
    portal.pass(1_000);
    assert.equal((await portal.call(body.key.secret)).status, 401);
  });
});

describe('keys on the pages', () => {
  it('are made, shown once, used, replaced with an overlap, and ended', async () => {
    const { who, account } = await newPerson();
    const path = `accounts/${account}/keys`;
    const made = await who.ask('POST', path, {
      name: 'laptop',
      expiresAt: rfc3339(portal.nowMs() + 30 * dayMs),
    });
    assert.equal(made.status, 201);
    assert.match(made.body.key, /^tdm_live_[0-9A-Za-z]{33}$/);
    assert.equal((await portal.call(made.body.key)).status, 200);
    const listed = await who.ask('GET', path);
    assert.deepEqual(
      listed.body.keys.map((key: { name: string; status: string }) => [key.name, key.status]),
      [['laptop', 'active']],
    );
    assert.ok(!listed.text.includes(made.body.key));
    assert.equal((await who.ask('POST', path, { name: 'second' })).body.code, 'KEY_LIMIT');
    const rotated = await who.ask('POST', `${path}/${made.body.id}/rotate`, { overlapMs: 60 * minuteMs });
    assert.equal(rotated.status, 201);
    assert.equal((await portal.call(made.body.key)).status, 200, 'both are good for an hour');
    assert.equal((await portal.call(rotated.body.key)).status, 200);
    assert.equal((await who.ask('POST', `${path}/${rotated.body.id}/revoke`)).body.status, 'revoked');
    assert.equal((await portal.call(rotated.body.key)).status, 401);
    portal.pass(60 * minuteMs);
    assert.equal((await portal.call(made.body.key)).status, 401);
  });

  it('of another account can be neither seen nor changed by their id', async () => {
    const mine = await newPerson();
    const theirs = await newPerson();
    const { body: key } = await theirs.who.ask('POST', `accounts/${theirs.account}/keys`, { name: 'theirs' });
    const attempts: [string, string, object?][] = [
      ['GET', `accounts/${theirs.account}/keys`],
      ['POST', `accounts/${theirs.account}/keys`, { name: 'mine now' }],
      ['POST', `accounts/${theirs.account}/keys/${key.id}/revoke`],
      ['POST', `accounts/${mine.account}/keys/${key.id}/revoke`],
      ['POST', `accounts/${mine.account}/keys/${key.id}/rotate`, { overlapMs: 0 }],
      ['GET', `accounts/${theirs.account}/members`],
      ['POST', `accounts/${theirs.account}/invitations`, { role: 'owner' }],
    ];
    for (const [method, path, fields] of attempts) {
      const answer = await mine.who.ask(method, path, fields);
      assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
    }
    const never = await mine.who.ask('GET', 'accounts/00000000-0000-4000-8000-000000000000/keys');
    const hidden = await mine.who.ask('GET', `accounts/${theirs.account}/keys`);
    assert.deepEqual(hidden.body, never.body, 'one that is there and one that is not look the same');
    assert.equal((await portal.call(key.key)).status, 200);
    const nobody = await visitor(portal.toy.url).ask('GET', `accounts/${theirs.account}/keys`);
    assert.equal(nobody.status, 401);
    const page = await theirs.who.ask('GET', 'session');
    assert.ok(page.body.account === null || page.body.account === theirs.account);
    const other = await mine.who.ask('GET', `session?account=${theirs.account}`);
    assert.notEqual(other.body.account, theirs.account);
  });
});

describe('people of an account', () => {
  it('join by an invitation that is good once, do what their role may, and leave', async () => {
    const owner = await newPerson();
    const path = `accounts/${owner.account}`;
    const { body: invited } = await owner.who.ask('POST', `${path}/invitations`, {
      role: 'member',
      note: 'Ann',
    });
    const token = new URL(invited.link).searchParams.get('invitation')!;
    assert.equal(new URL(invited.link).origin, new URL(portal.toy.url).origin);
    const ann = await newPerson();
    const reported = await ann.who.ask('POST', 'invitation', { token });
    assert.deepEqual(reported.body, { account: owner.email, role: 'member', note: 'Ann' });
    assert.equal((await ann.who.ask('POST', 'invitation/accept', { token })).body.account, owner.account);
    assert.equal((await ann.who.ask('POST', 'invitation/accept', { token })).status, 404);
    const { accounts } = (await ann.who.ask('GET', 'session')).body;
    assert.deepEqual(accounts.map((each: { role: string }) => each.role).sort(), ['member', 'owner']);
    assert.equal((await ann.who.ask('GET', `${path}/keys`)).status, 200);
    assert.equal(
      (await ann.who.ask('POST', `${path}/invitations`, { role: 'owner' })).body.code,
      'OWNERS_ONLY',
    );
    const { members } = (await owner.who.ask('GET', `${path}/members`)).body;
    const self = members.find((each: { self: boolean }) => each.self);
    const other = members.find((each: { self: boolean }) => !each.self);
    assert.equal((await ann.who.ask('PATCH', `${path}/members/${other.id}`, { role: 'owner' })).status, 403);
    assert.equal((await ann.who.ask('DELETE', `${path}/members/${self.id}`)).status, 403);
    const last = await owner.who.ask('DELETE', `${path}/members/${self.id}`);
    assert.match(last.body.detail, /at least one owner/);
    assert.equal((await owner.who.ask('DELETE', `${path}/members/${other.id}`)).status, 200);
    assert.equal((await ann.who.ask('GET', `${path}/keys`)).status, 404);
  });

  it('leave keys behind that say who made them, and an owner is asked what becomes of these', async () => {
    const owner = await newPerson();
    await portal.control.grantTier({ accountName: owner.email, tier: 'pro' });
    const path = `accounts/${owner.account}`;
    const joined = async () => {
      const { body } = await owner.who.ask('POST', `${path}/invitations`, { role: 'member' });
      const token = new URL(body.link).searchParams.get('invitation')!;
      const member = await newPerson();
      await member.who.ask('POST', 'invitation/accept', { token });
      const { members } = (await owner.who.ask('GET', `${path}/members`)).body;
      const { id } = members.find((each: { email: string }) => each.email === member.email);
      const { body: key } = await member.who.ask('POST', `${path}/keys`, { name: `of ${member.email}` });
      return { ...member, id, key };
    };
    const keysNow = async () => {
      const { keys } = (await owner.who.ask('GET', `${path}/keys`)).body;
      return Object.fromEntries(keys.map((key: { id: string }) => [key.id, key])) as Record<
        string,
        { madeBy: string; isLeftBehind?: boolean; status: string }
      >;
    };
    const [ann, bob, eve] = [await joined(), await joined(), await joined()];
    const operators = await portal.control.createKey({ accountName: owner.email, name: 'of the operator' });
    const first = await keysNow();
    assert.deepEqual(
      [ann, bob, eve].map(({ key }) => first[key.id]!.madeBy),
      [ann.email, bob.email, eve.email],
    );
    assert.equal(first[operators.id]!.madeBy, 'operator');
    const undecided = await owner.who.ask('DELETE', `${path}/members/${ann.id}`);
    assert.deepEqual([undecided.status, undecided.body.code], [409, 'KEYS_UNDECIDED']);
    assert.equal((await owner.who.ask('DELETE', `${path}/members/${ann.id}`, { keys: 'sold' })).status, 400);
    assert.equal(
      (await owner.who.ask('DELETE', `${path}/members/${ann.id}`, { keys: 'revoked' })).status,
      200,
    );
    assert.equal((await portal.call(ann.key.key)).status, 401);
    assert.equal((await owner.who.ask('DELETE', `${path}/members/${bob.id}`, { keys: 'kept' })).status, 200);
    assert.equal((await portal.call(bob.key.key)).status, 200);
    // A member who leaves decides nothing: the key waits for an owner.
    assert.equal((await eve.who.ask('DELETE', `${path}/members/${eve.id}`, { keys: 'kept' })).status, 200);
    const later = await keysNow();
    assert.deepEqual(
      [ann, bob, eve].map(({ key }) => later[key.id]!.isLeftBehind),
      [undefined, undefined, true],
    );
    const keep = `${path}/keys/${eve.key.id}/keep`;
    assert.equal((await eve.who.ask('POST', keep)).status, 404);
    assert.equal((await owner.who.ask('POST', keep)).status, 200);
    assert.equal((await keysNow())[eve.key.id]!.isLeftBehind, undefined);
    assert.equal((await owner.who.ask('POST', keep)).status, 404);
    assert.equal((await portal.call(eve.key.key)).status, 200);
  });

  it('leave after a decision on all of their keys, whose number it says and the newest of which it names', async () => {
    const owner = await newPerson();
    await portal.control.grantTier({ accountName: owner.email, tier: 'enterprise' });
    const path = `accounts/${owner.account}`;
    const { body } = await owner.who.ask('POST', `${path}/invitations`, { role: 'member' });
    const member = await newPerson();
    const token = new URL(body.link).searchParams.get('invitation')!;
    await member.who.ask('POST', 'invitation/accept', { token });
    for (let n = 1; n <= 22; n++) await member.who.ask('POST', `${path}/keys`, { name: `key ${n}` });
    const { members } = (await owner.who.ask('GET', `${path}/members`)).body;
    const { id } = members.find(({ email }: { email: string }) => email === member.email);
    const undecided = await owner.who.ask('DELETE', `${path}/members/${id}`);
    assert.match(undecided.body.detail, /created 22 active keys: (key \d+, ){20}and 2 more\. Set/);
    assert.equal((await owner.who.ask('DELETE', `${path}/members/${id}`, { keys: 'revoked' })).status, 200);
    const { keys } = (await owner.who.ask('GET', `${path}/keys`)).body;
    assert.ok(
      keys
        .filter(({ madeBy }: { madeBy: string }) => madeBy === member.email)
        .every(({ status }: { status: string }) => status === 'revoked'),
    );
  });

  it('end sessions of their own and of no other user', async () => {
    const mine = await newPerson();
    const theirs = await newPerson();
    const [session] = (await theirs.who.ask('GET', 'sessions')).body.sessions;
    await mine.who.ask('DELETE', `sessions/${session.id}`);
    assert.notEqual((await theirs.who.ask('GET', 'session')).body.user, null);
    await theirs.who.ask('DELETE', `sessions/${session.id}`);
    assert.equal((await theirs.who.ask('GET', 'session')).body.user, null);
  });
});

describe('signing up', () => {
  it('without mail is for a browser on this machine alone', async () => {
    const form = { email: `far${++names}@example.org`, password, name: 'Far' };
    const far = elsewhere();
    const { signup, ways } = (await far.ask('GET', 'session')).body;
    assert.deepEqual([signup, ways.password], ['closed', false]);
    const refused = await far.ask('POST', 'auth/sign-up/email', form);
    assert.deepEqual([refused.status, refused.body.code], [403, 'SIGNUP_CLOSED']);
    const claimed = await far.ask('POST', 'auth/sign-up/email', form, { 'x-tidemark-local': 'yes' });
    assert.equal(claimed.status, 403, 'its own claim counts nothing');
    const near = await visitor(portal.toy.url).ask('GET', 'session');
    assert.equal(near.body.signup, 'open');
  });

  it('with an invitation works from anywhere, once, into the account that invites', async () => {
    const owner = await newPerson();
    const path = `accounts/${owner.account}/invitations`;
    const { body: invited } = await owner.who.ask('POST', path, { role: 'member' });
    const token = new URL(invited.link).searchParams.get('invitation')!;
    const far = elsewhere();
    assert.equal((await far.ask('POST', 'invitation', { token: 'A'.repeat(32) })).status, 404);
    await far.ask('POST', 'invitation', { token });
    const form = { email: `guest${++names}@example.org`, password, name: 'Guest' };
    assert.equal((await far.ask('POST', 'auth/sign-up/email', form)).status, 200);
    const { accounts } = (await far.ask('GET', 'session')).body;
    assert.deepEqual([accounts.length, accounts[0].id, accounts[0].role], [1, owner.account, 'member']);
    const late = elsewhere();
    late.cookies.set('tidemark_invitation', token);
    const refused = await late.ask('POST', 'auth/sign-up/email', { ...form, email: 'late@example.org' });
    assert.equal(refused.status, 403);
  });

  it('that fails gives the invitation back', async () => {
    const owner = await newPerson();
    const invitation = async () => {
      const path = `accounts/${owner.account}/invitations`;
      const { body } = await owner.who.ask('POST', path, { role: 'member' });
      return new URL(body.link).searchParams.get('invitation')!;
    };
    const tokens = [await invitation(), await invitation()];
    const email = `twice${++names}@example.org`;
    const tries = tokens.map(async (token) => {
      const who = elsewhere();
      await who.ask('POST', 'invitation', { token });
      const faulty = { email, password, name: 'a\u0000b' };
      assert.equal((await who.ask('POST', 'auth/sign-up/email', faulty)).status, 400);
      return await who.ask('POST', 'auth/sign-up/email', { email, password, name: 'Twice' });
    });
    // Of two sign-ups with the same address, only one can succeed.
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    assert.equal(statuses[0], 200);
    assert.ok(statuses[1]! >= 400 && statuses[1]! < 500, String(statuses));
    const open = await Promise.all(tokens.map((token) => owner.who.ask('POST', 'invitation', { token })));
    assert.deepEqual(open.map(({ status }) => status).sort(), [200, 404]);
  });

  it('takes names and images that pages can show, and no others', async () => {
    const { who } = await newPerson();
    const refused: object[] = [
      { name: 'x'.repeat(65) },
      { name: 'evil \u202E eman' },
      { name: ' spaced' },
      { name: '' },
      { name: 'line\nbreak' },
      { image: 'javascript:alert(1)' },
      { image: 'data:image/svg+xml,<svg/>' },
      { image: 'http://example.org/me.png' },
      { image: `https://example.org/${'x'.repeat(2_048)}` },
    ];
    for (const fields of refused) {
      const { status, text } = await who.ask('POST', 'auth/update-user', fields);
      assert.equal(status, 400, `${JSON.stringify(fields)}: ${text}`);
      if (!('name' in fields)) continue;
      const email = `named${++names}@example.org`;
      const signUp = await visitor(portal.toy.url).ask('POST', 'auth/sign-up/email', {
        email,
        password,
        ...fields,
      });
      assert.equal(signUp.status, 400, JSON.stringify(fields));
    }
    const fit = { name: 'Zoë 𝄞', image: 'https://example.org/me.png' };
    assert.equal((await who.ask('POST', 'auth/update-user', fit)).status, 200);
    assert.equal((await who.ask('GET', 'session')).body.user.name, fit.name);
  });
});
