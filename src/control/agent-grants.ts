import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, dayMs, minuteMs } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { randomBase62 } from './key-format.ts';
import type { ControlDatabase } from './schema.ts';

/** Permission a person gives an agent: requests in the name of one account. */
export interface GrantRequestOfAgent {
  userId: string;
  accountId: string;
  /** Id of the client program. */
  client: string;
  clientName: string;
  redirectUri: string;
  /** The code challenge of PKCE (S256). */
  challenge: string;
}

export interface UsedGrant {
  id: string;
  accountId: string;
  /** The only copy; single use. */
  refreshToken: string;
}

export interface AgentGrant {
  id: string;
  clientName: string;
  account: string;
  createdAtMs: number;
}

/**
 * Grants of people to agents. Reuse of a code or refresh token ends its grant, because the token has leaked (OAuth 2.1
 * §4.3.1). Every refresh token the grant ever had counts.
 */
export interface AgentGrants {
  /** Beyond {@link grantsLimit} ends the person's least recently used grant. @returns a code that the client exchanges within a minute */
  open(request: GrantRequestOfAgent): Promise<string>;
  /** Exchanges a code, once. @returns undefined if the code does not match, which also ends its grant */
  exchange(sent: {
    code: string;
    client: string;
    /** Undefined if the client does not repeat the URI (OAuth 2.1 §10.2). */
    redirectUri: string | undefined;
    verifier: string;
  }): Promise<UsedGrant | undefined>;
  /** Rotates a refresh token. @returns undefined if the token is unknown, expired or of another client */
  refresh(sent: { token: string; client: string }): Promise<UsedGrant | undefined>;
  /** Ends the grant of a refresh token, even a used one; no-op for any other text. */
  revoke(token: string): Promise<void>;
  /** Ends the grant of an access token. @param id grant id in the token */
  endById(id: string): Promise<void>;
  endAll(userId: string): Promise<void>;
  /** A person's grants, newest first. */
  listOf(userId: string): Promise<AgentGrant[]>;
  /** Ends a grant of this person. */
  end(userId: string, id: string): Promise<void>;
}

/** Prefix of grant ids; distinguishes them from browser session ids. */
export const grantPrefix = 'grant_';
const secretLength = 40;
const codeLifeMs = minuteMs;
/** Since the last use. */
const grantLifeMs = 30 * dayMs;
/** Per person, including codes not yet exchanged. */
export const grantsLimit = 50;

/** Common prefix of all refresh tokens of a grant; undefined for other text. */
const familyOf = (token: string) =>
  token.length === 2 * secretLength ? token.slice(0, secretLength) : undefined;
const digest = (secret: string) => hash('sha256', secret, 'hex');

export function createAgentGrants(db: Kysely<ControlDatabase>, clock: Clock, rng: Rng): AgentGrants {
  const laterBy = (ms: number) => new Date(clock.nowMs() + ms);

  /** @param family prefix of the grant's tokens; undefined for the first token */
  function nextToken(family = randomBase62(secretLength, rng)) {
    const refreshToken = family + randomBase62(secretLength, rng);
    return { refreshToken, refresh_hash: digest(refreshToken), family_hash: digest(family) };
  }

  async function endFamily(token: string): Promise<void> {
    const family = familyOf(token);
    if (family === undefined) return;
    await db.deleteFrom('agent_grants').where('family_hash', '=', digest(family)).execute();
  }

  return {
    async open({ userId, accountId, client, clientName, redirectUri, challenge }) {
      await db.deleteFrom('agent_grants').where('expires_at', '<=', laterBy(0)).execute();
      await db
        .deleteFrom('agent_grants')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('agent_grants')
            .select('id')
            .where('user_id', '=', userId)
            .orderBy('expires_at', 'desc')
            .orderBy('id')
            .offset(grantsLimit - 1),
        )
        .execute();
      const code = randomBase62(secretLength, rng);
      await db
        .insertInto('agent_grants')
        .values({
          id: grantPrefix + randomBase62(22, rng),
          user_id: userId,
          account_id: accountId,
          client: digest(client),
          client_name: clientName,
          redirect_uri: redirectUri,
          challenge,
          code_hash: digest(code),
          code_expires_at: laterBy(codeLifeMs),
          created_at: laterBy(0),
          // If the code is never exchanged, the grant expires with it.
          expires_at: laterBy(codeLifeMs),
        })
        .execute();
      return code;
    },
    async exchange({ code, client, redirectUri, verifier }) {
      const { refreshToken, ...hashes } = nextToken(undefined);
      const used = await db
        .updateTable('agent_grants')
        .set({ ...hashes, expires_at: laterBy(grantLifeMs) })
        .where('code_hash', '=', digest(code))
        .where('refresh_hash', 'is', null)
        .where('code_expires_at', '>', laterBy(0))
        .where('client', '=', digest(client))
        .$if(redirectUri !== undefined, (query) => query.where('redirect_uri', '=', redirectUri!))
        .where('challenge', '=', hash('sha256', verifier, 'base64url'))
        .returning(['id', 'account_id'])
        .executeTakeFirst();
      if (used !== undefined) return { id: used.id, accountId: used.account_id, refreshToken };
      await db.deleteFrom('agent_grants').where('code_hash', '=', digest(code)).execute();
      return undefined;
    },
    async refresh({ token, client }) {
      const { refreshToken, ...hashes } = nextToken(familyOf(token));
      const used = await db
        .updateTable('agent_grants')
        .set({ ...hashes, expires_at: laterBy(grantLifeMs) })
        .where('refresh_hash', '=', digest(token))
        .where('client', '=', digest(client))
        .where('expires_at', '>', laterBy(0))
        .returning(['id', 'account_id'])
        .executeTakeFirst();
      if (used !== undefined) return { id: used.id, accountId: used.account_id, refreshToken };
      await endFamily(token);
      return undefined;
    },
    async revoke(token) {
      await db.deleteFrom('agent_grants').where('refresh_hash', '=', digest(token)).execute();
      await endFamily(token);
    },
    async endById(id) {
      await db.deleteFrom('agent_grants').where('id', '=', id).execute();
    },
    async endAll(userId) {
      await db.deleteFrom('agent_grants').where('user_id', '=', userId).execute();
    },
    async listOf(userId) {
      const rows = await db
        .selectFrom('agent_grants')
        .innerJoin('accounts', 'accounts.id', 'agent_grants.account_id')
        .select(['agent_grants.id', 'client_name', 'accounts.name', 'agent_grants.created_at'])
        .where('user_id', '=', userId)
        .where('refresh_hash', 'is not', null)
        .where('expires_at', '>', laterBy(0))
        .orderBy('agent_grants.created_at', 'desc')
        .limit(grantsLimit)
        .execute();
      return rows.map(({ id, client_name, name, created_at }) => {
        return { id, clientName: client_name, account: name, createdAtMs: created_at.getTime() };
      });
    },
    async end(userId, id) {
      await db.deleteFrom('agent_grants').where('id', '=', id).where('user_id', '=', userId).execute();
    },
  };
}
