import type { Kysely } from 'kysely';
import { isLeftBehind } from './key-summary.ts';
import type { People } from './people.ts';
import type { ControlDatabase } from './schema.ts';

/** Keys named; a decision concerns all. */
const namedLimit = 20;

export function leaversKeys(
  db: Kysely<ControlDatabase>,
  nowMs: () => number,
): Pick<People, 'keysMadeBy' | 'keepKey'> {
  return {
    async keysMadeBy(accountId, userId) {
      const now = new Date(nowMs());
      const keys = await db
        .selectFrom('api_keys')
        .select((eb) => ['name', 'prefix', eb.fn.countAll<string>().over().as('total')])
        .where('account_id', '=', accountId)
        .where('made_by', '=', userId)
        .where('revoked_at', 'is', null)
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
        .orderBy('created_at', 'desc')
        .limit(namedLimit)
        .execute();
      return { total: Number(keys[0]?.total ?? 0), newest: keys };
    },
    async keepKey({ accountId, keyId, ownerId }) {
      const kept = await db
        .updateTable('api_keys')
        .set({ kept_by: ownerId })
        .where('id', '=', keyId)
        .where('account_id', '=', accountId)
        .where(isLeftBehind)
        .returning('id')
        .executeTakeFirst();
      return kept !== undefined;
    },
  };
}
