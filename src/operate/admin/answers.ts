import { type TObject, Type } from 'typebox';
import { limitOverrides } from '../../domain/limit-overrides.ts';
import { roles } from '../../domain/role.ts';
import { tiers } from '../../domain/tier.ts';
import { differenceCauses } from '../../jobs/position-audit.ts';

/*
 * The bodies of the admin surface's answers. They say what the interfaces of `operations.ts` and `control/store.ts` say, with
 * instants as RFC 3339. The client checks what it was answered against them; fields it does not know are let through.
 */

const text = Type.String();
const instant = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });
const tier = Type.Enum(tiers);
const maybe = Type.Optional;
const unlimited = Type.Union([count, Type.Null()], { description: 'null for no limit.' });

export const statusAnswer = Type.Object({
  version: text,
  pid: count,
  command: text,
  dataDir: maybe(text),
  startedAt: instant,
});

export const invitationAnswer = Type.Object({
  path: Type.String({ description: 'Below the address of the service.' }),
  role: Type.Enum(roles),
  expiresAt: instant,
});

export const keyAnswer = Type.Object({
  id: text,
  account: text,
  tier,
  name: maybe(text),
  prefix: Type.String({ description: 'The first 13 characters of the key.' }),
  status: Type.Enum(['active', 'revoked', 'expired']),
  createdAt: instant,
  expiresAt: maybe(instant),
  revokedAt: maybe(instant),
  rotatedFrom: maybe(Type.String({ description: 'Id of the key that this one replaced.' })),
  lastUsedAt: maybe(instant),
  madeBy: maybe(Type.String({ description: 'E-mail address of the person who made it, or `operator`.' })),
  isLeftBehind: maybe(
    Type.Boolean({
      description: 'Its maker has left the account, and no owner has decided whether it stays.',
    }),
  ),
});

export const issuedKeyAnswer = Type.Object({
  id: text,
  key: Type.String({ description: 'The key itself, shown this once.' }),
  account: text,
  accountId: text,
  tier,
});

const accountFields = {
  id: text,
  name: text,
  tier,
  billing: Type.Object({
    state: Type.Enum(['active', 'grace', 'past_due', 'lapsed']),
    graceExpiresAt: maybe(instant),
  }),
  activeKeys: count,
  createdAt: instant,
};

export const accountSummaryAnswer = Type.Object(accountFields);

export const accountAnswer = Type.Object({
  ...accountFields,
  limits: Type.Object({
    ratePerMinute: count,
    routeRatePerMinute: count,
    requestsPerDay: unlimited,
    requestsPerMonth: unlimited,
    keys: unlimited,
    windowDays: count,
  }),
  overrides: maybe(limitOverrides),
  entitlements: Type.Array(
    Type.Object({
      id: text,
      tier,
      source: Type.Enum(['manual', 'stripe']),
      validFrom: instant,
      validUntil: maybe(instant),
      subscription: maybe(text),
    }),
  ),
});

export const paymentStates = ['claimed', 'settling', 'settled', 'uncertain', 'refused'] as const;

export const paymentAnswer = Type.Object({
  id: text,
  state: Type.Enum(paymentStates),
  payer: text,
  amount: Type.String({ description: 'In the smallest unit of the asset.' }),
  asset: text,
  network: text,
  payTo: text,
  endpoint: text,
  request: Type.String({ description: 'Method, path and query that it paid for.' }),
  transaction: maybe(text),
  reason: maybe(text),
  createdAt: instant,
  endedAt: maybe(instant),
});

export const importProgress = Type.Object({
  file: text,
  filesDone: count,
  files: count,
  bytesDone: count,
  bytes: count,
  fills: count,
  duplicates: count,
  contexts: count,
  quarantined: count,
});

export const importAnswer = Type.Object({
  files: count,
  blocks: count,
  fills: count,
  duplicates: count,
  completed: count,
  conflicts: count,
  replaced: count,
  contexts: count,
  knownContexts: count,
  unattributed: count,
  quarantined: count,
  partial: count,
  unknownFees: count,
  unread: Type.Array(Type.Object({ file: text, reason: text }), {
    description: 'The first 100 files of which some, or all, was not read.',
  }),
  unreadTotal: count,
  seconds: Type.Number(),
  fillsPerSecond: count,
  interrupted: Type.Boolean({ description: 'Ended before its end; importing again goes on.' }),
});

export const forgetAnswer = Type.Object({ fills: count, contexts: count });

export const auditProgress = Type.Object({ table: text, tablesDone: count, tables: count });

export const auditAnswer = Type.Object({
  differences: Type.Array(
    Type.Object({ table: text, key: text, column: text, stored: text, recomputed: text }),
  ),
  differencesTotal: count,
  tables: count,
  unfilled: Type.Array(text, { description: 'Derived tables that are still being filled: not compared.' }),
  rowsCompared: count,
  fills: count,
  seconds: Type.Number(),
});

export const positionAuditAnswer = Type.Object({
  differences: Type.Array(
    Type.Object({
      ...{ wallet: text, coin: text, folded: text, told: text, stateAt: instant },
      cause: Type.Enum(differenceCauses),
    }),
    { description: 'The first 1000. Sizes are signed, in coins.' },
  ),
  differencesTotal: count,
  accounts: count,
  positions: count,
  seconds: Type.Number(),
});

export const gapAnswer = Type.Object({
  feed: text,
  wallet: maybe(text),
  coin: maybe(text),
  lostFrom: Type.Optional(Type.String({ format: 'date-time', description: 'Absent for "since ever".' })),
  lostUntil: instant,
  reason: text,
  foundAt: instant,
});

export const quarantinedAnswer = Type.Object({
  source: text,
  line: text,
  event: Type.Integer(),
  blockEvent: Type.Optional(count),
  reason: text,
  raw: Type.String({ description: 'The text as it came, up to 4096 characters.' }),
  metAt: maybe(instant),
});

export const jobAnswer = Type.Object({
  job: text,
  holder: Type.Optional(Type.String({ description: 'The process that has it now.' })),
  doneUntil: Type.Optional(
    Type.String({ format: 'date-time', description: 'End of the newest period that was done.' }),
  ),
});

const durationMs = Type.Number({ minimum: 0 });

export const feedAnswer = Type.Object({
  feed: text,
  ageMs: maybe(durationMs),
  staleMs: maybe(durationMs),
  lagMs: maybe(Type.Number()),
  received: count,
  gapsFilled: count,
  gapsRecorded: count,
});

export const migrationAnswer = Type.Object({ analytics: Type.Array(text), control: Type.Array(text) });

/** A list under its name. */
export function listOf(name: string, item: TObject): TObject {
  return Type.Object({ [name]: Type.Array(item) });
}
