import type { Kysely } from 'kysely';
import { grantPrefix } from './agent-grants.ts';
import { accountEntitlements, entitlementsOf } from './entitlements.ts';
import type { KeyRecord } from './key-store.ts';
import type { ControlDatabase } from './schema.ts';

/** Request-log id of a short-lived key. */
export const sessionKeyId = 'session';

type Database = Kysely<ControlDatabase>;

export async function findBySession(
  db: Database,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  now: Date,
): Promise<KeyRecord | undefined> {
  const session = await sessionOf(db, sessionId, accountId, now);
  if (session === undefined) return undefined;
  const row = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.account_id')
    .select((eb) => [
      'accounts.limit_overrides',
      entitlementsOf(eb.ref('accounts.id'), now).as('entitlements'),
    ])
    .where('members.user_id', '=', session.userId)
    .where('accounts.id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { limits: _, ...status } = accountEntitlements(row, now.getTime());
  const expiresAtMs = session.expiresAt.getTime();
  return { keyId: sessionKeyId, accountId, ...status, status: 'active', expiresAtMs };
}

/** A session of a browser, or what a person allowed an agent: for that account alone. */
async function sessionOf(db: Database, id: string, accountId: string, now: Date) {
  if (id.startsWith(grantPrefix)) {
    return await db
      .selectFrom('agent_grants')
      .select(['user_id as userId', 'expires_at as expiresAt'])
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }
  return await db
    .selectFrom('portal.session')
    .select(['userId', 'expiresAt'])
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}
