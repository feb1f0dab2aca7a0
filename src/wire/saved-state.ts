import { Type } from 'typebox';
import { payload, type ValueOf } from './payload.ts';
import { address, decimal, dexName, flag, nullable, optional } from './scalar.ts';

/** What a saved row may hold: an answer of the exchange's API about one wallet, or what the whole account was worth. */
export const savedStateTypes = [
  'userAbstraction',
  'clearinghouseState',
  'spotClearinghouseState',
  'userVaultEquities',
  'delegatorSummary',
  'borrowLendUserState',
  'accountValue',
] as const;

/** As many positions as an account may hold, with room. */
const answerCharacters = 500_000;

/** A row of saved account states (docs/exchange.md#saved-account-states). */
export const savedState = payload(
  'savedState',
  Type.Object({
    time: Type.Unsafe<string>({
      type: 'string',
      pattern: '^20\\d\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$',
      description: 'a UTC time such as "2026-03-15T00:01:00Z"',
    }),
    user: address,
    type: Type.Unsafe<(typeof savedStateTypes)[number]>({
      type: 'string',
      enum: [...savedStateTypes],
      description: `one of ${savedStateTypes.join(', ')}`,
    }),
    /** Of `clearinghouseState`; the validator-run one is empty. */
    dex: optional(nullable(dexName)),
    answer: Type.Unsafe<string>({
      type: 'string',
      maxLength: answerCharacters,
      description: `the answer as JSON, of at most ${answerCharacters} characters`,
    }),
  }),
);
export type SavedState = ValueOf<typeof savedState>;

export const savedStateColumns: readonly string[] = Object.keys(savedState.schema.properties);

/** What an account was worth at the start of an hour, USD; null where a part was not known. */
export const savedAccountValue = payload(
  'accountValue',
  Type.Object({
    /** Its collateral is in spot, and `perps` are not in the sum. */
    isPooled: flag,
    perps: Type.Array(Type.Object({ dex: dexName, value: nullable(decimal) })),
    spot: nullable(decimal),
    vaults: nullable(decimal),
    staked: nullable(decimal),
    lent: nullable(decimal),
    escrow: nullable(decimal),
    total: nullable(decimal),
    /** Sum of the known amounts. */
    known: decimal,
  }),
);

/** One answer of a row, before it is text. */
export interface SavedAnswer {
  type: SavedState['type'];
  dex?: string;
  answer: unknown;
}
