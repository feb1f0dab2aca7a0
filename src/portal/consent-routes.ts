import { Type } from 'typebox';
import type { AgentGrants } from '../control/agent-grants.ts';
import type { People } from '../control/people.ts';
import { rfc3339 } from '../kernel/clock.ts';
import { isOwnResource, isRegistered, type OAuthClient, type OAuthClients } from './oauth-clients.ts';
import type { Persons } from './persons.ts';
import { done, form, json, type PortalRoutes } from './portal-call.ts';
import { badRequest, unknown } from './refusal.ts';

export interface ConsentRoutesOptions {
  people: People;
  persons: Persons;
  grants: AgentGrants;
  clients: OAuthClients;
}

const decision = Type.Object(
  {
    /** The page's query string, without the `?`. */
    query: Type.String(),
    account: Type.String({ maxLength: 64 }),
    allows: Type.Boolean(),
  },
  { additionalProperties: false },
);

/** What a program asks of a person, by the address that it sent their browser to. */
interface ConsentRequest {
  client: OAuthClient;
  clientId: string;
  redirectUri: string;
  challenge: string;
  /** Where the browser goes next with the outcome. */
  back: (outcome: Record<string, string>) => string;
  /** Why the program cannot be let in, for the program. */
  fault: { error: string; error_description: string } | undefined;
}

/** What the page `/authorize` asks: which program wants in, and what the person decided. */
export function consentRoutes({ people, persons, grants, clients }: ConsentRoutesOptions): PortalRoutes {
  /** @throws Problem 400 where nothing says that the address is the program's: no redirect goes there */
  function read(query: URLSearchParams, origin: string): ConsentRequest {
    const clientId = query.get('client_id') ?? '';
    const client = clients.find(clientId);
    if (client === undefined)
      throw badRequest('The program is not registered here. Start from the program again.');
    const redirectUri = query.get('redirect_uri') ?? '';
    if (!isRegistered(client, redirectUri)) throw badRequest('The address to return to is not registered.');
    const challenge = query.get('code_challenge') ?? '';
    const state = query.get('state');
    const back = (outcome: Record<string, string>) => {
      const url = new URL(redirectUri);
      const more = { ...outcome, iss: origin, ...(state !== null && { state }) };
      for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
      return url.href;
    };
    const faulty = (error: string, error_description: string) => ({ error, error_description });
    let fault: ConsentRequest['fault'];
    const resource = query.get('resource');
    if (query.get('response_type') !== 'code') {
      fault = faulty('unsupported_response_type', 'response_type must be code');
    } else if (query.get('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(challenge)) {
      fault = faulty('invalid_request', 'PKCE with S256 is required');
    } else if (resource !== null && !isOwnResource(resource, origin)) {
      fault = faulty('invalid_target', `resource must be ${origin}/mcp`);
    }
    return { client, clientId, redirectUri, challenge, back, fault };
  }

  return {
    authorization: {
      async GET(request) {
        const person = await persons.demand(request);
        const { searchParams, origin } = new URL(request.request.url);
        const { client, redirectUri, back, fault } = read(searchParams, origin);
        const { protocol, host } = new URL(redirectUri);
        const who = { client: client.name, returnsTo: host === '' ? protocol : host };
        // Any stranger can register a program: the browser goes there only if the person agrees (RFC 9700 §4.11.2).
        if (fault !== undefined) return json({ ...who, accounts: [], redirect: back(fault) });
        const accounts = await people.accountsOf(person.id);
        return json({
          ...who,
          accounts: accounts.map(({ accountId, name, tier }) => ({ id: accountId, name, tier })),
        });
      },
      async POST(request) {
        const person = await persons.demand(request);
        const { query, account, allows } = await form(request, decision);
        const { origin } = new URL(request.request.url);
        const { client, clientId, redirectUri, challenge, back, fault } = read(
          new URLSearchParams(query),
          origin,
        );
        if (fault !== undefined) return json({ redirect: back(fault) });
        if (!allows) return json({ redirect: back({ error: 'access_denied' }) });
        const accounts = await people.accountsOf(person.id);
        if (!accounts.some(({ accountId }) => accountId === account)) throw unknown('account');
        const of = { userId: person.id, accountId: account, client: clientId, clientName: client.name };
        return json({ redirect: back({ code: await grants.open({ ...of, redirectUri, challenge }) }) });
      },
    },
    grants: {
      async GET(request) {
        const person = await persons.demand(request);
        const found = await grants.listOf(person.id);
        return json({
          grants: found.map(({ createdAtMs, ...grant }) => ({ ...grant, since: rfc3339(createdAtMs) })),
        });
      },
    },
    'grants/{grant}': {
      async DELETE(request, names) {
        const person = await persons.demand(request);
        await grants.end(person.id, names.grant!);
        return done();
      },
    },
  };
}
