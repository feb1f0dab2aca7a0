import type { Membership } from '../control/members.ts';
import type { People } from '../control/people.ts';
import { refused } from '../kernel/problem.ts';
import type { Person, Persons } from './persons.ts';
import type { PortalRequest } from './portal-call.ts';
import { unknown } from './refusal.ts';

export interface AccountVisit {
  person: Person;
  account: Membership;
}

/**
 * Says whose account a path may be about. Every path with an account in it asks here first.
 * @throws Problem 401 for a visitor, 404 for an account of another person, also for one that does not exist
 */
export type AccountAccess = (
  request: PortalRequest,
  names: Readonly<Record<string, string>>,
) => Promise<AccountVisit>;

export function createAccountAccess({
  people,
  persons,
}: {
  people: People;
  persons: Persons;
}): AccountAccess {
  return async (request, { account: id }) => {
    const person = await persons.demand(request);
    const account = (await people.accountsOf(person.id)).find(({ accountId }) => accountId === id);
    if (account === undefined) throw unknown('account');
    return { person, account };
  };
}

/** The same for what only owners may do. @throws Problem 403 too */
export function ownersOnly(access: AccountAccess): AccountAccess {
  return async (request, names) => {
    const visit = await access(request, names);
    demandRole(visit.account, ['owner']);
    return visit;
  };
}

/** @throws Problem 403 */
export function demandRole({ role }: Pick<Membership, 'role'>, allowed: readonly string[]): void {
  if (!allowed.includes(role)) throw refused(403, 'OWNERS_ONLY', 'Only owners of the account may do this.');
}
