/** Every form of the pages and every event of the billing provider, almost right: none is this service's own failure. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../src/kernel/clock.ts';
import { oddBody } from '../odd-input.ts';
import { campaignSeed, sized } from '../size.ts';
import { type Visitor, visitor } from './browser-like.ts';
import { openSelling, proSubscription, type Selling } from './selling.ts';

const size = sized({ check: { numRuns: 80 }, campaign: { numRuns: 20_000, seed: campaignSeed } });
const email = 'owner@example.org';
const password = 'correct horse battery';
let selling: Selling;
let owner: Visitor;
let forms: [method: string, path: string, fields: object][];
/** What programs send, by its path; `consent` is what a person's browser brings to the page. */
let ofPrograms: [path: string, fields: object][];

before(async () => {
  selling = await openSelling({ guest: 'off' });
  owner = visitor(selling.portal.toy.url);
  await owner.ask('POST', 'auth/sign-up/email', { email, password, name: 'Owner' });
  const account = (await owner.ask('GET', 'session')).body.accounts[0].id;
  const { body: key } = await owner.ask('POST', `accounts/${account}/keys`, { name: 'laptop' });
  const { members } = (await owner.ask('GET', `accounts/${account}/members`)).body;
  const of = `accounts/${account}`;
  const callbackURL = '/account';
  const response = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: 'e30',
      authenticatorData: 'AAAA',
      signature: 'AAAA',
      userHandle: 'AAAA',
      attestationObject: 'oA',
      transports: ['usb'],
    },
  };
  forms = [
    ['POST', 'auth/sign-up/email', { email: 'new@example.org', password, name: 'New', callbackURL }],
    ['POST', 'auth/sign-in/email', { email, password, callbackURL, rememberMe: true }],
    ['POST', 'auth/sign-in/social', { provider: 'oidc', callbackURL, errorCallbackURL: '/login' }],
    ['POST', 'auth/send-verification-email', { email, callbackURL }],
    ['POST', 'auth/request-password-reset', { email, redirectTo: '/login' }],
    ['POST', 'auth/reset-password', { newPassword: password, token: 'A'.repeat(24) }],
    [
      'POST',
      'auth/change-password',
      { newPassword: password, currentPassword: 'wrong', revokeOtherSessions: false },
    ],
    ['POST', 'auth/update-user', { name: 'Owner', image: 'https://example.org/me.png' }],
    ['POST', 'auth/passkey/verify-registration', { response, name: 'laptop' }],
    ['POST', 'auth/passkey/verify-authentication', { response }],
    ['POST', 'auth/passkey/delete-passkey', { id: 'A'.repeat(32) }],
    ['POST', 'invitation', { token: 'A'.repeat(32) }],
    ['POST', 'invitation/accept', { token: 'A'.repeat(32) }],
    ['POST', `${of}/keys`, { name: 'second', expiresAt: '2099-01-31T12:00:00Z' }],
    ['POST', `${of}/keys/${key.id}/rotate`, { overlapMs: 3_600_000 }],
    ['PATCH', `${of}/members/${members[0].id}`, { role: 'owner' }],
    ['POST', `${of}/invitations`, { role: 'member', note: 'Ann', expires: '2099-01-31T12:00:00Z' }],
    ['POST', `${of}/checkout`, { tier: 'pro' }],
    ['POST', `${of}/billing`, {}],
  ];
  ofPrograms = await programForms(account);
});

async function programForms(account: string): Promise<typeof ofPrograms> {
  const redirect_uri = 'http://127.0.0.1:33418/callback';
  const registration = { client_name: 'An agent', redirect_uris: [redirect_uri] };
  const { client_id } = JSON.parse(await (await program('register', JSON.stringify(registration))).text());
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' };
  const resource = `${selling.portal.toy.url}/mcp`;
  const params = { response_type: 'code', client_id, redirect_uri, state: 'a state', ...pkce, resource };
  forms.push(['POST', 'authorization', { query: `?${new URLSearchParams(params)}`, account, allows: true }]);
  const code = { code: 'A'.repeat(40), client_id, redirect_uri, code_verifier: 'v'.repeat(43), resource };
  return [
    ['register', { ...registration, grant_types: ['authorization_code'], scope: 'mcp' }],
    ['token', { grant_type: 'authorization_code', ...code }],
    ['token', { grant_type: 'refresh_token', refresh_token: 'A'.repeat(80), client_id }],
    ['revoke', { token: 'A'.repeat(80), token_type_hint: 'refresh_token', client_id }],
    ['consent', params],
  ];
}

function program(path: string, body: string | URLSearchParams): Promise<Response> {
  const headers = { ...(typeof body === 'string' && { 'Content-Type': 'application/json' }) };
  return fetch(`${selling.portal.toy.url}/oauth/${path}`, { method: 'POST', headers, body });
}
after(() => selling?.close());

/** What asks for the challenge that a passkey answers. */
const challenges: Readonly<Record<string, string>> = {
  'auth/passkey/verify-registration': 'auth/passkey/generate-register-options',
  'auth/passkey/verify-authentication': 'auth/passkey/generate-authenticate-options',
};

/** Sends a form whose text is made already. */
async function send(method: string, path: string, body: string) {
  const { url } = selling.portal.toy;
  const cookie = [...owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { Origin: new URL(url).origin, 'Content-Type': 'application/json', Cookie: cookie };
  return await fetch(`${url}/portal/api/${path}`, { method, headers, body, redirect: 'manual' });
}

it('a form of the pages that is almost right is never this service’s own failure', async () => {
  const odd = fc.nat().chain((at) => {
    const [method, path, fields] = forms[at % forms.length]!;
    return fc.tuple(fc.constant(method), fc.constant(path), oddBody(fields));
  });
  await fc.assert(
    fc.asyncProperty(odd, async ([method, path, body]) => {
      // The limits by address, and by account, are no matter here.
      selling.portal.pass(minuteMs);
      const options = challenges[path];
      if (options !== undefined) await owner.ask('GET', options);
      const answer = await send(method, path, body);
      const text = await answer.text();
      assert.ok(answer.status < 500, `${path} ${body.slice(0, 500)}: ${answer.status} ${text}`);
    }),
    size,
  );
});

it('what a program sends to be let in, almost right, is never this service’s own failure', async () => {
  const { account } = forms.find(([, path]) => path === 'authorization')![2] as { account: string };
  const odd = fc
    .constantFrom(...ofPrograms)
    .chain(([path, fields]) => fc.tuple(fc.constant(path), oddBody(fields), fc.boolean()));
  await fc.assert(
    fc.asyncProperty(odd, async ([path, body, isPlain]) => {
      selling.portal.pass(minuteMs);
      const query = formOf(body);
      const consent = () => send('POST', 'authorization', JSON.stringify({ query, account, allows: true }));
      const isJson = path === 'register' || isPlain;
      const form = isJson ? body : new URLSearchParams(query);
      const answer = await (path === 'consent' ? consent() : program(path, form));
      const text = await answer.text();
      assert.ok(answer.status < 500, `${path} ${body.slice(0, 500)}: ${answer.status} ${text}`);
    }),
    size,
  );
});

/** The fields of a body of JSON as those of a form. */
function formOf(body: string): string {
  try {
    const fields = JSON.parse(body) as object | null;
    const texts = Object.entries(fields ?? {}).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
    return String(new URLSearchParams(texts));
  } catch {
    // Broken, or nested too deeply to be written again.
    return body;
  }
}

it('what stands in an address of the pages is never this service’s own failure', async () => {
  const paths = [
    'session?account=%00',
    'accounts/%00/keys',
    'accounts/%ED%A0%80/plan',
    'sessions/%00',
    'usage?days=%00',
    'auth/verify-email?token=%00',
    'auth/verify-email?token=a.b.c&callbackURL=%00',
    'auth/callback/oidc?code=%00&state=%00',
    'auth/callback/oidc?error=%00&error_description=%00',
    'auth/passkey/generate-register-options?name=%00',
    'auth/passkey/generate-register-options?name=%ED%A0%80',
    'auth/passkey/generate-register-options?authenticatorAttachment=__proto__',
  ];
  for (const path of paths) {
    selling.portal.pass(minuteMs);
    const { status, text } = await owner.ask('GET', path);
    assert.ok(status < 500, `${path}: ${status} ${text}`);
  }
});

it('a signed event of the billing provider that is almost right is never this service’s own failure', async () => {
  const created = Math.floor(selling.portal.nowMs() / 1_000);
  const subscription = { object: 'subscription', ...proSubscription(email) };
  const details = { subscription_details: { subscription: 'sub_1' } };
  const events = [
    ...['created', 'updated', 'deleted'].map((what) => [`customer.subscription.${what}`, subscription]),
    ...['paid', 'payment_failed'].map((what) => [`invoice.${what}`, { object: 'invoice', parent: details }]),
  ].map(([type, object]) => ({ id: 'evt_1', object: 'event', type, created, data: { object } }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...events).chain(oddBody), async (body) => {
      const answer = await selling.deliver(body);
      assert.equal(answer.status, 200, `${body.slice(0, 500)}: ${await answer.text()}`);
    }),
    size,
  );
});
