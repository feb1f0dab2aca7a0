import type { Kysely, Selectable } from 'kysely';
import { nextTier, tierLimits } from '../domain/tier.ts';
import { dayMs } from '../kernel/clock.ts';
import { editDistance } from '../kernel/nearest.ts';
import { checkedName } from './account-name.ts';
import { ensureAccount, type LockedAccount, lockAccount } from './accounts.ts';
import { accountChanged, type Change } from './change.ts';
import { ControlError } from './control-error.ts';
import { raiseTier } from './entitlements.ts';
import { displayPrefix, hashApiKey, type KeyMode, keyModes, newApiKey, randomBase62 } from './key-format.ts';
import type { CreateKeyRequest, IssuedKey, KeySummary, RotateOptions } from './key-store.ts';
import { findSummary, keyStatus, operator } from './key-summary.ts';
import type { ApiKeysTable, ControlDatabase } from './schema.ts';

const comparedKeys = 1_000;
const shownIds = 3;

/**
 * The error for an id that no key has: names the nearest ids among the newest keys. Where a key was
 * entered instead of its id, the error names the id and does not repeat the key.
 */
async function unknownKey(db: Kysely<ControlDatabase>, id: string): Promise<ControlError> {
  if (/tdm_/i.test(id)) {
    const owner = await db
      .selectFrom('api_keys')
      .select('id')
      .where('hash', '=', hashApiKey(id.trim()))
      .executeTakeFirst();
    const known = owner === undefined ? 'no key is stored for it' : `its id is ${owner.id}`;
    return new ControlError('unknown_key', `this is an API key; its id (key_…) is needed: ${known}`);
  }
  const shown = id.length > 40 ? `${id.slice(0, 40)}…` : id;
  const rows = await db
    .selectFrom('api_keys')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(comparedKeys)
    .execute();
  if (rows.length === 0) {
    return new ControlError('unknown_key', `there is no key ${shown}: no key was created yet`);
  }
  const nearest = rows
    .map((row) => ({ id: row.id, distance: editDistance(id.slice(0, 40), row.id) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, shownIds)
    .map((row) => row.id);
  return new ControlError('unknown_key', `there is no key ${shown}; nearest: ${nearest.join(', ')}`);
}

const maxOverlapMs = 7 * dayMs;

export async function createKey(change: Change, request: CreateKeyRequest): Promise<IssuedKey> {
  const { tx, now } = change;
  const name = request.accountName ?? 'default';
  const mode = request.mode ?? 'live';
  if (!keyModes.includes(mode)) {
    throw new ControlError(
      'invalid_input',
      `mode must be one of ${keyModes.join(', ')}; it is ${String(mode)}`,
    );
  }
  const keyName = request.name === undefined ? null : checkedName('the key name', request.name);
  const { expiresAtMs } = request;
  if (expiresAtMs !== undefined && !(expiresAtMs > now.getTime() && expiresAtMs < 8.64e15)) {
    throw new ControlError('invalid_input', `expiresAtMs must lie in the future; it is ${expiresAtMs}`);
  }
  let account = await lockAccount(tx, await ensureAccount(tx, name, now), now);
  if (request.tier !== undefined && (await raiseTier(tx, account, request.tier, now))) {
    account = await lockAccount(tx, account.id, now);
    await accountChanged(change, account.id);
  }
  await refuseAboveLimit(change, account);
  return await insertKey(change, account, mode, {
    name: keyName,
    expires_at: expiresAtMs === undefined ? null : new Date(expiresAtMs),
    rotated_from: null,
    made_by: request.madeBy ?? operator,
  });
}

export async function revokeKey(change: Change, id: string): Promise<KeySummary> {
  const { tx, now } = change;
  const { key } = await lockKey(change, id);
  if (key.revoked_at === null) {
    await tx.updateTable('api_keys').set({ revoked_at: now }).where('id', '=', id).execute();
    change.changed(key.hash);
  }
  const revoked = await findSummary(tx, id, now.getTime());
  if (revoked === undefined) throw await unknownKey(tx, id);
  return revoked;
}

export async function rotateKey(change: Change, id: string, options: RotateOptions): Promise<IssuedKey> {
  const { tx, now } = change;
  const { overlapMs = 0, madeBy = operator } = options;
  if (!Number.isSafeInteger(overlapMs) || overlapMs < 0 || overlapMs > maxOverlapMs) {
    throw new ControlError(
      'invalid_input',
      `the overlap must be 0 to ${maxOverlapMs} whole milliseconds (7 days); it is ${overlapMs}`,
    );
  }
  const { account, key } = await lockKey(change, id);
  const status = keyStatus(key, now.getTime());
  const successor = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('rotated_from', '=', id)
    .executeTakeFirst();
  if (successor !== undefined) {
    throw new ControlError(
      'inactive_key',
      `key ${id} was already replaced by ${successor.id}; rotate that one`,
    );
  }
  if (status !== 'active') {
    throw new ControlError(
      'inactive_key',
      `key ${id} is ${status} and cannot be rotated; create a new key instead`,
    );
  }
  await endOverlap(change, key.rotated_from);
  const issued = await insertKey(change, account, key.prefix.startsWith('tdm_test_') ? 'test' : 'live', {
    name: key.name,
    expires_at: key.expires_at,
    rotated_from: id,
    made_by: madeBy,
  });
  const endsAtMs = now.getTime() + overlapMs;
  const ends =
    key.expires_at !== null && key.expires_at.getTime() < endsAtMs ? key.expires_at : new Date(endsAtMs);
  await tx
    .updateTable('api_keys')
    .set(overlapMs === 0 ? { revoked_at: now } : { expires_at: ends })
    .where('id', '=', id)
    .execute();
  change.changed(key.hash);
  return issued;
}

async function endOverlap(change: Change, id: string | null): Promise<void> {
  if (id === null) return;
  const ended = await change.tx
    .updateTable('api_keys')
    .set({ revoked_at: change.now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  if (ended !== undefined) change.changed(ended.hash);
}

/** A key and its account, locked in the order account, key, which every change keeps: no deadlock. */
async function lockKey(
  { tx, now }: Change,
  id: string,
): Promise<{ account: LockedAccount; key: Selectable<ApiKeysTable> }> {
  const owner = await tx.selectFrom('api_keys').select('account_id').where('id', '=', id).executeTakeFirst();
  if (owner === undefined) throw await unknownKey(tx, id);
  const account = await lockAccount(tx, owner.account_id, now);
  const key = await tx.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  return { account, key };
}

async function refuseAboveLimit({ tx, now }: Change, account: LockedAccount): Promise<void> {
  const limit = account.limits.keys;
  if (limit === null) return;
  const active = await tx
    .selectFrom('api_keys')
    .select('id')
    .where('account_id', '=', account.id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    // A key that only lives on in the overlap of its rotation holds no place.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('api_keys as successors')
            .select('successors.id')
            .whereRef('successors.rotated_from', '=', 'api_keys.id'),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
  if (active.length < limit) return;
  const better = nextTier(account.tier, ({ keys }) => keys === null || keys > limit);
  const remedy = better === undefined ? '' : `, or give the account the ${better} tier`;
  throw new ControlError(
    'key_limit',
    `account ${account.name} has ${limit} active key${limit === 1 ? '' : 's'} (${active.map((key) => key.id).join(', ')}), ` +
      `all that ${account.limits === tierLimits[account.tier] ? `the ${account.tier} tier` : 'its own limit'} allows; revoke or rotate one${remedy}`,
  );
}

async function insertKey(
  { tx, now, rng }: Change,
  account: LockedAccount,
  mode: KeyMode,
  fields: Pick<Selectable<ApiKeysTable>, 'name' | 'expires_at' | 'rotated_from'> & { made_by: string },
): Promise<IssuedKey> {
  const key = newApiKey(mode, rng);
  const id = `key_${randomBase62(10, rng)}`;
  await tx
    .insertInto('api_keys')
    .values({
      id,
      account_id: account.id,
      hash: hashApiKey(key),
      prefix: displayPrefix(key),
      created_at: now,
      revoked_at: null,
      last_used_at: null,
      ...fields,
    })
    .execute();
  return { id, key, account: account.name, accountId: account.id, tier: account.tier };
}
