import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Role } from '../domain/role.ts';
import type { Tier } from '../domain/tier.ts';
import { minuteMs } from '../kernel/clock.ts';
import { checkedName } from './account-name.ts';
import { lockAccount } from './accounts.ts';
import type { BillingState } from './billing-state.ts';
import type { Change } from './change.ts';
import { ControlError } from './control-error.ts';
import { randomBase62 } from './key-format.ts';

export interface Membership {
  accountId: string;
  name: string;
  role: Role;
  tier: Tier;
  billing: BillingState;
}

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  sinceMs: number;
}

export interface InvitationRequest {
  /** The existing account it leads to; undefined: its user gets one of their own. */
  accountName?: string | undefined;
  role: Role;
  /** For whom it is, for people; at most 64 characters. */
  note?: string | undefined;
  /** Unix milliseconds. */
  expiresAtMs: number;
}

/** An invitation's link, the only time it is shown. */
export interface InvitationLink {
  id: string;
  /** Below the address of the service. */
  path: string;
  role: Role;
  expiresAtMs: number;
}

export interface Invitation {
  id: string;
  accountId?: string;
  role: Role;
  note?: string;
  createdAtMs: number;
  expiresAtMs: number;
}

const tokenLength = 32;
/** Signing up takes seconds. */
const claimLifeMs = 5 * minuteMs;
const peopleLimit = 100;
const openInvitationsLimit = 100;

const tokenHash = (token: string) => hash('sha256', token, 'hex');

/**
 * Creates the account of a person who signed up, if there is none. Its name is the e-mail address if that name is free: an
 * existing account of that name, made by an operator, belongs to other people.
 */
export async function openOwnAccount({ tx, now, rng }: Change, userId: string, email: string): Promise<void> {
  const known = await tx
    .selectFrom('accounts')
    .select('id')
    .where('opened_by', '=', userId)
    .executeTakeFirst();
  if (known !== undefined) return;
  const wanted = isName(email) ? [...email].slice(0, 54).join('') : 'account';
  for (const name of [wanted, `${wanted} ${randomBase62(8, rng)}`]) {
    const made = await tx
      .insertInto('accounts')
      .values({ name, created_at: now, opened_by: userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made === undefined) continue;
    await join({ tx, now }, made.id, userId, 'owner');
    return;
  }
}

/** An e-mail address may contain characters that a name may not: the account then gets another name. */
function isName(text: string): boolean {
  try {
    checkedName('the account name', [...text].slice(0, 54).join(''));
    return true;
  } catch {
    return false;
  }
}

async function join(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  accountId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await tx
    .insertInto('members')
    .values({ account_id: accountId, user_id: userId, role, created_at: now })
    // A member's link does not demote an owner.
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ role: sql`case when members.role = 'owner' then 'owner' else excluded.role end` }),
    )
    .execute();
}

export async function invite(
  { tx, now, rng }: Change,
  accountId: string | undefined,
  request: Omit<InvitationRequest, 'accountName'>,
): Promise<InvitationLink> {
  const { role, expiresAtMs } = request;
  const note = request.note === undefined ? undefined : checkedName('the note', request.note);
  if (!(expiresAtMs > now.getTime())) {
    throw new ControlError('invalid_input', `expiresAtMs must lie in the future; it is ${expiresAtMs}`);
  }
  if (accountId !== undefined) {
    const { open } = await tx
      .selectFrom('invitations')
      .select((eb) => eb.fn.countAll<string>().as('open'))
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow();
    if (Number(open) >= openInvitationsLimit) {
      throw new ControlError(
        'invalid_input',
        `the account has ${openInvitationsLimit} open invitations; withdraw some first`,
      );
    }
  }
  const token = randomBase62(tokenLength, rng);
  const id = `inv_${randomBase62(10, rng)}`;
  await tx
    .insertInto('invitations')
    .values({
      id,
      hash: tokenHash(token),
      account_id: accountId ?? null,
      role,
      note: note ?? null,
      created_at: now,
      expires_at: new Date(expiresAtMs),
      used_at: null,
    })
    .execute();
  return { id, path: `/signup?invitation=${token}`, role, expiresAtMs };
}

/** Reserves an open invitation: of several concurrent requests one gets it. @returns whether this one did */
export async function claim({ tx, now }: Change, token: string, claimedBy: string): Promise<boolean> {
  const claimed = await tx
    .updateTable('invitations')
    .set({ claimed_by: claimedBy, claimed_at: now })
    .where('hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isFree(now))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** True for an invitation that no request holds: the claim of a process that died is over after a while, one of the future is void. */
function isFree(now: Date) {
  const over = new Date(now.getTime() - claimLifeMs);
  return sql<boolean>`(claimed_at is null or claimed_at <= ${over} or claimed_at > ${now})`;
}

/**
 * Lets a person use an invitation, once.
 * @param claimedBy the request that it was reserved for by {@link claim}; absent where it was not
 * @returns the account that they belong to now; undefined where it leads to one of their own, or to one that is full by now
 * @throws ControlError `invalid_input` for one that is unknown, used or over
 */
export async function redeem(
  change: Change,
  token: string,
  userId: string,
  claimedBy?: string,
): Promise<string | undefined> {
  const { tx, now } = change;
  const used = await tx
    .updateTable('invitations')
    .set({ used_at: now, used_by: userId })
    .where('hash', '=', tokenHash(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where(claimedBy === undefined ? isFree(now) : sql<boolean>`claimed_by = ${claimedBy}`)
    .returning(['account_id', 'role'])
    .executeTakeFirst();
  if (used === undefined)
    throw new ControlError('invalid_input', 'the invitation is unknown, used or expired');
  if (used.account_id === null) return undefined;
  await lockAccount(tx, used.account_id, now);
  const { people } = await tx
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<string>().as('people'))
    .where('account_id', '=', used.account_id)
    .executeTakeFirstOrThrow();
  if (Number(people) >= peopleLimit) {
    // A new person gets an account of their own, and the invitation is used up.
    if (claimedBy !== undefined) return undefined;
    throw new ControlError('invalid_input', `the account has ${peopleLimit} members already`);
  }
  await join(change, used.account_id, userId, used.role);
  return used.account_id;
}

export interface MemberChange {
  accountId: string;
  userId: string;
  /** Undefined ends the membership. */
  role: Role | undefined;
  /** The owner's decision on the member's keys when the membership ends; default: left open. */
  keys?: { become: 'kept' | 'revoked'; ownerId: string } | undefined;
}

/** The last owner stays. @throws ControlError `invalid_input` */
export async function changeMember(
  change: Change,
  { accountId, userId, role, keys }: MemberChange,
): Promise<void> {
  const { tx, now } = change;
  await lockAccount(tx, accountId, now);
  const members = await tx.selectFrom('members').selectAll().where('account_id', '=', accountId).execute();
  const member = members.find((each) => each.user_id === userId);
  if (member === undefined) throw new ControlError('invalid_input', 'the person is no member of the account');
  const owners = members.filter((each) => each.role === 'owner');
  if (member.role === 'owner' && role !== 'owner' && owners.length === 1) {
    throw new ControlError(
      'invalid_input',
      'an account keeps at least one owner; make another member an owner first',
    );
  }
  const of = { account_id: accountId, user_id: userId };
  if (role === undefined) {
    await tx
      .deleteFrom('members')
      .where('account_id', '=', of.account_id)
      .where('user_id', '=', of.user_id)
      .execute();
    // Otherwise the grants would work again if the person is invited again.
    await tx
      .deleteFrom('agent_grants')
      .where('account_id', '=', of.account_id)
      .where('user_id', '=', of.user_id)
      .execute();
    if (keys !== undefined) await decideKeys(change, of, keys);
  } else {
    await tx
      .updateTable('members')
      .set({ role })
      .where('account_id', '=', of.account_id)
      .where('user_id', '=', of.user_id)
      .execute();
  }
}

async function decideKeys(
  { tx, now, changed }: Change,
  of: { account_id: string; user_id: string },
  { become, ownerId }: NonNullable<MemberChange['keys']>,
): Promise<void> {
  const decided = await tx
    .updateTable('api_keys')
    .set(become === 'kept' ? { kept_by: ownerId } : { revoked_at: now })
    .where('account_id', '=', of.account_id)
    .where('made_by', '=', of.user_id)
    .where('revoked_at', 'is', null)
    .returning('hash')
    .execute();
  if (become === 'revoked') for (const key of decided) changed(key.hash);
}
