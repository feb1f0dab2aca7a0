import { Type } from 'typebox';
import { limitOverrides } from '../domain/limit-overrides.ts';
import { tiers } from '../domain/tier.ts';
import { instantMs } from '../kernel/instant.ts';
import { idText, instantText, listLimit, nameText, route } from './admin-route.ts';

const accountName = Type.Object({ name: nameText });

const listQuery = Type.Object({ nameContains: Type.Optional(nameText), limit: Type.Optional(listLimit) });

const grantBody = Type.Object({
  tier: Type.Enum(tiers),
  validFrom: Type.Optional(instantText),
  validUntil: Type.Optional(instantText),
});

/** Accounts, the tiers they are entitled to, and limits of their own. What changes an account answers with it. */
export const accountRoutes = [
  route('GET', '/admin/v1/accounts', {
    query: listQuery,
    run: async ({ accounts }, { query }) => ({ accounts: await accounts.listAccounts(query) }),
  }),
  route('GET', '/admin/v1/accounts/{name}', {
    params: accountName,
    run: ({ accounts }, { params }) => accounts.findAccount(params.name),
  }),
  route('PUT', '/admin/v1/accounts/{name}', {
    params: accountName,
    run: ({ accounts }, { params }) => accounts.createAccount(params.name),
  }),
  route('POST', '/admin/v1/accounts/{name}/entitlements', {
    status: 201,
    params: accountName,
    body: grantBody,
    run: ({ accounts }, { params, body: { tier, validFrom, validUntil } }) =>
      accounts.grantTier({
        accountName: params.name,
        tier,
        ...(validFrom !== undefined && { validFromMs: instantMs(validFrom) }),
        ...(validUntil !== undefined && { validUntilMs: instantMs(validUntil) }),
      }),
  }),
  route('POST', '/admin/v1/entitlements/{id}/end', {
    params: Type.Object({ id: idText }),
    run: ({ accounts }, { params }) => accounts.endEntitlement(params.id),
  }),
  route('PUT', '/admin/v1/accounts/{name}/overrides', {
    params: accountName,
    body: limitOverrides,
    run: ({ accounts }, { params, body }) => accounts.setOverrides(params.name, body),
  }),
  route('DELETE', '/admin/v1/accounts/{name}/overrides', {
    params: accountName,
    run: ({ accounts }, { params }) => accounts.setOverrides(params.name, undefined),
  }),
];
