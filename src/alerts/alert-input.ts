import { Type } from 'typebox';
import { cohortSpans } from '../boards/trader-cohorts.ts';
import { alertFormats } from '../control/alert-store.ts';
import { dayMs } from '../kernel/clock.ts';

/** Input schemas of alerts, shared by the operator API and the portal pages. */

export const format = Type.Enum([...alertFormats]);
export const coolDownMs = Type.Integer({ minimum: 0, maximum: 30 * dayMs });
export const url = Type.String({ minLength: 1, maxLength: 2_000 });

export const params = {
  feed: Type.String({ minLength: 1, maxLength: 64 }),
  coin: Type.Optional(Type.String({ maxLength: 128 })),
  user: Type.Optional(Type.String({ maxLength: 128 })),
  wallets: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 10_000 })),
  coins: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 1_000 })),
  dex: Type.Optional(Type.String({ maxLength: 32 })),
  side: Type.Optional(Type.Enum(['buy', 'sell'])),
  minNotionalUsd: Type.Optional(Type.String({ maxLength: 32 })),
  cohort: Type.Optional(Type.String({ maxLength: 64 })),
  cohortSpan: Type.Optional(Type.Enum([...cohortSpans])),
  list: Type.Optional(Type.String({ maxLength: 64 })),
  builder: Type.Optional(Type.String({ maxLength: 128 })),
  events: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
};
/** Fits ten thousand wallets. */
export const bodyBytesLimit = 1_024 * 1_024;
