import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An OpenID Connect provider on the loopback, whose person the test sets. */
export interface IdentityProvider {
  issuer: string;
  person: { sub: string; email: string; email_verified: boolean; name: string };
  /** Signs tokens with a key that its document does not have. */
  isForged: boolean;
  close(): Promise<void>;
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

export async function startIdentityProvider(): Promise<IdentityProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const codes = new Map<string, URLSearchParams>();
  const provider = {
    issuer: '',
    person: { sub: 'p1', email: 'ann@example.org', email_verified: true, name: 'Ann' },
    isForged: false,
  };

  function idToken(params: URLSearchParams): string {
    const nowSeconds = Math.floor(Date.now() / 1_000);
    const times = { iat: nowSeconds, exp: nowSeconds + 300 };
    const nonce = params.get('nonce');
    const claims = { iss: provider.issuer, aud: params.get('client_id'), ...times, ...provider.person };
    const body = `${encoded({ alg: 'RS256', kid: 'one', typ: 'JWT' })}.${encoded({ ...claims, ...(nonce && { nonce }) })}`;
    const { privateKey } = provider.isForged ? other : own;
    return `${body}.${sign('sha256', Buffer.from(body), privateKey).toString('base64url')}`;
  }

  const server = createServer(async (req, res) => {
    const url = new URL(req.url!, provider.issuer);
    const answer = (body: object, status = 200) => {
      res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (url.pathname === '/.well-known/openid-configuration') return answer(discovery(provider.issuer));
    if (url.pathname === '/jwks') {
      return answer({
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    }
    if (url.pathname === '/authorize') {
      const code = randomBytes(8).toString('hex');
      codes.set(code, url.searchParams);
      const back = new URL(url.searchParams.get('redirect_uri')!);
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state')! }).toString();
      return res.writeHead(302, { Location: back.href }).end();
    }
    const form = new URLSearchParams(await text(req));
    const params = codes.get(form.get('code') ?? '');
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (params === undefined || proof !== params.get('code_challenge'))
      return answer({ error: 'invalid_grant' }, 400);
    return answer({
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: idToken(params),
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(provider, {
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  });
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
}
