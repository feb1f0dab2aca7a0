import type { Kysely, Transaction } from 'kysely';
import type { LimitOverrides } from '../domain/limit-overrides.ts';
import type { Tier, TierLimits } from '../domain/tier.ts';
import { nearestTo } from '../kernel/nearest.ts';
import { checkedName } from './account-name.ts';
import type { AccountDetail, AccountSummary, ListAccountsOptions } from './account-store.ts';
import { ControlError } from './control-error.ts';
import { accountEntitlements, entitlementsOf, listEntitlements } from './entitlements.ts';
import type { ControlDatabase } from './schema.ts';

/** An account whose row is locked for the rest of the transaction. */
export interface LockedAccount {
  id: string;
  name: string;
  tier: Tier;
  limits: Readonly<TierLimits>;
  /** As set, even if they do not apply to the tier. */
  overrides?: LimitOverrides;
}

const listLimit = { default: 1_000, max: 10_000 };
const comparedNames = 1_000;

/** Finds an account by name, or creates it. @returns its id */
export async function ensureAccount(
  tx: Transaction<ControlDatabase>,
  name: string,
  now: Date,
): Promise<string> {
  await tx
    .insertInto('accounts')
    .values({ name: checkedName('the account name', name), created_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { id } = await tx
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Locks an existing account. Every change to an account's keys takes this lock, which keeps the
 * key limit under concurrent calls. The tier is read under the lock, so that it is current.
 */
export async function lockAccount(
  tx: Transaction<ControlDatabase>,
  id: string,
  now: Date,
): Promise<LockedAccount> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).forUpdate().execute();
  const row = await accountRows(tx, now).where('accounts.id', '=', id).executeTakeFirstOrThrow();
  const { tier, limits } = accountEntitlements(row, now.getTime());
  return { id, name: row.name, tier, limits, ...(row.limit_overrides && { overrides: row.limit_overrides }) };
}

function accountRows(db: Pick<Kysely<ControlDatabase>, 'selectFrom'>, now: Date) {
  return db.selectFrom('accounts').select((eb) => [
    'accounts.id',
    'accounts.name',
    'accounts.created_at',
    'accounts.limit_overrides',
    entitlementsOf(eb.ref('accounts.id'), now).as('entitlements'),
    eb
      .selectFrom('api_keys')
      .select((inner) => inner.fn.countAll<string>().as('active'))
      .whereRef('api_keys.account_id', '=', 'accounts.id')
      .where('revoked_at', 'is', null)
      .where((inner) => inner.or([inner('expires_at', 'is', null), inner('expires_at', '>', now)]))
      .as('active_keys'),
  ]);
}

type AccountRow = Awaited<ReturnType<ReturnType<typeof accountRows>['execute']>>[number];

function summaryOf(row: AccountRow, nowMs: number): AccountSummary {
  const { tier, billing } = accountEntitlements(row, nowMs);
  return {
    id: row.id,
    name: row.name,
    tier,
    billing,
    activeKeys: Number(row.active_keys),
    createdAtMs: row.created_at.getTime(),
  };
}

export async function listAccounts(
  db: Kysely<ControlDatabase>,
  options: ListAccountsOptions,
  now: Date,
): Promise<AccountSummary[]> {
  const limit = options.limit ?? listLimit.default;
  if (!Number.isInteger(limit) || limit < 1 || limit > listLimit.max) {
    throw new ControlError(
      'invalid_input',
      `limit must be a whole number from 1 to ${listLimit.max}; it is ${limit}`,
    );
  }
  const part = (options.nameContains ?? '').replace(/[\\%_]/g, '\\$&');
  const rows = await accountRows(db, now)
    .$if(part !== '', (query) => query.where('accounts.name', 'ilike', `%${part}%`))
    .orderBy('accounts.name')
    .limit(limit)
    .execute();
  return rows.map((row) => summaryOf(row, now.getTime()));
}

export async function accountDetail(
  db: Pick<Transaction<ControlDatabase>, 'selectFrom'>,
  id: string,
  now: Date,
): Promise<AccountDetail> {
  const row = await accountRows(db, now).where('accounts.id', '=', id).executeTakeFirstOrThrow();
  const overrides: LimitOverrides | null = row.limit_overrides;
  return {
    ...summaryOf(row, now.getTime()),
    limits: accountEntitlements(row, now.getTime()).limits,
    ...(overrides !== null && { overrides }),
    entitlements: await listEntitlements(db, id),
  };
}

/** Id of an account by name. @throws ControlError `unknown_account`, naming the nearest */
export async function accountId(
  db: Pick<Transaction<ControlDatabase>, 'selectFrom'>,
  name: string,
): Promise<string> {
  const found = await db.selectFrom('accounts').select('id').where('name', '=', name).executeTakeFirst();
  if (found !== undefined) return found.id;
  const rows = await db.selectFrom('accounts').select('name').limit(comparedNames).execute();
  const nearest = nearestTo(
    name,
    rows.map((row) => row.name),
  );
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  throw new ControlError(
    'unknown_account',
    `there is no account ${checkedName('the account name', name)}${hint}`,
  );
}
