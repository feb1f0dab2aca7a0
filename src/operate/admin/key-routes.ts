import { Type } from 'typebox';
import { keyModes } from '../../control/key-format.ts';
import { tiers } from '../../domain/tier.ts';
import { dayMs } from '../../kernel/clock.ts';
import { instantMs } from '../../kernel/instant.ts';
import { issuedKeyAnswer, keyAnswer, listOf } from './answers.ts';
import { idText, instantText, listLimit, nameText, route } from './route.ts';

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
export const keyRoutes = {
  list: route('GET', '/admin/v1/keys', {
    summary: 'the newest keys, never the keys themselves',
    query: listQuery,
    answer: listOf('keys', keyAnswer),
    run: async (operations, { query: { account, limit } }) => ({
      keys: await operations.listKeys({ accountName: account, limit }),
    }),
  }),
  create: route('POST', '/admin/v1/keys', {
    summary: 'makes a key; `key` in the answer is shown this once',
    status: 201,
    body: createBody,
    answer: issuedKeyAnswer,
    run: (operations, { body: { account, expiresAt, ...rest } }) => {
      const expiresAtMs = expiresAt === undefined ? undefined : instantMs(expiresAt);
      return operations.createKey({ accountName: account, expiresAtMs, ...rest });
    },
  }),
  rotate: route('POST', '/admin/v1/keys/{id}/rotate', {
    summary: 'replaces a key; the old one ends at once or after the overlap (7 days at most)',
    status: 201,
    params: keyId,
    body: rotateBody,
    answer: issuedKeyAnswer,
    run: (operations, { params, body }) => operations.rotateKey(params.id, body),
  }),
  revoke: route('POST', '/admin/v1/keys/{id}/revoke', {
    summary: 'ends a key',
    params: keyId,
    answer: keyAnswer,
    run: (operations, { params }) => operations.revokeKey(params.id),
  }),
};
