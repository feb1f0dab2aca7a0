import { Type } from 'typebox';
import type { People } from '../../control/people.ts';
import { roles } from '../../domain/role.ts';
import { refused } from '../../kernel/problem.ts';
import { idText, instant, maybe, operation, ownersOnly, text } from '../operation.ts';

const role = Type.Enum(roles);
const memberId = Type.Object({ id: idText });

export const listMembers = operation({
  name: 'listMembers',
  method: 'GET',
  path: '/admin/v1/members',
  operationId: 'members-list',
  summary: 'the people of the account, and to owners its open invitations',
  for: ['owner', 'member'],
  output: Type.Object({
    members: Type.Array(
      Type.Object({ id: text, name: text, email: text, role, joinedAt: instant, self: Type.Boolean() }),
    ),
    invitations: Type.Array(Type.Object({ id: text, role, note: maybe(text), expiresAt: instant })),
  }),
  async run({ control }, _, { caller }) {
    const { accountId, userId, role: own } = caller!;
    const { people } = await control();
    const members = await people.membersOf(accountId);
    const invitations = own === 'owner' ? await people.invitations(accountId) : [];
    return {
      members: members.map(({ userId: id, sinceMs: joinedAtMs, ...member }) => {
        return { id, ...member, joinedAtMs, self: id === userId };
      }),
      invitations: invitations.map(({ accountId: _, createdAtMs: _at, ...invitation }) => invitation),
    };
  },
});

/** @throws ControlError `invalid_input` for the last owner */
export const changeMember = operation({
  name: 'changeMember',
  method: 'PATCH',
  path: '/admin/v1/members/{id}',
  operationId: 'members-change',
  summary: 'changes the role of a member',
  for: ['owner'],
  input: Type.Object({ id: idText, role }),
  output: memberId,
  async run({ control }, { id, role: to }, { caller }) {
    await (await control()).people.changeMember({ accountId: caller!.accountId, userId: id, role: to });
    return { id };
  },
});

/**
 * Owners may remove any member, and every member may leave. An owner decides on the person's keys; the keys of a member who
 * leaves stay until an owner decides.
 */
export const removeMember = operation({
  name: 'removeMember',
  method: 'DELETE',
  path: '/admin/v1/members/{id}',
  operationId: 'members-remove',
  summary: 'ends a membership',
  for: ['owner', 'member'],
  input: Type.Object({ id: idText, keys: maybe(Type.Enum(['kept', 'revoked'])) }),
  output: memberId,
  async run({ control }, { id, keys }, { caller }) {
    const { accountId, userId: callerId, role: own } = caller!;
    if (own !== 'owner' && id !== callerId) throw ownersOnly();
    const { people } = await control();
    const member = { accountId, userId: id };
    if (own === 'owner' && keys === undefined) await demandNoKeys(people, member);
    const isDecided = own === 'owner' && keys !== undefined;
    const decision = isDecided ? { become: keys, ownerId: callerId } : undefined;
    await people.changeMember({ ...member, role: undefined, keys: decision });
    return { id };
  },
});

/** @throws Problem 409 if the member made keys that are active */
async function demandNoKeys(
  people: People,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<void> {
  const { total, newest } = await people.keysMadeBy(accountId, userId);
  if (total === 0) return;
  const named = newest.map(({ name, prefix }) => name ?? `${prefix}…`);
  if (total > newest.length) named.push(`and ${total - newest.length} more`);
  const message = `This person created ${total} active key${total === 1 ? '' : 's'}: ${named.join(', ')}. Set "keys" to "kept" or "revoked".`;
  throw refused(409, 'KEYS_UNDECIDED', message);
}

export const withdrawInvitation = operation({
  name: 'withdrawInvitation',
  method: 'DELETE',
  path: '/admin/v1/invitations/{id}',
  operationId: 'members-withdraw',
  summary: 'ends an open invitation',
  for: ['owner'],
  input: memberId,
  output: memberId,
  async run({ control }, { id }, { caller }) {
    await (await control()).people.withdraw(caller!.accountId, id);
    return { id };
  },
});
