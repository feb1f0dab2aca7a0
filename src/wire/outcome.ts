import { type Static, Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { address, decimal, id, name, nullable, optional, text } from './scalar.ts';

const outcomeSpec = Type.Object({
  outcome: id,
  name: text,
  description: text,
  /** Side 0 and side 1 of the encoding `10 × outcome + side`. */
  sideSpecs: Type.Array(Type.Object({ name: text }), { maxItems: 10 }),
  quoteToken: optional(name),
  /** Of an outcome that a deployer listed. */
  venue: optional(name),
  deployer: optional(address),
  /** What the deployer takes, in parts of the exchange's own fee. */
  deployerFeeScale: optional(decimal),
});
export type WireOutcome = Static<typeof outcomeSpec>;

const questionSpec = Type.Object({
  question: id,
  name: text,
  description: text,
  fallbackOutcome: optional(id),
  namedOutcomes: Type.Array(id),
  settledNamedOutcomes: Type.Array(id),
});
export type WireQuestion = Static<typeof questionSpec>;

/** Outcomes and questions that are not settled (`outcomeMeta`): a settled outcome leaves the list. */
export const outcomeMeta = payload(
  'outcomeMeta',
  Type.Object({
    outcomes: Type.Array(outcomeSpec),
    questions: Type.Array(questionSpec),
    /** Who may list outcomes on a venue. */
    deployers: optional(Type.Array(Type.Object({ deployer: address, venue: name }))),
  }),
);
export type WireOutcomeMeta = ValueOf<typeof outcomeMeta>;

/** `settledOutcome`: null where it is not settled. */
export const settledOutcome = payload(
  'settledOutcome',
  nullable(
    Type.Object({
      spec: outcomeSpec,
      /** What one Yes pays; a No pays the rest of 1. */
      settleFraction: decimal,
      details: optional(text),
    }),
  ),
);
export type WireSettledOutcome = ValueOf<typeof settledOutcome>;

/** One element of `outcomeTemplates` (docs/exchange.md#outcome-templates). */
export const outcomeTemplate = payload(
  'outcomeTemplate',
  Type.Object({
    id: name,
    name: Type.Unsafe<string>({ ...text, maxLength: 1_000 }),
    description: Type.Unsafe<string>({ ...text, maxLength: 20_000 }),
    /** Keywords with the types of their values. */
    keywords: Type.Array(Type.Tuple([name, name]), { maxItems: 100 }),
  }),
);
export type WireOutcomeTemplate = ValueOf<typeof outcomeTemplate>;

/** One element of an `outcomeMetaUpdates` message: one of its fields is there. */
export const outcomeChange = payload(
  'outcomeMetaUpdate',
  Type.Object({
    outcomeCreated: optional(outcomeSpec),
    outcomeSettled: optional(id),
    questionUpdated: optional(questionSpec),
    questionSettled: optional(id),
  }),
);
export type WireOutcomeChange = ValueOf<typeof outcomeChange>;
