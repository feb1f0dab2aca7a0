import { Type } from 'typebox';
import { createAddressBuckets } from '../access/address-buckets.ts';
import { type ShortKeyHolder, type ShortKeys, shortKeyLifeMs } from '../access/short-keys.ts';
import { type AgentGrants, grantPrefix, type UsedGrant } from '../control/agent-grants.ts';
import { type Clock, monotonicMs } from '../kernel/clock.ts';
import { Problem } from '../kernel/problem.ts';
import { readJson } from '../routes/json-body.ts';
import {
  isOwnResource,
  isRedirectUri,
  longestRedirectUri,
  type OAuthClients,
  redirectUrisLimit,
} from './oauth-clients.ts';
import { usableName } from './person-name.ts';
import { knownFields, type PortalHandler, type PortalRoutes } from './portal-call.ts';
import { tooMany } from './refusal.ts';

export interface OAuthRoutesOptions {
  grants: AgentGrants;
  clients: OAuthClients;
  shortKeys: Pick<ShortKeys, 'forMember' | 'read'>;
  clock: Clock;
  elapsedMs?: () => number;
}

/** The one scope: reading what the account may read. */
export const oauthScope = 'mcp';
const requestsPerMinute = 60;

const text = Type.String({ minLength: 1, maxLength: 8_192 });
const registration = Type.Object({
  redirect_uris: Type.Array(Type.String({ maxLength: longestRedirectUri }), {
    minItems: 1,
    maxItems: redirectUrisLimit,
  }),
  client_name: Type.Optional(Type.String()),
});
const codeForm = Type.Object({
  code: text,
  client_id: text,
  redirect_uri: Type.Optional(text),
  code_verifier: Type.String({
    pattern: '^[\\w.~-]{43,128}$',
    description: 'a code verifier of 43 to 128 characters (RFC 7636)',
  }),
});
const revokeForm = Type.Object({ token: text });
const refreshForm = Type.Object({ refresh_token: text, client_id: text });

/** An error as RFC 6749 §5.2 and RFC 7591 §3.2.2 have it. */
class OAuthFault extends Error {
  readonly error: string;
  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}

/** `/oauth/register`, `/oauth/token` and `/oauth/revoke`: what programs ask without a browser (OAuth 2.1, public clients, PKCE). */
export function oauthRoutes({
  grants,
  clients,
  shortKeys,
  clock,
  elapsedMs = monotonicMs,
}: OAuthRoutesOptions): PortalRoutes {
  const buckets = createAddressBuckets({ elapsedMs, ratePerMinute: requestsPerMinute });

  const answers: Readonly<Record<string, (request: Request) => Promise<Response>>> = {
    async register(request) {
      const fields = knownFields(readJson(await request.text()), registration);
      if (!fields.redirect_uris.every(isRedirectUri)) {
        throw new OAuthFault('invalid_redirect_uri', 'redirect_uris must be https, or http on this machine.');
      }
      const name = usableName(fields.client_name ?? '', 'A program without a name');
      return answer(201, {
        client_id: clients.register({ name, redirectUris: fields.redirect_uris }),
        client_id_issued_at: Math.floor(clock.nowMs() / 1_000),
        client_name: name,
        redirect_uris: fields.redirect_uris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: oauthScope,
      });
    },
    async token(request) {
      const sent = await formOf(request);
      const { resource } = sent;
      if (resource !== undefined && !isOwnResource(resource, new URL(request.url).origin)) {
        throw new OAuthFault('invalid_target', 'resource names another service.');
      }
      if (sent.grant_type === 'authorization_code') {
        const { code, client_id, redirect_uri, code_verifier } = knownFields(sent, codeForm);
        const of = { code, client: client_id, redirectUri: redirect_uri, verifier: code_verifier };
        return tokens(await grants.exchange(of));
      }
      if (sent.grant_type === 'refresh_token') {
        const { refresh_token: token, client_id: client } = knownFields(sent, refreshForm);
        return tokens(await grants.refresh({ token, client }));
      }
      throw new OAuthFault(
        'unsupported_grant_type',
        'grant_type must be authorization_code or refresh_token.',
      );
    },
    async revoke(request) {
      const { token } = knownFields(await formOf(request), revokeForm);
      const access = shortKeys.read(token);
      if (access === undefined) await grants.revoke(token);
      else if (access.expiresAtMs > clock.nowMs() && isOfGrant(access.holder)) {
        await grants.endById(access.holder.sessionId);
      }
      return answer(200, {});
    },
  };

  function tokens(grant: UsedGrant | undefined): Response {
    if (grant === undefined) {
      throw new OAuthFault(
        'invalid_grant',
        'The code or token is unknown, used, expired, or of another client.',
      );
    }
    return answer(200, {
      access_token: shortKeys.forMember(grant.accountId, grant.id).secret,
      token_type: 'Bearer',
      expires_in: shortKeyLifeMs / 1_000,
      refresh_token: grant.refreshToken,
      scope: oauthScope,
    });
  }

  const handlerOf = (path: string): PortalHandler =>
    async function handler({ request, client }) {
      const { delayMs } = buckets.take(client);
      if (delayMs > 0) throw tooMany('Too many requests from this address.', delayMs);
      try {
        return await answers[path]!(request);
      } catch (error) {
        if (error instanceof OAuthFault) {
          return answer(400, { error: error.error, error_description: error.message });
        }
        if (!(error instanceof Problem) || error.fields.errors === undefined) throw error;
        const unfit = path === 'register' ? 'invalid_client_metadata' : 'invalid_request';
        return answer(400, { error: unfit, error_description: error.message });
      }
    };
  return Object.fromEntries(Object.keys(answers).map((path) => [path, { POST: handlerOf(path) }]));
}

/** Of any page: no cookie is looked at. */
function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { 'Access-Control-Allow-Origin': '*', Pragma: 'no-cache' } });
}

/** @throws OAuthFault if a parameter is repeated (OAuth 2.1 §3.2) */
async function formOf(request: Request): Promise<Record<string, string>> {
  const sent = [...new URLSearchParams(await request.text())];
  const fields = Object.fromEntries(sent);
  if (Object.keys(fields).length === sent.length) return fields;
  throw new OAuthFault('invalid_request', 'A parameter is repeated.');
}

function isOfGrant(holder: ShortKeyHolder): holder is Extract<ShortKeyHolder, { kind: 'member' }> {
  return holder.kind === 'member' && holder.sessionId.startsWith(grantPrefix);
}
