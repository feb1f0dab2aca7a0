import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { type Clock, dayMs, minuteMs } from '../kernel/clock.ts';
import type { Rng } from '../kernel/rng.ts';
import { randomBase62 } from './key-format.ts';
import type { ControlDatabase } from './schema.ts';

/** What a person allows an agent to do: ask in the name of one account. */
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

/** A grant that has just been used. */
export interface UsedGrant {
  id: string;
  accountId: string;
  /** The only copy: good for one use. */
  refreshToken: string;
}

/** A grant as its person sees it. */
export interface AgentGrant {
  id: string;
  clientName: string;
  account: string;
  createdAtMs: number;
}

/** Grants of people to agents. A code or refresh token that is used a second time ends its grant: somebody else has it. */
export interface AgentGrants {
  /** @returns the code that the client exchanges within a minute */
  open(request: GrantRequestOfAgent): Promise<string>;
  /** Exchanges a code, once. @returns undefined where it does not fit, and ends its grant */
  exchange(sent: {
    code: string;
    client: string;
    redirectUri: string;
    verifier: string;
  }): Promise<UsedGrant | undefined>;
  /** Replaces a refresh token. @returns undefined for one that is unknown, over or of another client */
  refresh(sent: { token: string; client: string }): Promise<UsedGrant | undefined>;
  /** Ends the grant of a refresh token; without effect for any other text. */
  revoke(token: string): Promise<void>;
  /** The grants of a person, the newest first. */
  listOf(userId: string): Promise<AgentGrant[]>;
  /** Ends a grant of this person. */
  end(userId: string, id: string): Promise<void>;
}

/** How the id of a grant begins: sessions of browsers have none of these. */
export const grantPrefix = 'grant_';
const secretLength = 40;
const codeLifeMs = minuteMs;
/** From its last use. */
const grantLifeMs = 30 * dayMs;
const grantsLimit = 50;

const digest = (secret: string) => hash('sha256', secret, 'hex');

/** The grants over any database that Kysely and Postgres' SQL reach. */
export function createAgentGrants(db: Kysely<ControlDatabase>, clock: Clock, rng: Rng): AgentGrants {
  const laterBy = (ms: number) => new Date(clock.nowMs() + ms);

  return {
    async open({ userId, accountId, client, clientName, redirectUri, challenge }) {
      await db.deleteFrom('agent_grants').where('expires_at', '<=', laterBy(0)).execute();
      const code = randomBase62(secretLength, rng);
      await db
        .insertInto('agent_grants')
        .values({
          id: grantPrefix + randomBase62(22, rng),
          ...{ user_id: userId, account_id: accountId, client: digest(client), client_name: clientName },
          ...{ redirect_uri: redirectUri, challenge, code_hash: digest(code) },
          code_expires_at: laterBy(codeLifeMs),
          created_at: laterBy(0),
          // A code that is not exchanged leaves nothing behind.
          expires_at: laterBy(codeLifeMs),
        })
        .execute();
      return code;
    },
    async exchange({ code, client, redirectUri, verifier }) {
      const refreshToken = randomBase62(secretLength, rng);
      const used = await db
        .updateTable('agent_grants')
        .set({ refresh_hash: digest(refreshToken), expires_at: laterBy(grantLifeMs) })
        .where('code_hash', '=', digest(code))
        .where('refresh_hash', 'is', null)
        .where('code_expires_at', '>', laterBy(0))
        .where('client', '=', digest(client))
        .where('redirect_uri', '=', redirectUri)
        .where('challenge', '=', hash('sha256', verifier, 'base64url'))
        .returning(['id', 'account_id'])
        .executeTakeFirst();
      if (used !== undefined) return { id: used.id, accountId: used.account_id, refreshToken };
      await db.deleteFrom('agent_grants').where('code_hash', '=', digest(code)).execute();
      return undefined;
    },
    async refresh({ token, client }) {
      const refreshToken = randomBase62(secretLength, rng);
      const spent = digest(token);
      const used = await db
        .updateTable('agent_grants')
        .set({ refresh_hash: digest(refreshToken), spent_hash: spent, expires_at: laterBy(grantLifeMs) })
        .where('refresh_hash', '=', spent)
        .where('client', '=', digest(client))
        .where('expires_at', '>', laterBy(0))
        .returning(['id', 'account_id'])
        .executeTakeFirst();
      if (used !== undefined) return { id: used.id, accountId: used.account_id, refreshToken };
      await db.deleteFrom('agent_grants').where('spent_hash', '=', spent).execute();
      return undefined;
    },
    async revoke(token) {
      await db.deleteFrom('agent_grants').where('refresh_hash', '=', digest(token)).execute();
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
