/** A client of agents gets in as the protocol's clients do: metadata, registration, a person's consent, a token, /mcp. */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { minuteMs } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createHttpSurface } from '../../src/mcp/server/http-surface.ts';
import { createMcp } from '../../src/mcp/server/mcp-server.ts';
import { toolCatalogue } from '../../src/mcp/tool-catalogue.ts';
import { openPortalHarness, type PortalHarness } from '../portal-harness.ts';
import { type Visitor, visitor } from './browser-like.ts';

const password = 'correct horse battery';
const redirectUri = 'http://127.0.0.1:33418/callback';
const verifier = 'v'.repeat(43);
const challenge = hash('sha256', verifier, 'base64url');
let portal: PortalHarness;
let person: Visitor;
let account: string;
let client: string;

before(async () => {
  const log = createLog({ level: 'silent' });
  const agents = createHttpSurface(
    createMcp({ tools: toolCatalogue, resources: [], version: '1', log }),
    log,
  );
  portal = await openPortalHarness({ guest: 'off', server: { agents } });
  person = visitor(portal.toy.url);
  await person.ask('POST', 'auth/sign-up/email', { email: 'ann@example.org', password, name: 'Ann' });
  account = (await person.ask('GET', 'session')).body.accounts[0].id;
});
after(() => portal?.close());

// biome-ignore lint/suspicious/noExplicitAny: what a client reads of it is the test's own matter
type Answer = { status: number; headers: Headers; body: any };

/** A document of the service. */
async function read(url: string): Promise<Answer['body']> {
  return await (await fetch(url)).json();
}

/** As a program asks, with no page around it. */
async function post(path: string, body: object | URLSearchParams): Promise<Answer> {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(portal.toy.url + path, {
    method: 'POST',
    headers: { 'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? body : JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** Revokes every grant, and lets unexchanged codes expire. */
async function endAll(): Promise<void> {
  const { grants } = (await person.ask('GET', 'grants')).body;
  for (const { id } of grants) await person.ask('DELETE', `grants/${id}`);
  portal.pass(minuteMs);
}

/** Secrets that must not appear in any log. */
const secrets = [verifier];

async function token(fields: Record<string, string>): Promise<Answer> {
  const answer = await post('/oauth/token', new URLSearchParams(fields));
  const { access_token, refresh_token } = answer.body;
  if (answer.status === 200) secrets.push(access_token, refresh_token);
  return answer;
}

function query(more: Record<string, string> = {}): string {
  const asked = { response_type: 'code', client_id: client, redirect_uri: redirectUri, state: 'a state' };
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  return `?${new URLSearchParams({ ...asked, ...pkce, scope: 'mcp', resource: `${portal.toy.url}/mcp`, ...more })}`;
}

/** Parameters of the redirect after the person's decision. */
async function decided(allows = true, more: Record<string, string> = {}): Promise<URLSearchParams> {
  const answer = await person.ask('POST', 'authorization', { query: query(more), account, allows });
  assert.equal(answer.status, 200, answer.text);
  const back = new URL(answer.body.redirect).searchParams;
  if (back.has('code')) secrets.push(back.get('code')!);
  return back;
}

const exchange = (code: string, more: Record<string, string> = {}) =>
  token({
    ...{ grant_type: 'authorization_code', code, client_id: client },
    ...{ redirect_uri: redirectUri, code_verifier: verifier, ...more },
  });

const renew = (refresh_token: string) =>
  token({ grant_type: 'refresh_token', client_id: client, refresh_token });

const askMcp = (bearer: string | undefined) =>
  fetch(`${portal.toy.url}/mcp`, {
    method: 'POST',
    headers: {
      ...(bearer !== undefined && { Authorization: `Bearer ${bearer}` }),
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });

describe('a client of agents', () => {
  it('finds its way from a refusal to a token, and asks with it', async () => {
    const refused = await askMcp(undefined);
    assert.equal(refused.status, 401);
    const named = /^Bearer resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate')!);
    const resource = await read(named![1]!);
    assert.equal(resource.resource, `${portal.toy.url}/mcp`);
    const [issuer] = resource.authorization_servers;
    const server = await read(`${issuer}/.well-known/oauth-authorization-server`);
    assert.equal(server.issuer, issuer);
    assert.deepEqual(server.code_challenge_methods_supported, ['S256']);
    const registration = { client_name: 'An agent \u202E', redirect_uris: [redirectUri] };
    const registered = await post(new URL(server.registration_endpoint).pathname, registration);
    assert.equal(registered.status, 201);
    assert.equal(registered.body.client_name, 'An agent');
    client = registered.body.client_id;
    const shown = await person.ask('GET', `authorization${query()}`);
    assert.deepEqual([shown.body.client, shown.body.returnsTo], ['An agent', '127.0.0.1:33418']);
    const back = await decided();
    assert.deepEqual([back.get('state'), back.get('iss')], ['a state', issuer]);
    const issued = await exchange(back.get('code')!);
    assert.equal(issued.status, 200, JSON.stringify(issued.body));
    assert.deepEqual([issued.body.token_type, issued.body.expires_in], ['Bearer', 600]);
    assert.equal(issued.headers.get('cache-control'), 'no-store');
    const answered = await askMcp(issued.body.access_token);
    assert.equal(answered.status, 200, await answered.text());
    const renewed = await renew(issued.body.refresh_token);
    assert.equal(renewed.status, 200);
    assert.equal((await askMcp(renewed.body.access_token)).status, 200);
    const stored = await portal.everyRow();
    for (const secret of [renewed.body.refresh_token, back.get('code')!]) assert.ok(!stored.includes(secret));
  });

  it('exchanges a code once, with its own verifier and address, and a stolen token ends the grant', async () => {
    const wrong: Record<string, string>[] = [
      { code_verifier: 'w'.repeat(43) },
      { redirect_uri: `${redirectUri}/other` },
      { client_id: 'other' },
    ];
    for (const more of wrong) {
      const code = (await decided()).get('code')!;
      const refused = await exchange(code, more);
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_grant']);
      assert.equal((await exchange(code)).status, 400, 'a code that was tried is over');
    }
    const code = (await decided()).get('code')!;
    const first = await exchange(code);
    const next = await renew(first.body.refresh_token);
    assert.equal(next.status, 200);
    assert.equal((await renew(first.body.refresh_token)).status, 400);
    assert.equal((await renew(next.body.refresh_token)).status, 400);
    portal.pass(1_000);
    assert.equal((await askMcp(next.body.access_token)).status, 401, 'its tokens end with it');
    const late = (await decided()).get('code')!;
    portal.pass(minuteMs);
    assert.equal((await exchange(late)).status, 400);
  });

  it('that uses any refresh token again, however long ago it was replaced, ends the grant', async () => {
    const first = await exchange((await decided()).get('code')!);
    let newest = first;
    for (let i = 0; i < 3; i++) newest = await renew(newest.body.refresh_token);
    assert.equal(newest.status, 200);
    assert.equal((await renew(first.body.refresh_token)).status, 400);
    assert.equal((await renew(newest.body.refresh_token)).status, 400);
    assert.equal((await renew('x'.repeat(80))).body.error, 'invalid_grant');
  });

  it('asks for this service alone, each parameter once, and need not repeat its address', async () => {
    await endAll();
    const code = (await decided()).get('code')!;
    const foreign = await exchange(code, { resource: 'https://other.example/mcp' });
    assert.deepEqual([foreign.status, foreign.body.error], [400, 'invalid_target']);
    const twice = new URLSearchParams({ grant_type: 'authorization_code', code, client_id: client });
    twice.append('code', code);
    const refused = await post('/oauth/token', twice);
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request']);
    const fields = { grant_type: 'authorization_code', code, client_id: client, code_verifier: verifier };
    const issued = await token({ ...fields, resource: `${portal.toy.url}/mcp` });
    assert.equal(issued.status, 200, JSON.stringify(issued.body));
    await post('/oauth/revoke', new URLSearchParams({ token: issued.body.access_token }));
    portal.pass(1_000);
    assert.equal((await askMcp(issued.body.access_token)).status, 401, 'an access token ends its grant, too');
    const { body } = await person.ask('GET', 'grants');
    assert.deepEqual(body.grants, []);
  });

  it('is one of fifty programs of a person: the one that was not used for the longest time ends', async () => {
    await endAll();
    const oldest = await exchange((await decided()).get('code')!);
    for (let i = 0; i < 49; i++) await decided();
    portal.pass(1_000);
    assert.equal((await askMcp(oldest.body.access_token)).status, 200);
    // Codes that were never exchanged make room first.
    await decided();
    const { grants } = (await person.ask('GET', 'grants')).body;
    assert.equal(grants.length, 1);
    await endAll();
    const kept = [];
    for (let i = 0; i < 51; i++) {
      portal.pass(1_100);
      kept.push(await exchange((await decided()).get('code')!));
      assert.equal(kept.at(-1)!.status, 200);
    }
    assert.equal((await person.ask('GET', 'grants')).body.grants.length, 50);
    assert.equal((await askMcp(kept[0]!.body.access_token)).status, 401);
  });

  it('of the protocol’s own library gets in by itself, and renews its token', async () => {
    await endAll();
    let kept: StoredOAuthTokens | undefined;
    let known: StoredOAuthClientInformation | undefined;
    let proof = '';
    let asked: URL | undefined;
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadata: {
        ...{ client_name: 'The library', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
        ...{ grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
      },
      state: () => 'of the library',
      clientInformation: () => known,
      saveClientInformation(information) {
        known = information;
      },
      tokens: () => kept,
      saveTokens(tokens) {
        kept = tokens;
      },
      redirectToAuthorization(url) {
        asked = url;
      },
      saveCodeVerifier(verifier) {
        proof = verifier;
      },
      codeVerifier: () => proof,
    };
    const transport = () =>
      new StreamableHTTPClientTransport(new URL('/mcp', portal.toy.url), { authProvider: provider });
    const first = transport();
    await assert.rejects(new Client({ name: 'library', version: '1' }).connect(first), UnauthorizedError);
    const { body } = await person.ask('POST', 'authorization', {
      query: asked!.search,
      account,
      allows: true,
    });
    const back = new URL(body.redirect).searchParams;
    assert.equal(back.get('state'), 'of the library');
    await first.finishAuth(back);
    secrets.push(back.get('code')!, proof, kept!.access_token, kept!.refresh_token!);
    const tools = async () => {
      const library = new Client({ name: 'library', version: '1' });
      await library.connect(transport());
      const { tools } = await library.listTools();
      await library.close();
      return tools.length;
    };
    assert.equal(await tools(), toolCatalogue.length);
    const { access_token: before } = kept!;
    portal.pass(11 * minuteMs);
    assert.equal(await tools(), toolCatalogue.length, 'its token was over');
    assert.notEqual(kept!.access_token, before);
    assert.equal((await person.ask('GET', 'grants')).body.grants[0].clientName, 'The library');
  });

  it('leaves no code, verifier or token in the log', () => {
    for (const secret of secrets) assert.ok(!portal.lines.some((line) => line.includes(secret)), secret);
    assert.ok(secrets.length > 100);
  });

  it('is let in by the person alone, who can end it', async () => {
    assert.equal((await decided(false)).get('error'), 'access_denied');
    const foreign = { Origin: 'https://evil.example' };
    const fields = { query: query(), account, allows: true };
    assert.equal((await person.ask('POST', 'authorization', fields, foreign)).status, 403);
    assert.equal((await visitor(portal.toy.url).ask('POST', 'authorization', fields)).status, 401);
    const other = { ...fields, account: '00000000-0000-4000-8000-000000000000' };
    assert.equal((await person.ask('POST', 'authorization', other)).status, 404);
    const { body } = await exchange((await decided()).get('code')!);
    const { grants } = (await person.ask('GET', 'grants')).body;
    assert.deepEqual([grants[0].clientName, grants[0].account], ['An agent', 'ann@example.org']);
    assert.equal((await person.ask('DELETE', `grants/${grants[0].id}`)).status, 204);
    portal.pass(1_000);
    assert.equal((await askMcp(body.access_token)).status, 401);
    const { body: again } = await exchange((await decided()).get('code')!);
    assert.equal(
      (await post('/oauth/revoke', new URLSearchParams({ token: again.refresh_token }))).status,
      200,
    );
    portal.pass(1_000);
    assert.equal((await askMcp(again.access_token)).status, 401);
  });

  it('ends with a new password that its person chose while signed in', async () => {
    await endAll();
    const { body } = await exchange((await decided()).get('code')!);
    const waiting = (await decided()).get('code')!;
    const change = (currentPassword: string, newPassword: string) =>
      person.ask('POST', 'auth/change-password', { currentPassword, newPassword });
    assert.equal((await change('a wrong password', 'another good password')).status, 400);
    assert.equal((await person.ask('GET', 'grants')).body.grants.length, 1, 'nothing has changed');
    assert.equal((await change(password, 'another good password')).status, 200);
    assert.deepEqual((await person.ask('GET', 'grants')).body.grants, []);
    assert.equal((await exchange(waiting)).status, 400);
    assert.equal((await renew(body.refresh_token)).status, 400);
    portal.pass(1_000);
    assert.equal((await askMcp(body.access_token)).status, 401);
  });

  it('ends with the membership of its person, who may come back, and outlives a change of role', async () => {
    const owner = visitor(portal.toy.url);
    const form = { email: 'owner@example.org', password, name: 'Owner' };
    await owner.ask('POST', 'auth/sign-up/email', form);
    const [own] = (await owner.ask('GET', 'session')).body.accounts;
    const path = `accounts/${own.id}`;
    const join = async () => {
      const { body } = await owner.ask('POST', `${path}/invitations`, { role: 'member' });
      const link = new URL(body.link).searchParams.get('invitation');
      assert.equal((await person.ask('POST', 'invitation/accept', { token: link })).status, 200);
      const { members } = (await owner.ask('GET', `${path}/members`)).body;
      return members.find((each: { self: boolean }) => !each.self).id as string;
    };
    const member = await join();
    const elsewhere = await exchange((await decided()).get('code')!);
    const back = await person.ask('POST', 'authorization', { query: query(), account: own.id, allows: true });
    const { body } = await exchange(new URL(back.body.redirect).searchParams.get('code')!);
    assert.equal((await owner.ask('PATCH', `${path}/members/${member}`, { role: 'owner' })).status, 200);
    portal.pass(1_000);
    assert.equal((await askMcp(body.access_token)).status, 200);
    assert.equal((await owner.ask('DELETE', `${path}/members/${member}`)).status, 200);
    await join();
    portal.pass(1_000);
    assert.equal((await askMcp(body.access_token)).status, 401);
    assert.equal((await renew(body.refresh_token)).status, 400);
    assert.equal((await askMcp(elsewhere.body.access_token)).status, 200, 'of another account');
  });

  it('that is made up, asks without PKCE or wants codes elsewhere gets none', async () => {
    const elsewhere = 'https://evil.example/ javascript:alert(1) http://example.org/'.split(' ');
    for (const uri of [...elsewhere, `${redirectUri}#x`]) {
      const answer = await person.ask('GET', `authorization${query({ redirect_uri: uri })}`);
      assert.equal(answer.status, 400, uri);
      if (uri.startsWith('https:')) continue;
      const refused = await post('/oauth/register', { redirect_uris: [uri] });
      assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_redirect_uri'], uri);
    }
    const alike = [
      'HTTP://127.0.0.1:33418/callback',
      'http://127.0.0.1:33418/x/../callback',
      `${redirectUri}?a=b`,
    ];
    for (const uri of [...alike, redirectUri.replace('127.0.0.1', 'localhost')]) {
      const answer = await person.ask('GET', `authorization${query({ redirect_uri: uri })}`);
      assert.equal(answer.status, 400, uri);
    }
    const otherPort = redirectUri.replace('33418', '40000');
    assert.equal((await person.ask('GET', `authorization${query({ redirect_uri: otherPort })}`)).status, 200);
    assert.equal((await person.ask('GET', `authorization${query({ client_id: `${client}x` })}`)).status, 400);
    const faults = [
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    ] as const;
    for (const [more, error] of faults) {
      const { body } = await person.ask('GET', `authorization${query(more)}`);
      assert.equal(new URL(body.redirect).searchParams.get('error'), error);
      // The page names the redirect's target: any program can be registered, so there is no automatic redirect.
      assert.deepEqual([body.client, body.returnsTo], ['An agent', '127.0.0.1:33418']);
      assert.equal((await decided(true, more)).get('code'), null);
    }
    for (const body of [{}, { redirect_uris: [] }, { redirect_uris: ['\u0000'] }, []]) {
      assert.equal((await post('/oauth/register', body)).body.error, 'invalid_client_metadata');
    }
    const unfit = (await token({ grant_type: 'refresh_token' })).body.error_description;
    assert.match(unfit, /refresh_token: is required.*; body\.client_id: is required/);
    assert.equal((await token({ grant_type: 'password' })).body.error, 'unsupported_grant_type');
    assert.equal(
      (await token({ grant_type: 'refresh_token', client_id: '\u0000', refresh_token: 'x' })).status,
      400,
    );
    const preflight = await fetch(`${portal.toy.url}/oauth/token`, { method: 'OPTIONS' });
    assert.equal(preflight.status, 204);
  });
});
