import { Type } from 'typebox';
import type { People } from '../control/people.ts';
import { roles } from '../domain/role.ts';
import { type Clock, dayMs, rfc3339 } from '../kernel/clock.ts';
import { refused } from '../kernel/problem.ts';
import { type AccountAccess, ownersOnly } from './account-access.ts';
import type { Persons } from './persons.ts';
import { done, form, json, type PortalRoutes } from './portal-call.ts';

export interface MemberRoutesOptions {
  people: People;
  persons: Persons;
  access: AccountAccess;
  clock: Clock;
}

const role = Type.Enum(roles);
const leaving = Type.Object(
  { keys: Type.Optional(Type.Enum(['kept', 'revoked'])) },
  { additionalProperties: false },
);
const change = Type.Object({ role }, { additionalProperties: false });
const invitation = Type.Object(
  {
    role,
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30 })),
  },
  { additionalProperties: false },
);
const invitationDays = 7;

/** Members and invitations of an account, and a person's browser sessions. */
export function memberRoutes({ people, persons, access, clock }: MemberRoutesOptions): PortalRoutes {
  const owners = ownersOnly(access);

  /** @throws Problem 409 where a member made keys that are active */
  async function askAboutKeys({ accountId, userId }: { accountId: string; userId: string }): Promise<void> {
    const keys = await people.keysMadeBy(accountId, userId);
    if (keys.length === 0) return;
    const named = keys.map(({ name, prefix }) => name ?? `${prefix}…`).join(', ');
    const message = `This person made ${keys.length} active key${keys.length === 1 ? '' : 's'}: ${named}. Say what becomes of them: "keys" is "kept" or "revoked".`;
    throw refused(409, 'KEYS_UNDECIDED', message);
  }
  return {
    'accounts/{account}/members': {
      async GET(request, names) {
        const { account, person } = await access(request, names);
        const members = await people.membersOf(account.accountId);
        const invitations = account.role === 'owner' ? await people.invitations(account.accountId) : [];
        return json({
          members: members.map(({ userId, name, email, role: of, sinceMs }) => {
            return { id: userId, name, email, role: of, since: rfc3339(sinceMs), self: userId === person.id };
          }),
          invitations: invitations.map(({ id, role: to, note, expiresAtMs }) => {
            return { id, role: to, note: note ?? null, expiresAt: rfc3339(expiresAtMs) };
          }),
        });
      },
    },
    'accounts/{account}/members/{member}': {
      async POST(request, names) {
        const { account } = await owners(request, names);
        const { role: to } = await form(request, change);
        await people.changeMember({ accountId: account.accountId, userId: names.member!, role: to });
        return done();
      },
      /**
       * Owners may remove any member, and every member may leave. An owner decides on the person's keys; the keys of
       * a member who leaves stay until an owner decides.
       */
      async DELETE(request, names) {
        const { person } = await access(request, names);
        const { account } = await (names.member === person.id ? access : owners)(request, names);
        const { keys } = await form(request, leaving);
        const of = { accountId: account.accountId, userId: names.member! };
        const decides = account.role === 'owner';
        if (decides && keys === undefined) await askAboutKeys(of);
        const decided = decides && keys !== undefined ? { become: keys, ownerId: person.id } : undefined;
        await people.changeMember({ ...of, role: undefined, keys: decided });
        return done();
      },
    },
    'accounts/{account}/invitations': {
      async POST(request, names) {
        const { account } = await owners(request, names);
        const { role: to, note, days = invitationDays } = await form(request, invitation);
        const { accountId } = account;
        const expiresAtMs = clock.nowMs() + days * dayMs;
        const { id, token } = await people.invite({ accountId, role: to, note, expiresAtMs });
        const link = `${new URL(request.request.url).origin}/signup?invitation=${token}`;
        return json({ id, link, expiresAt: rfc3339(expiresAtMs) }, 201);
      },
    },
    'accounts/{account}/invitations/{invitation}': {
      async DELETE(request, names) {
        const { account } = await owners(request, names);
        await people.withdraw(account.accountId, names.invitation!);
        return done();
      },
    },
    sessions: {
      async GET(request) {
        const person = await persons.demand(request);
        const sessions = await people.sessionsOf(person.id);
        return json({
          sessions: sessions.map(({ id, createdAtMs, ip, userAgent }) => {
            return { id, since: rfc3339(createdAtMs), ip, userAgent, self: id === person.sessionId };
          }),
        });
      },
    },
    'sessions/{session}': {
      async DELETE(request, names) {
        const person = await persons.demand(request);
        await people.endSession(person.id, names.session!);
        return done();
      },
    },
  };
}
