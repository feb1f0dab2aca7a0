import type { Transaction } from 'kysely';
import type { Rng } from '../kernel/rng.ts';
import type { ControlDatabase } from './schema.ts';

export interface Change {
  tx: Transaction<ControlDatabase>;
  now: Date;
  rng: Rng;
  /** Call with the hash of each key whose record changed, or with undefined if any may have. */
  changed(hash: string | undefined): void;
}

/** Keys announced individually; beyond this, evicting all keys is cheaper. */
const namedKeysLimit = 100;

/** Announces every usable key of an account as changed. */
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
