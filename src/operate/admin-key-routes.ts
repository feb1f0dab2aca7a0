import { Type } from 'typebox';
import { keyModes } from '../control/key-format.ts';
import { tiers } from '../domain/tier.ts';
import { dayMs } from '../kernel/clock.ts';
import { instantMs } from '../kernel/instant.ts';
import { idText, instantText, listLimit, nameText, route } from './admin-route.ts';

const keyId = Type.Object({ id: idText });

const listQuery = Type.Object({ account: Type.Optional(nameText), limit: Type.Optional(listLimit) });

const createBody = Type.Object({
  account: Type.Optional(nameText),
  tier: Type.Optional(Type.Enum(tiers)),
  mode: Type.Optional(Type.Enum(keyModes)),
  name: Type.Optional(nameText),
  expiresAt: Type.Optional(instantText),
});

const rotateBody = Type.Object({
  overlapMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 7 * dayMs })),
});

/** Keys: list, create, rotate, revoke. */
export const keyRoutes = [
  route('GET', '/admin/v1/keys', {
    query: listQuery,
    run: async ({ operations }, { query: { account, limit } }) => ({
      keys: await operations.listKeys({ accountName: account, limit }),
    }),
  }),
  route('POST', '/admin/v1/keys', {
    status: 201,
    body: createBody,
    run: ({ operations }, { body: { account, expiresAt, ...rest } }) => {
      const expiresAtMs = expiresAt === undefined ? undefined : instantMs(expiresAt);
      return operations.createKey({ accountName: account, expiresAtMs, ...rest });
    },
  }),
  route('POST', '/admin/v1/keys/{id}/rotate', {
    status: 201,
    params: keyId,
    body: rotateBody,
    run: ({ operations }, { params, body }) => operations.rotateKey(params.id, body),
  }),
  route('POST', '/admin/v1/keys/{id}/revoke', {
    params: keyId,
    run: ({ operations }, { params }) => operations.revokeKey(params.id),
  }),
];
