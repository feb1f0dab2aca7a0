import { type Expression, sql, type Transaction } from 'kysely';
import { type LimitOverrides, limitsOf, overridableTier } from '../domain/limit-overrides.ts';
import { type Tier, type TierLimits, tierAllows, tiers } from '../domain/tier.ts';
import type { AccountEntitlement, GrantRequest } from './account-store.ts';
import { ControlError } from './control-error.ts';
import { type Entitlement, type EntitlementStatus, entitlementStatus } from './entitlement-status.ts';
import type { ControlDatabase } from './schema.ts';

/** Maximum current and future grants of one account. */
const grantsLimit = 100;
const listedLimit = 1_000;
const lastMomentMs = 8.64e15;

/**
 * Entitlements that determine an account at `now`: current and future entitlements, and ended subscriptions,
 * which the billing state needs. Longest lasting first; bounded above the maximum number of grants.
 * @param accountId column that holds the account's id.
 */
export function entitlementsOf(accountId: Expression<string>, now: Date) {
  return sql<Entitlement[]>`(
    select coalesce(json_agg(json_strip_nulls(json_build_object(
      'tier', tier,
      'fromMs', (extract(epoch from valid_from) * 1000)::float8,
      'untilMs', (extract(epoch from valid_until) * 1000)::float8,
      'standing', standing
    ))), '[]'::json)
    from (
      select * from entitlements
      where entitlements.account_id = ${accountId}
        and (entitlements.source <> 'manual' or entitlements.valid_until is null or entitlements.valid_until > ${now})
      order by entitlements.valid_until desc nulls first
      limit ${sql.lit(2 * grantsLimit)}
    ) as lasting
  )`;
}

/** Tier, limits and billing of an account, from the columns of {@link entitlementsOf} and the overrides. */
export function accountEntitlements(
  row: { entitlements: Entitlement[]; limit_overrides: LimitOverrides | null },
  nowMs: number,
): EntitlementStatus & { limits: Readonly<TierLimits>; overrides?: LimitOverrides } {
  const status = entitlementStatus(row.entitlements, nowMs);
  const overrides = status.tier === overridableTier ? (row.limit_overrides ?? undefined) : undefined;
  const limits = limitsOf(status.tier, overrides);
  return { ...status, limits, ...(overrides !== undefined && { overrides }) };
}

export async function insertGrant(
  tx: Transaction<ControlDatabase>,
  accountId: string,
  request: Omit<GrantRequest, 'accountName'>,
  now: Date,
): Promise<void> {
  const { tier, validUntilMs } = request;
  const validFromMs = request.validFromMs ?? now.getTime();
  checkTier(tier);
  if (!(Number.isSafeInteger(validFromMs) && Math.abs(validFromMs) < lastMomentMs)) {
    throw new ControlError('invalid_input', `validFromMs must be unix milliseconds; it is ${validFromMs}`);
  }
  const earliestMs = Math.max(validFromMs, now.getTime());
  if (
    validUntilMs !== undefined &&
    !(Number.isSafeInteger(validUntilMs) && validUntilMs > earliestMs && validUntilMs < lastMomentMs)
  ) {
    throw new ControlError(
      'invalid_input',
      `validUntilMs must be unix milliseconds after ${earliestMs}, the later of its start and now; it is ${validUntilMs}`,
    );
  }
  const { grants } = await tx
    .selectFrom('entitlements')
    .select((eb) => eb.fn.countAll<string>().as('grants'))
    .where('account_id', '=', accountId)
    .where('source', '=', 'manual')
    .where((eb) => eb.or([eb('valid_until', 'is', null), eb('valid_until', '>', now)]))
    .executeTakeFirstOrThrow();
  if (Number(grants) >= grantsLimit) {
    throw new ControlError('invalid_input', `the account has ${grantsLimit} grants already; end some first`);
  }
  await tx
    .insertInto('entitlements')
    .values({
      account_id: accountId,
      tier,
      source: 'manual',
      valid_from: new Date(validFromMs),
      valid_until: validUntilMs === undefined ? null : new Date(validUntilMs),
    })
    .execute();
}

function checkTier(tier: Tier): void {
  if (tiers.includes(tier)) return;
  throw new ControlError('invalid_input', `tier must be one of ${tiers.join(', ')}; it is ${String(tier)}`);
}

/** Grants a tier without end if it is better than the current tier. @returns whether it was */
export async function raiseTier(
  tx: Transaction<ControlDatabase>,
  account: { id: string; tier: Tier },
  tier: Tier,
  now: Date,
): Promise<boolean> {
  checkTier(tier);
  if (tierAllows(account.tier, tier)) return false;
  await insertGrant(tx, account.id, { tier }, now);
  return true;
}

export async function endGrant(
  tx: Transaction<ControlDatabase>,
  id: string,
  now: Date,
): Promise<{ accountId: string; changed: boolean }> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
  const grant = isId
    ? await tx.selectFrom('entitlements').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    : undefined;
  if (grant === undefined) {
    throw new ControlError(
      'unknown_entitlement',
      `there is no entitlement ${id.slice(0, 40)}; an account's detail lists the ids of its own`,
    );
  }
  const accountId = grant.account_id;
  if (grant.subscription !== null) {
    throw new ControlError(
      'invalid_input',
      `entitlement ${id} belongs to the ${grant.source} subscription ${grant.subscription}; cancel that one`,
    );
  }
  if (grant.valid_until !== null && grant.valid_until <= now) return { accountId, changed: false };
  if (grant.valid_from > now) await tx.deleteFrom('entitlements').where('id', '=', id).execute();
  else await tx.updateTable('entitlements').set({ valid_until: now }).where('id', '=', id).execute();
  return { accountId, changed: true };
}

/** The newest entitlements of an account, newest first. */
export async function listEntitlements(
  db: Pick<Transaction<ControlDatabase>, 'selectFrom'>,
  accountId: string,
): Promise<AccountEntitlement[]> {
  const rows = await db
    .selectFrom('entitlements')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('valid_from', 'desc')
    .orderBy('id')
    .limit(listedLimit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    tier: row.tier as Tier,
    source: row.source,
    validFromMs: row.valid_from.getTime(),
    ...(row.valid_until !== null && { validUntilMs: row.valid_until.getTime() }),
    ...(row.subscription !== null && { subscription: row.subscription }),
  }));
}
