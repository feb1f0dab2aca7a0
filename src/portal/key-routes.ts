import { Type } from 'typebox';
import type { IssuedKey, KeySummary } from '../control/key-store.ts';
import type { ControlStore } from '../control/store.ts';
import { type Clock, dayMs, hourMs, rfc3339 } from '../kernel/clock.ts';
import { type AccountAccess, ownersOnly } from './account-access.ts';
import { done, form, json, type PortalRoutes } from './portal-call.ts';
import { unknown } from './refusal.ts';

export interface KeyRoutesOptions {
  control: Pick<
    ControlStore,
    'createKey' | 'listKeys' | 'revokeKey' | 'rotateKey' | 'findAccount' | 'people'
  >;
  access: AccountAccess;
  clock: Clock;
}

const newKey = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 64 }),
    expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 3_650 })),
  },
  { additionalProperties: false },
);
const rotation = Type.Object(
  { overlapHours: Type.Integer({ minimum: 0, maximum: 168 }) },
  { additionalProperties: false },
);
const listed = 200;

/** The keys of an account, which all of its people may make, replace and end. Owners decide about those of people who left. */
export function keyRoutes({ control, access, clock }: KeyRoutesOptions): PortalRoutes {
  /** A key of this account and no other. */
  async function keyOf(accountName: string, id: string): Promise<string> {
    const keys = await control.listKeys({ accountName });
    if (!keys.some((key) => key.id === id)) throw unknown('key');
    return id;
  }

  return {
    'accounts/{account}/keys': {
      async GET(asked, names) {
        const { account } = await access(asked, names);
        const keys = await control.listKeys({ accountName: account.name, limit: listed });
        const { limits } = await control.findAccount(account.name);
        return json({ keys: keys.map(shownKey), limit: limits.keys, tier: account.tier });
      },
      async POST(asked, names) {
        const { account, person } = await access(asked, names);
        const { name, expiresInDays: days } = await form(asked, newKey);
        const expires = days === undefined ? {} : { expiresAtMs: clock.nowMs() + days * dayMs };
        const of = { accountName: account.name, madeBy: person.id };
        return json(issued(await control.createKey({ ...of, name, ...expires })), 201);
      },
    },
    'accounts/{account}/keys/{key}': {
      async DELETE(asked, names) {
        const { account } = await access(asked, names);
        return json(shownKey(await control.revokeKey(await keyOf(account.name, names.key!))));
      },
    },
    'accounts/{account}/keys/{key}/rotate': {
      async POST(asked, names) {
        const { account, person } = await access(asked, names);
        const { overlapHours } = await form(asked, rotation);
        const id = await keyOf(account.name, names.key!);
        const overlapMs = overlapHours * hourMs;
        return json(issued(await control.rotateKey(id, { overlapMs, madeBy: person.id })), 201);
      },
    },
    'accounts/{account}/keys/{key}/keep': {
      /** An owner's decision that a key stays although its maker has left. */
      async POST(asked, names) {
        const { account, person } = await ownersOnly(access)(asked, names);
        const of = { accountId: account.accountId, keyId: names.key!, ownerId: person.id };
        if (!(await control.people.keepKey(of))) throw unknown('key that waits for a decision');
        return done();
      },
    },
  };
}

/** The one answer that ever holds a key. */
function issued({ id, key }: IssuedKey) {
  return { id, secret: key };
}

function shownKey(key: KeySummary) {
  const time = (timeMs: number | undefined) => (timeMs === undefined ? null : rfc3339(timeMs));
  return {
    id: key.id,
    name: key.name ?? null,
    prefix: key.prefix,
    status: key.status,
    createdAt: rfc3339(key.createdAtMs),
    expiresAt: time(key.expiresAtMs),
    revokedAt: time(key.revokedAtMs),
    lastUsedAt: time(key.lastUsedAtMs),
    rotatedFrom: key.rotatedFrom ?? null,
    madeBy: key.madeBy ?? null,
    isLeftBehind: key.isLeftBehind === true,
  };
}
