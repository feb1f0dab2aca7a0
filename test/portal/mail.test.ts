import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { hourMs } from '../../src/kernel/clock.ts';
import { createMailer, type Mailer } from '../../src/portal/mail.ts';
import { guessesFromEverywhere } from '../../src/portal/sign-in-attempts.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { type Visitor, visitor } from './browser-like.ts';

const password = 'correct horse battery';
/** Received mails, and the waiter for the next. */
const mails: { to: string; text: string }[] = [];
let waiting: (() => void) | undefined;
let smtp: SMTPServer;
let mailer: Mailer;
let portal: PortalHarness;

before(async () => {
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void text(stream).then((mail) => {
        mails.push({
          to: session.envelope.rcptTo[0]!.address,
          text: mail.replace(/=\r\n/g, '').replace(/=3D/g, '='),
        });
        done();
        waiting?.();
      });
    },
  });
  const server = smtp.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Tidemark <keys@example.org>' });
  portal = await openPortalHarness({ mailer });
});
after(async () => {
  await portal?.close();
  mailer?.close();
  await new Promise((done) => smtp.close(() => done(undefined)));
});

/** Link in the next mail to an address. */
async function nextMail(to: string): Promise<{ link: string; text: string }> {
  for (;;) {
    const at = mails.findIndex((mail) => mail.to === to);
    if (at !== -1) {
      const [mail] = mails.splice(at, 1);
      return { text: mail!.text, link: /https?:\/\/\S+/.exec(mail!.text)?.[0] ?? '' };
    }
    await new Promise<void>((arrived) => {
      waiting = arrived;
    });
  }
}

/** Follows a link to this service as a browser does. */
function follow(who: Visitor, link: string) {
  const { pathname, search, origin } = new URL(link);
  assert.equal(origin, new URL(portal.toy.url).origin);
  return who.ask('GET', pathname.replace('/portal/api/', '') + search);
}

describe('with mail', () => {
  const email = 'ann@example.org';
  const form = { email, password, name: 'Ann', callbackURL: '/login' };
  const far = visitor.bind(undefined);

  it('somebody anywhere signs up, and signs in once they have followed the link', async () => {
    const who = far(portal.toy.url, '203.0.113.5');
    assert.equal((await who.ask('GET', 'session')).body.signup, 'open');
    assert.equal((await who.ask('POST', 'auth/sign-up/email', form)).status, 200);
    assert.equal(
      (await who.ask('GET', 'session')).body.user,
      null,
      'not before the address is known to be theirs',
    );
    assert.equal((await who.ask('POST', 'auth/sign-in/email', form)).status, 403);
    const { link } = await nextMail(email);
    const followed = await follow(who, link);
    assert.equal(followed.headers.get('location'), '/login', `${link} ${followed.status} ${followed.text}`);
    assert.equal(
      (await who.ask('GET', 'session')).body.user,
      null,
      'who follows a link is not thereby signed in',
    );
    assert.equal((await who.ask('POST', 'auth/sign-in/email', { email, password })).status, 200);
    assert.equal((await who.ask('GET', 'session')).body.accounts.length, 1);
  });

  it('signing up does not reveal who has an account, but its owner gets a mail', async () => {
    const who = far(portal.toy.url, '203.0.113.6');
    const taken = await who.ask('POST', 'auth/sign-up/email', form);
    const free = await who.ask('POST', 'auth/sign-up/email', { ...form, email: 'bob@example.org' });
    const shape = ({ status, body }: typeof taken) => [status, Object.keys(body), Object.keys(body.user)];
    assert.deepEqual(shape(taken), shape(free));
    assert.match((await nextMail(email)).text, /one exists already. Sign in to it/);
    const requests = ['auth/request-password-reset', 'auth/send-verification-email'];
    for (const path of requests) {
      const known = await who.ask('POST', path, { email });
      const none = await who.ask('POST', path, { email: 'nobody@example.org' });
      assert.deepEqual([known.status, known.body], [none.status, none.body], path);
    }
    assert.ok(mails.every(({ to }) => to !== 'nobody@example.org'));
    await nextMail(email);
  });

  it('a new password is chosen by a mailed link, once, and ends every session and every program let in', async () => {
    portal.pass(hourMs);
    const who = far(portal.toy.url, '203.0.113.7');
    await who.ask('POST', 'auth/sign-in/email', { email, password });
    const { id: accountId } = (await who.ask('GET', 'session')).body.accounts[0];
    const { id: userId } = (await who.ask('GET', `accounts/${accountId}/members`)).body.members[0];
    const granted = { userId, accountId, client: 'c', clientName: 'An agent' };
    const challenge = hash('sha256', 'v', 'base64url');
    const code = await portal.control.agentGrants.open({ ...granted, redirectUri: 'r', challenge });
    const exchanged = { code, client: 'c', redirectUri: 'r', verifier: 'v' };
    assert.ok(await portal.control.agentGrants.exchange(exchanged));
    const redirectTo = '/login';
    const foreign = await who.ask('POST', 'auth/request-password-reset', {
      email,
      redirectTo: 'https://evil.example',
    });
    assert.equal(foreign.status, 403);
    await who.ask('POST', 'auth/request-password-reset', { email, redirectTo });
    const { link } = await nextMail(email);
    const token = new URL(link).searchParams.get('token');
    assert.equal(new URL(link).pathname, '/login');
    const fields = { newPassword: 'another good password', token };
    const reset = await who.ask('POST', 'auth/reset-password', fields);
    assert.equal(reset.status, 200, reset.text);
    assert.equal((await who.ask('POST', 'auth/reset-password', fields)).status, 400);
    assert.equal((await who.ask('GET', 'session')).body.user, null);
    assert.deepEqual(await portal.control.agentGrants.listOf(userId), []);
    const old = await who.ask('POST', 'auth/sign-in/email', { email, password });
    assert.equal(old.status, 401);
    const stored = await portal.everyRow();
    assert.ok(!stored.includes(token!) && !portal.lines.join('').includes(token!));
  });

  it('a new password ends the locks that guesses left', async () => {
    portal.pass(hourMs);
    const who = far(portal.toy.url, '203.0.113.8');
    const enter = (password: string) => who.ask('POST', 'auth/sign-in/email', { email, password });
    for (let i = 0; i < 100; i++) await portal.control.attempts.take(guessesFromEverywhere, email);
    const newPassword = 'a third good password';
    assert.equal((await enter('another good password')).status, 429);
    await who.ask('POST', 'auth/request-password-reset', { email, redirectTo: '/login' });
    const token = new URL((await nextMail(email)).link).searchParams.get('token');
    assert.equal((await who.ask('POST', 'auth/reset-password', { newPassword, token })).status, 200);
    assert.equal((await enter(newPassword)).status, 200);
  });

  it('no address is mailed without end', async () => {
    const pending = async (tries: number, from: (i: number) => string, to = (_: number) => 'none') => {
      const statuses: number[] = [];
      for (let i = 0; i < tries; i++) {
        const fields = { email: `${to(i)}@example.org` };
        statuses.push(
          (await far(portal.toy.url, from(i)).ask('POST', 'auth/request-password-reset', fields)).status,
        );
      }
      return statuses;
    };
    assert.deepEqual(await pending(7, () => '203.0.113.50'), [200, 200, 200, 200, 200, 429, 429]);
    const others = await pending(12, (i) => `203.0.113.${60 + i}`);
    assert.deepEqual([others.indexOf(429), others.lastIndexOf(200)], [10, 9], 'fifteen from everywhere');
    // A customer's network: twenty from each /64, eighty from all of a /56.
    const networks = await pending(
      82,
      (i) => `2001:db8:5:70${Math.floor(i / 20)}::1`,
      (i) => `none-${i}`,
    );
    assert.deepEqual([networks.indexOf(429), networks.lastIndexOf(200)], [80, 79]);
  });
});
