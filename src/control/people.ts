import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Role } from '../domain/role.ts';
import { entitlementStatus } from './entitlement-status.ts';
import { entitlementsOf } from './entitlements.ts';
import type { KeyRecord } from './key-store.ts';
import { leaversKeys } from './leavers-keys.ts';
import type { Invitation, Member, MemberChange, Membership } from './members.ts';
import type { ControlDatabase } from './schema.ts';
import { findBySession } from './session-account.ts';

export interface PersonSession {
  id: string;
  createdAtMs: number;
  expiresAtMs: number;
  ip: string;
  userAgent: string;
}

/** People and the accounts they belong to. The caller has checked that the person may. */
export interface People {
  /** Makes the account of a person who signed up, where there is none. */
  openOwnAccount(userId: string, email: string): Promise<void>;
  /** The accounts of a person, the oldest membership first. */
  accountsOf(userId: string): Promise<Membership[]>;
  /** The people of an account, the oldest first. */
  membersOf(accountId: string): Promise<Member[]>;
  /** @throws ControlError `invalid_input`, also for the last owner */
  changeMember(change: MemberChange): Promise<void>;
  /** Number of an account's active keys that a person made, and the newest of them. */
  keysMadeBy(
    accountId: string,
    userId: string,
  ): Promise<{ total: number; newest: { name: string | null; prefix: string }[] }>;
  /** Notes that an owner keeps a key whose maker has left. @returns false for a key that needs no decision */
  keepKey(kept: { accountId: string; keyId: string; ownerId: string }): Promise<boolean>;
  /** Open invitations to an account, the newest first. */
  invitations(accountId: string): Promise<Invitation[]>;
  /** Ends an open invitation to an account; without effect for any other. */
  withdraw(accountId: string, id: string): Promise<void>;
  /** The open invitation behind a link; undefined where it is unknown, used or over. */
  findInvitation(token: string): Promise<(Invitation & { account?: string }) | undefined>;
  /**
   * Reserves an invitation for a person signing up, for five minutes.
   * @param claimedBy the request that signs up
   * @returns false where it is unknown, used, over or reserved for another request
   */
  claim(token: string, claimedBy: string): Promise<boolean>;
  /** Gives back an invitation that was reserved for this request and not used. */
  release(token: string, claimedBy: string): Promise<void>;
  /**
   * Uses an invitation.
   * @param claimedBy the request that it was reserved for; absent where it was not
   * @returns the account joined, if any. @throws ControlError `invalid_input`
   */
  redeem(token: string, userId: string, claimedBy?: string): Promise<string | undefined>;
  /**
   * What a session may do for an account: undefined where it is over, or its person is no member.
   * Answers as {@link KeyStore.findByHash} does, for a key that is no stored one.
   */
  findBySession(accountId: string, sessionId: string): Promise<KeyRecord | undefined>;
  /** Customer id of an account at the billing provider. @param customer stored if there is none yet */
  billingCustomer<C extends string | undefined>(accountId: string, customer?: C): Promise<string | C>;
  /** Id and name of every key of an account by its SHA-256, to match requests of the log with. */
  keysByHash(accountId: string): Promise<Map<string, { id: string; name: string | null; prefix: string }>>;
  /** Sessions of a person that have not ended, the newest first. */
  sessionsOf(userId: string): Promise<PersonSession[]>;
  /** Ends a session of this person. */
  endSession(userId: string, sessionId: string): Promise<void>;
}

const listedLimit = 100;
const keysLimit = 10_000;

type Reads = Omit<People, 'openOwnAccount' | 'changeMember' | 'claim' | 'redeem'>;

/** The part of {@link People} that needs no transaction. */
export function readPeople(db: Kysely<ControlDatabase>, nowMs: () => number): Reads {
  return {
    async accountsOf(userId) {
      const now = new Date(nowMs());
      const rows = await db
        .selectFrom('members')
        .innerJoin('accounts', 'accounts.id', 'members.account_id')
        .select((eb) => [
          'accounts.id',
          'accounts.name',
          'members.role',
          entitlementsOf(eb.ref('accounts.id'), now).as('entitlements'),
        ])
        .where('members.user_id', '=', userId)
        .orderBy('members.created_at')
        .orderBy('accounts.id')
        .limit(listedLimit)
        .execute();
      return rows.map(({ id, name, role, entitlements }): Membership => {
        const { tier, billing } = entitlementStatus(entitlements, now.getTime());
        return { accountId: id, name, role, tier, billing };
      });
    },
    async membersOf(accountId) {
      const rows = await db
        .selectFrom('members')
        .innerJoin('portal.user as person', 'person.id', 'members.user_id')
        .select(['person.id', 'person.name', 'person.email', 'members.role', 'members.created_at'])
        .where('members.account_id', '=', accountId)
        .orderBy('members.created_at')
        .orderBy('person.id')
        .execute();
      return rows.map(({ id, created_at, ...row }) => ({
        userId: id,
        ...row,
        sinceMs: created_at.getTime(),
      }));
    },
    async invitations(accountId) {
      const rows = await db
        .selectFrom('invitations')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(nowMs()))
        .orderBy('created_at', 'desc')
        .limit(listedLimit)
        .execute();
      return rows.map(invitationOf);
    },
    async findInvitation(token) {
      const row = await db
        .selectFrom('invitations')
        .leftJoin('accounts', 'accounts.id', 'invitations.account_id')
        .selectAll('invitations')
        .select('accounts.name')
        .where('invitations.hash', '=', hash('sha256', token, 'hex'))
        .where('used_at', 'is', null)
        .where('expires_at', '>', new Date(nowMs()))
        .executeTakeFirst();
      return row && { ...invitationOf(row), ...(row.name !== null && { account: row.name }) };
    },
    async release(token, claimedBy) {
      await db
        .updateTable('invitations')
        .set({ claimed_by: null, claimed_at: null })
        .where('hash', '=', hash('sha256', token, 'hex'))
        .where('claimed_by', '=', claimedBy)
        .where('used_at', 'is', null)
        .execute();
    },
    async withdraw(accountId, id) {
      await db
        .deleteFrom('invitations')
        .where('id', '=', id)
        .where('account_id', '=', accountId)
        .where('used_at', 'is', null)
        .execute();
    },
    findBySession: (accountId, sessionId) => findBySession(db, { accountId, sessionId }, new Date(nowMs())),
    async billingCustomer<C extends string | undefined>(accountId: string, customer?: C) {
      if (customer !== undefined) {
        await db
          .updateTable('accounts')
          .set({ billing_customer: customer })
          .where('id', '=', accountId)
          .where('billing_customer', 'is', null)
          .execute();
      }
      const row = await db
        .selectFrom('accounts')
        .select('billing_customer')
        .where('id', '=', accountId)
        .executeTakeFirst();
      return (row?.billing_customer ?? customer) as string | C;
    },
    async keysByHash(accountId) {
      const rows = await db
        .selectFrom('api_keys')
        .select(['id', 'name', 'prefix', 'hash'])
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .limit(keysLimit)
        .execute();
      return new Map(rows.map(({ hash: of, ...key }) => [of, key]));
    },
    ...leaversKeys(db, nowMs),
    async sessionsOf(userId) {
      const rows = await db
        .selectFrom('portal.session')
        .select(['id', 'createdAt', 'expiresAt', 'ipAddress', 'userAgent'])
        .where('userId', '=', userId)
        .where('expiresAt', '>', new Date(nowMs()))
        .orderBy('createdAt', 'desc')
        .limit(listedLimit)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        createdAtMs: row.createdAt.getTime(),
        expiresAtMs: row.expiresAt.getTime(),
        ip: row.ipAddress ?? '',
        userAgent: row.userAgent ?? '',
      }));
    },
    async endSession(userId, sessionId) {
      await db
        .deleteFrom('portal.session')
        .where('id', '=', sessionId)
        .where('userId', '=', userId)
        .execute();
    },
  };
}

/** An invitation as shown in lists: without its link token. */
export function invitationOf(row: {
  id: string;
  account_id: string | null;
  role: Role;
  note: string | null;
  created_at: Date;
  expires_at: Date;
}): Invitation {
  return {
    id: row.id,
    role: row.role,
    createdAtMs: row.created_at.getTime(),
    expiresAtMs: row.expires_at.getTime(),
    ...(row.account_id !== null && { accountId: row.account_id }),
    ...(row.note !== null && { note: row.note }),
  };
}
