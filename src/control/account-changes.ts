import {
  changedOverrides,
  type LimitOverrides,
  limitOverrides,
  type OverrideChanges,
  overridableTier,
} from '../domain/limit-overrides.ts';
import { lateCheck } from '../kernel/late-check.ts';
import type { AccountDetail, GrantRequest } from './account-store.ts';
import { accountDetail, accountId, ensureAccount, type LockedAccount, lockAccount } from './accounts.ts';
import { accountChanged, type Change } from './change.ts';
import { ControlError } from './control-error.ts';
import { endGrant, insertGrant } from './entitlements.ts';

const overridesShape = lateCheck(limitOverrides);

// The changes of `AccountStore`, documented there.

export async function createAccount({ tx, now }: Change, name: string): Promise<AccountDetail> {
  return await accountDetail(tx, await ensureAccount(tx, name, now), now);
}

export async function grantTier(change: Change, request: GrantRequest): Promise<AccountDetail> {
  const { tx, now } = change;
  const { id } = await lockAccount(tx, await ensureAccount(tx, request.accountName, now), now);
  await insertGrant(tx, id, request, now);
  await accountChanged(change, id);
  return await accountDetail(tx, id, now);
}

export async function endEntitlement(change: Change, entitlementId: string): Promise<AccountDetail> {
  const { tx, now } = change;
  const ended = await endGrant(tx, entitlementId, now);
  if (ended.changed) await accountChanged(change, ended.accountId);
  return await accountDetail(tx, ended.accountId, now);
}

export async function setOverrides(
  change: Change,
  accountName: string,
  overrides: LimitOverrides | undefined,
): Promise<AccountDetail> {
  const { tx, now } = change;
  const account = await lockAccount(tx, await accountId(tx, accountName), now);
  return await replaceOverrides(change, account, overrides);
}

export async function changeOverrides(
  change: Change,
  accountName: string,
  changes: OverrideChanges,
): Promise<AccountDetail> {
  const { tx, now } = change;
  const account = await lockAccount(tx, await accountId(tx, accountName), now);
  return await replaceOverrides(change, account, changedOverrides(account.overrides, changes));
}

async function replaceOverrides(
  change: Change,
  { id, name, tier }: LockedAccount,
  overrides: LimitOverrides | undefined,
): Promise<AccountDetail> {
  const { tx, now } = change;
  const own = overrides === undefined || Object.keys(overrides).length === 0 ? undefined : overrides;
  if (own !== undefined) {
    refuseUnfit(own);
    if (tier !== overridableTier) {
      throw new ControlError(
        'invalid_input',
        `account ${name} is on the ${tier} tier; only the ${overridableTier} tier has limits of its own: grant it first`,
      );
    }
  }
  await tx
    .updateTable('accounts')
    .set({ limit_overrides: own === undefined ? null : JSON.stringify(own) })
    .where('id', '=', id)
    .execute();
  await accountChanged(change, id);
  return await accountDetail(tx, id, now);
}

function refuseUnfit(overrides: LimitOverrides): void {
  if (overridesShape.Check(overrides)) return;
  const faults = overridesShape
    .Errors(overrides)
    .map(({ instancePath, message }) => `${instancePath.slice(1) || 'overrides'} ${message}`);
  throw new ControlError('invalid_input', `limits of an account's own: ${[...new Set(faults)].join('; ')}`);
}
