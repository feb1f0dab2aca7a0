import { type Kysely, type SqlBool, sql } from 'kysely';
import { ControlError } from './control-error.ts';
import { entitlementStatus } from './entitlement-status.ts';
import { accountEntitlements, entitlementsOf } from './entitlements.ts';
import type { KeyRecord, KeyStatus, KeySummary, ListKeysOptions } from './key-store.ts';
import type { ControlDatabase } from './schema.ts';

/** `made_by` of a key that no person made, but an operator. */
export const operator = 'operator';
const listLimit = { default: 1_000, max: 10_000 };

/** Revoked wins over expired, because a revocation is a decision. */
export function keyStatus(
  key: { revoked_at: Date | null; expires_at: Date | null },
  nowMs: number,
): KeyStatus {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at !== null && key.expires_at.getTime() <= nowMs) return 'expired';
  return 'active';
}

/** Of a row of `api_keys`: whether its maker is no member of the account any more, and no owner has kept it. */
export const isLeftBehind = sql<SqlBool>`(api_keys.made_by <> ${operator} and api_keys.kept_by is null and not exists (
  select 1 from members where members.account_id = api_keys.account_id and members.user_id = api_keys.made_by))`;

function summaries(db: Kysely<ControlDatabase>, nowMs: number) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('portal.user as maker', 'maker.id', 'api_keys.made_by')
    .select((eb) => [
      'api_keys.id',
      'accounts.name as account',
      'api_keys.made_by',
      'maker.email as maker_email',
      isLeftBehind.as('is_left_behind'),
      'api_keys.name',
      'api_keys.prefix',
      'api_keys.created_at',
      'api_keys.expires_at',
      'api_keys.revoked_at',
      'api_keys.rotated_from',
      'api_keys.last_used_at',
      entitlementsOf(eb.ref('accounts.id'), new Date(nowMs)).as('entitlements'),
    ]);
}

type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

function summary(row: SummaryRow, nowMs: number): KeySummary {
  return {
    id: row.id,
    account: row.account,
    tier: entitlementStatus(row.entitlements, nowMs).tier,
    prefix: row.prefix,
    status: keyStatus(row, nowMs),
    createdAtMs: row.created_at.getTime(),
    ...(row.name !== null && { name: row.name }),
    ...(row.expires_at !== null && { expiresAtMs: row.expires_at.getTime() }),
    ...(row.revoked_at !== null && { revokedAtMs: row.revoked_at.getTime() }),
    ...(row.rotated_from !== null && { rotatedFrom: row.rotated_from }),
    ...(row.last_used_at !== null && { lastUsedAtMs: row.last_used_at.getTime() }),
    ...(row.made_by !== null && { madeBy: row.maker_email ?? row.made_by }),
    ...(row.is_left_behind && keyStatus(row, nowMs) === 'active' && { isLeftBehind: true }),
  };
}

export async function listKeys(
  db: Kysely<ControlDatabase>,
  options: ListKeysOptions,
  nowMs: number,
): Promise<KeySummary[]> {
  const limit = options.limit ?? listLimit.default;
  if (!Number.isInteger(limit) || limit < 1 || limit > listLimit.max) {
    throw new ControlError(
      'invalid_input',
      `limit must be a whole number from 1 to ${listLimit.max}; it is ${limit}`,
    );
  }
  const rows = await summaries(db, nowMs)
    .$if(options.accountName !== undefined, (query) =>
      query.where('accounts.name', '=', options.accountName as string),
    )
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .limit(limit)
    .execute();
  return rows.map((row) => summary(row, nowMs));
}

export async function findSummary(
  db: Kysely<ControlDatabase>,
  id: string,
  nowMs: number,
): Promise<KeySummary | undefined> {
  const row = await summaries(db, nowMs).where('api_keys.id', '=', id).executeTakeFirst();
  return row && summary(row, nowMs);
}

/** Keyed by SHA-256, which is absent for unknown keys. */
export async function findByHashes(
  db: Kysely<ControlDatabase>,
  hashes: readonly string[],
  nowMs: number,
): Promise<Map<string, KeyRecord>> {
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select((eb) => [
      'hash',
      'api_keys.id',
      'account_id',
      'revoked_at',
      'expires_at',
      'last_used_at',
      'limit_overrides',
      entitlementsOf(eb.ref('accounts.id'), new Date(nowMs)).as('entitlements'),
    ])
    .where('hash', 'in', hashes)
    .execute();
  return new Map(
    rows.map((row): [string, KeyRecord] => {
      const { limits: _, ...status } = accountEntitlements(row, nowMs);
      return [
        row.hash,
        {
          keyId: row.id,
          accountId: row.account_id,
          ...status,
          status: keyStatus(row, nowMs),
          ...(row.expires_at !== null && { expiresAtMs: row.expires_at.getTime() }),
          ...(row.last_used_at !== null && { lastUsedAtMs: row.last_used_at.getTime() }),
        },
      ];
    }),
  );
}

export async function recordUse(db: Kysely<ControlDatabase>, keyId: string, usedAt: Date): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ last_used_at: usedAt })
    .where('id', '=', keyId)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', usedAt)]))
    .execute();
}
