import type { Transaction } from 'kysely';
import type { Rng } from '../kernel/rng.ts';
import type { ControlDatabase } from './schema.ts';

/** What one change is made with: its transaction, its time, and where it says which keys it touched. */
export interface Change {
  tx: Transaction<ControlDatabase>;
  now: Date;
  rng: Rng;
  /** Call with the hash of each key whose answer is another one now, or with undefined where any may be. */
  changed(hash: string | undefined): void;
}

/** Keys announced one by one; an account with more makes every key be looked up again, which is cheaper. */
const namedKeysLimit = 100;

/** Says of every key of an account that can be in use that its answer is another one now. */
export async function accountChanged({ tx, now, changed }: Change, accountId: string): Promise<void> {
  const keys = await tx
    .selectFrom('api_keys')
    .select('hash')
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(namedKeysLimit + 1)
    .execute();
  if (keys.length > namedKeysLimit) changed(undefined);
  else for (const { hash } of keys) changed(hash);
}
