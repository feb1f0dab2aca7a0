import type { TSchema } from 'typebox';
import type { Tier } from '../../domain/tier.ts';

export interface ParseContext {
  tier: Tier;
  /** Longest history window of the account, days. */
  windowDays: number;
  nowMs: number;
}

/**
 * Why a text is invalid: `schema` breaks type, enum or bound (422); `form` is well-formed but not acceptable
 * (400); `window` is longer than the caller's tier allows (400 with a hint): docs/contract.md#errors.
 */
export type FaultKind = 'schema' | 'form' | 'window';

export class ParamFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string) {
    super(message);
    this.name = 'ParamFault';
    this.kind = kind;
  }
}

/** How a parameter selects history: as a length that ends now, or as an end of a span. */
export type HistoryForm = 'since' | 'hours' | 'days' | 'instant';

/** A parameter of an endpoint: its published schema, and the parser of its text. */
export interface Param<T> {
  /** JSON Schema 2020-12 with bounds and default, as published. */
  readonly schema: TSchema;
  readonly description: string;
  readonly required: boolean;
  /** Set if the parameter selects history, which the account's window caps (docs/contract.md#windows). */
  readonly history?: HistoryForm;
  /** A valid text, for documents and tests. */
  readonly example?: string;
  /** The value if nothing was sent; not called for a required parameter. */
  fallback(context: ParseContext): T;
  /**
   * @param earlier values of the parameters declared before this one, except invalid ones
   * @throws ParamFault whose message names the accepted form
   */
  read(text: string, context: ParseContext, earlier?: Readonly<Record<string, unknown>>): T;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest set of parameters, only ever used as a constraint
export type Params = Readonly<Record<string, Param<any>>>;

export type Values<P extends Params> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

/** The same parameter; undefined if not sent. */
export function optional<T>(param: Param<T>): Param<T | undefined> {
  return { ...param, required: false, fallback: () => undefined };
}

export function described<T>(param: Param<T>, description: string): Param<T> {
  return { ...param, description };
}
