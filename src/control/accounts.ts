import { type Expression, sql, type Transaction } from 'kysely';
import { type Tier, tierAllows, tiers } from '../domain/tier.ts';
import type { ControlDatabase } from './schema.ts';
import { ControlError } from './store.ts';

/** An account whose row is locked for the rest of the transaction. */
export interface LockedAccount {
  id: string;
  name: string;
  tier: Tier;
}

/**
 * Rank of the best tier that an account is entitled to at `now`; null without any. The one place
 * that says what the effective tier is.
 * @param accountId column that holds the account's id.
 */
export function effectiveTierRank(accountId: Expression<string>, now: Date) {
  return sql<number | null>`(
    select max(array_position(array[${sql.join(tiers)}]::text[], entitlements.tier))
    from entitlements
    where entitlements.account_id = ${accountId}
      and entitlements.valid_from <= ${now}
      and (entitlements.valid_until is null or entitlements.valid_until > ${now})
  )`;
}

/** The tier of a rank read with {@link effectiveTierRank}; Free is the default (interface.md, Authentication). */
export function tierOfRank(rank: number | null): Tier {
  return tiers[(rank ?? 1) - 1] ?? 'free';
}

/**
 * Locks an account by name and creates it where it is missing. Every change to an account's keys
 * goes through this lock: it is what makes the key limit hold under concurrent calls.
 */
export async function lockAccountByName(
  tx: Transaction<ControlDatabase>,
  name: string,
  now: Date,
): Promise<LockedAccount> {
  await tx
    .insertInto('accounts')
    .values({ name, created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return await lockAccount(tx, id, now);
}

/** Locks an account that exists. The tier is read after the lock is held, so that it is the newest. */
export async function lockAccount(
  tx: Transaction<ControlDatabase>,
  id: string,
  now: Date,
): Promise<LockedAccount> {
  const { name } = await tx
    .selectFrom('accounts')
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { rank } = await tx
    .selectFrom('accounts')
    .select((eb) => effectiveTierRank(eb.ref('accounts.id'), now).as('rank'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, name, tier: tierOfRank(rank) };
}

/**
 * Gives the account a tier for good where it is better than what it has.
 * @returns the account as it is afterwards.
 */
export async function grantTier(
  tx: Transaction<ControlDatabase>,
  account: LockedAccount,
  tier: Tier,
  now: Date,
): Promise<LockedAccount> {
  if (tierAllows(account.tier, tier)) return account;
  await tx
    .insertInto('entitlements')
    .values({ account_id: account.id, tier, source: 'manual', valid_from: now, valid_until: null })
    .execute();
  return { ...account, tier };
}

/**
 * A name as a person typed it, for an account or a key.
 * @throws ControlError `invalid_input`
 */
export function checkedName(what: string, name: string): string {
  const length = [...name].length;
  if (length < 1 || length > 64 || /\p{C}/u.test(name) || name.trim() !== name) {
    throw new ControlError(
      'invalid_input',
      `${what} must have 1 to 64 printable characters and no space at either end; this one has ${length}`,
    );
  }
  // A key given as a name by mistake would be stored in the clear.
  if (/tdm_(live|test)_/.test(name)) {
    throw new ControlError('invalid_input', `${what} must not hold an API key`);
  }
  return name;
}
