import type { TSchema } from 'typebox';
import type { Tier } from '../../domain/tier.ts';

/** What a parameter's value may depend on besides its text. */
export interface ParseContext {
  tier: Tier;
  /** Longest history window of the account. */
  windowDays: number;
  nowMs: number;
}

/**
 * Why a text is no value: `schema` breaks type, enum or bound (422); `form` is well-formed but not acceptable
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

/** How a parameter asks for history: as a length that ends now, or as an end of a span. */
export type HistoryForm = 'since' | 'hours' | 'days' | 'instant';

/** One parameter of an endpoint: its published schema, and how its text becomes a value. */
export interface Param<T> {
  /** JSON Schema 2020-12 with bounds and default, as published. */
  readonly schema: TSchema;
  readonly description: string;
  readonly required: boolean;
  /** Set where the parameter asks for history, which the account's window caps (docs/contract.md#windows). */
  readonly history?: HistoryForm;
  /** A text the parameter accepts, for documents and tests. */
  readonly example?: string;
  /** The value where nothing was sent; not called for a required parameter. */
  fallback(context: ParseContext): T;
  /**
   * The value of a text.
   * @param earlier values of the parameters that are declared before this one, as far as they were right
   * @throws ParamFault whose message says what would be right
   */
  read(text: string, context: ParseContext, earlier?: Readonly<Record<string, unknown>>): T;
}

// biome-ignore lint/suspicious/noExplicitAny: the widest set of parameters, only ever used as a constraint
export type Params = Readonly<Record<string, Param<any>>>;

export type Values<P extends Params> = {
  readonly [K in keyof P]: P[K] extends Param<infer T> ? T : never;
};

/** The same parameter, undefined where it was not sent. */
export function optional<T>(param: Param<T>): Param<T | undefined> {
  return { ...param, required: false, fallback: () => undefined };
}

/** The same parameter with a description of its own. */
export function described<T>(param: Param<T>, description: string): Param<T> {
  return { ...param, description };
}
