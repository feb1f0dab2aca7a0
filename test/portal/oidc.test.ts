import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { type Visitor, visitor } from './browser-like.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';

let provider: IdentityProvider;
let portal: PortalHarness;

const oidcOf = ({ issuer }: IdentityProvider) => {
  return { name: 'Example', issuer, clientId: 'tidemark', clientSecret: 'secret of the client' };
};

before(async () => {
  provider = await startIdentityProvider();
  portal = await openPortalHarness({ oidc: oidcOf(provider) });
});
after(async () => {
  await portal?.close();
  await provider?.close();
});

/** Goes to the provider and back, as a browser does. @returns where it ends */
async function enter(who: Visitor): Promise<string> {
  const fields = { provider: 'oidc', callbackURL: '/account', errorCallbackURL: '/login' };
  const { body, text } = await who.ask('POST', 'auth/sign-in/social', fields);
  assert.ok(body.url, text);
  const { headers } = await fetch(body.url, { redirect: 'manual' });
  const back = new URL(headers.get('location')!);
  assert.equal(back.pathname, '/portal/api/auth/callback/oidc');
  const answer = await who.ask('GET', back.pathname.replace('/portal/api/', '') + back.search);
  return answer.headers.get('location') ?? `${answer.status} ${answer.text}`;
}

describe('an identity provider', () => {
  it('lets somebody from anywhere in, with an account of their own, and in again to the same', async () => {
    const who = visitor(portal.toy.url, '203.0.113.5');
    const { signup, ways } = (await who.ask('GET', 'session')).body;
    assert.deepEqual([signup, ways], ['open', { password: false, oidc: 'Example', mail: false }]);
    assert.match(await enter(who), /\/account$/);
    const first = (await who.ask('GET', 'session')).body;
    assert.deepEqual([first.user.email, first.accounts.length], ['ann@example.org', 1]);
    const again = visitor(portal.toy.url, '203.0.113.6');
    await enter(again);
    assert.equal((await again.ask('GET', 'session')).body.accounts[0].id, first.accounts[0].id);
    assert.ok(!(await portal.everyRow()).includes('"access"'), 'its tokens are not kept in clear');
  });

  it('lets no user in whose token it did not sign, or who did not begin here', async () => {
    provider.person = { sub: 'p2', email: 'bob@example.org', email_verified: true, name: 'Bob' };
    provider.isForged = true;
    const who = visitor(portal.toy.url, '203.0.113.7');
    assert.match(await enter(who), /error=/);
    assert.equal((await who.ask('GET', 'session')).body.user, null);
    provider.isForged = false;
    const stranger = visitor(portal.toy.url, '203.0.113.8');
    const answer = await stranger.ask('GET', 'auth/callback/oidc?code=made-up&state=made-up');
    assert.match(answer.headers.get('location') ?? '', /error=/);
    assert.equal((await stranger.ask('GET', 'session')).body.user, null);
  });

  it('takes over no account that was made with a password and the same address', async () => {
    const email = 'carol@example.org';
    const carol = visitor(portal.toy.url);
    await carol.ask('POST', 'auth/sign-up/email', {
      email,
      password: 'correct horse battery',
      name: 'Carol',
    });
    provider.person = { sub: 'p3', email, email_verified: false, name: 'Not Carol' };
    const who = visitor(portal.toy.url, '203.0.113.9');
    assert.match(await enter(who), /error=/);
    assert.equal((await who.ask('GET', 'session')).body.user, null);
  });
});

it('where sign-up is closed the provider lets in whom an invitation lets in', async () => {
  const closed = await openPortalHarness({ oidc: oidcOf(provider), signup: 'closed' });
  provider.person = { sub: 'p4', email: 'dan@example.org', email_verified: true, name: 'Dan' };
  const enterAt = async (who: Visitor) => {
    const { body } = await who.ask('POST', 'auth/sign-in/social', {
      provider: 'oidc',
      callbackURL: '/account',
    });
    const back = new URL((await fetch(body.url, { redirect: 'manual' })).headers.get('location')!);
    await who.ask('GET', back.pathname.replace('/portal/api/', '') + back.search);
    return (await who.ask('GET', 'session')).body.user;
  };
  const who = visitor(closed.toy.url, '203.0.113.10');
  assert.equal((await who.ask('GET', 'session')).body.signup, 'closed');
  assert.equal(await enterAt(who), null);
  const link = await closed.control.invite({ role: 'owner', expiresAtMs: closed.nowMs() + 60_000 });
  const token = new URL(link.path, closed.toy.url).searchParams.get('invitation');
  await who.ask('POST', 'invitation', { token });
  assert.deepEqual(await enterAt(who), { email: 'dan@example.org', name: 'Dan' });
  await closed.close();
});
