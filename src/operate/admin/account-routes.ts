import { Type } from 'typebox';
import { limitOverrides, overrideChanges } from '../../domain/limit-overrides.ts';
import { roles } from '../../domain/role.ts';
import { tiers } from '../../domain/tier.ts';
import { instantMs } from '../../kernel/instant.ts';
import { accountAnswer, accountSummaryAnswer, invitationAnswer, listOf } from './answers.ts';
import { idText, instantText, listLimit, nameText, route } from './route.ts';

const accountName = Type.Object({ name: nameText });

const listQuery = Type.Object({ nameContains: Type.Optional(nameText), limit: Type.Optional(listLimit) });

const grantBody = Type.Object({
  tier: Type.Enum(tiers),
  validFrom: Type.Optional(instantText),
  validUntil: Type.Optional(instantText),
});

const inviteBody = Type.Object({
  account: Type.Optional(nameText),
  role: Type.Enum(roles),
  expires: instantText,
});

/** Accounts, the tiers they are entitled to, and limits of their own. What changes an account answers with it. */
export const accountRoutes = {
  list: route('GET', '/admin/v1/accounts', {
    summary: 'accounts by name',
    query: listQuery,
    answer: listOf('accounts', accountSummaryAnswer),
    run: async (operations, { query }) => ({ accounts: await operations.listAccounts(query) }),
  }),
  find: route('GET', '/admin/v1/accounts/{name}', {
    summary: 'an account with its entitlements and limits',
    params: accountName,
    answer: accountAnswer,
    run: (operations, { params }) => operations.findAccount(params.name),
  }),
  create: route('PUT', '/admin/v1/accounts/{name}', {
    summary: 'makes an account where it does not exist',
    params: accountName,
    answer: accountAnswer,
    run: (operations, { params }) => operations.createAccount(params.name),
  }),
  invite: route('POST', '/admin/v1/invitations', {
    summary: 'a link by which somebody joins an account, or opens one of their own where none is named',
    status: 201,
    body: inviteBody,
    answer: invitationAnswer,
    run: (operations, { body: { account: named, role, expires } }) =>
      operations.invite({ accountName: named, role, expiresAtMs: instantMs(expires)! }),
  }),
  grant: route('POST', '/admin/v1/accounts/{name}/entitlements', {
    summary: 'entitles to a tier, from now and for ever unless it says otherwise',
    status: 201,
    params: accountName,
    body: grantBody,
    answer: accountAnswer,
    run: (operations, { params, body: { tier, validFrom, validUntil } }) =>
      operations.grantTier({
        accountName: params.name,
        tier,
        ...(validFrom !== undefined && { validFromMs: instantMs(validFrom) }),
        ...(validUntil !== undefined && { validUntilMs: instantMs(validUntil) }),
      }),
  }),
  end: route('POST', '/admin/v1/entitlements/{id}/end', {
    summary: 'ends what was granted',
    params: Type.Object({ id: idText }),
    answer: accountAnswer,
    run: (operations, { params }) => operations.endEntitlement(params.id),
  }),
  setOverrides: route('PUT', '/admin/v1/accounts/{name}/overrides', {
    summary: "limits of an Enterprise account's own, in the place of all it had",
    params: accountName,
    body: limitOverrides,
    answer: accountAnswer,
    run: (operations, { params, body }) => operations.setOverrides(params.name, body),
  }),
  changeOverrides: route('PATCH', '/admin/v1/accounts/{name}/overrides', {
    summary: 'changes some of these limits; `tier` for what the tier has',
    params: accountName,
    body: overrideChanges,
    answer: accountAnswer,
    run: (operations, { params, body }) => operations.changeOverrides(params.name, body),
  }),
  clearOverrides: route('DELETE', '/admin/v1/accounts/{name}/overrides', {
    summary: 'the limits of its tier again',
    params: accountName,
    answer: accountAnswer,
    run: (operations, { params }) => operations.setOverrides(params.name, undefined),
  }),
};
