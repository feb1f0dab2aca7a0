import { isTier } from '../domain/tier.ts';
import { systemClock } from '../kernel/clock.ts';
import { isOpen } from '../operate/operations/account-text.ts';
import type { AccountDetail } from '../operate/operations/accounts.ts';
import type { Operations } from '../operate/operations.ts';

/**
 * Ends entitlements of one account.
 * @param grants ids, or tiers for all grants of them
 * @throws Error naming what there is, where one of them is none of the account's; nothing is ended then
 */
export async function endGrants(
  operations: Operations,
  name: string,
  grants: readonly string[],
): Promise<AccountDetail> {
  let account = await operations.findAccount({ name });
  const ids = new Set(grants.flatMap((grant) => idsOf(account, grant)));
  for (const id of ids) account = await operations.endEntitlement({ id });
  return account;
}

function idsOf({ name, entitlements }: AccountDetail, grant: string): string[] {
  const nowMs = systemClock.nowMs();
  const granted = entitlements.filter((entitlement) => isGrant(entitlement) && isOpen(entitlement, nowMs));
  const meant = isTier(grant)
    ? granted.filter(({ tier }) => tier === grant)
    : entitlements.filter(({ id }) => id === grant);
  if (meant.length > 0) return meant.map(({ id }) => id);
  const there = granted.map(({ id, tier }) => `${tier} ${id}`).join(', ');
  const what = isTier(grant) ? `grant of ${grant}` : `entitlement ${grant}`;
  const remedy = there === '' ? 'nothing is granted to it' : `granted are: ${there}`;
  throw new Error(`account ${name} has no ${what}; ${remedy}`);
}

function isGrant({ subscription }: AccountDetail['entitlements'][number]): boolean {
  return subscription === undefined;
}
