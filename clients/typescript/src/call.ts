import type { Answer } from './answer.ts';
import type { operations } from './generated/schema.ts';

/** Names of the API's operations, as in openapi.json. */
export type OperationId = keyof operations;

type Part<Id extends OperationId, Place extends 'path' | 'query'> = operations[Id]['parameters'] extends {
  [place in Place]?: infer Values;
}
  ? [NonNullable<Values>] extends [never]
    ? unknown
    : NonNullable<Values>
  : unknown;

type Fields<T> = { [Name in keyof T]: T[Name] };

/** All parameters of an operation, of path and query. */
export type ParametersOf<Id extends OperationId> = Fields<Part<Id, 'path'> & Part<Id, 'query'>>;

/** The body that an operation answers with. */
export type BodyOf<Id extends OperationId> = operations[Id]['responses'][200]['content']['application/json'];

export interface CallOptions {
  /** Ends the call and its waits; it then throws the signal's reason. */
  signal?: AbortSignal | undefined;
  /** A payment that was made before and whose answer was lost: `TidemarkError.paymentSignature`. */
  paymentSignature?: string | undefined;
}

export interface RowOptions extends CallOptions {
  /** Rows to stop after. */
  maxRows?: number | undefined;
}

type Given<Id extends OperationId, Options> = keyof ParametersOf<Id> extends never
  ? [parameters?: Record<string, never>, options?: Options]
  : Record<string, never> extends ParametersOf<Id>
    ? [parameters?: ParametersOf<Id>, options?: Options]
    : [parameters: ParametersOf<Id>, options?: Options];

/** Asks an endpoint. @throws TidemarkError; the signal's reason */
export type Call<Id extends OperationId> = (...given: Given<Id, CallOptions>) => Promise<Answer<BodyOf<Id>>>;

/** The rows of a list: those of a field, or the body itself. */
type RowOf<Body, Field> = Field extends keyof NonNullable<Body>
  ? NonNullable<NonNullable<Body>[Field]> extends readonly (infer Row)[]
    ? Row
    : never
  : NonNullable<Body> extends readonly (infer Row)[]
    ? Row
    : never;

/** Asks an endpoint whose list has pages. */
export interface PagedCall<Id extends OperationId, Field = undefined> {
  (...given: Given<Id, CallOptions>): Promise<Answer<BodyOf<Id>>>;
  /** Yields the answers page by page; `limit` is the page size, `offset` the start. */
  pages(...given: Given<Id, CallOptions>): AsyncGenerator<Answer<BodyOf<Id>>, void, undefined>;
  /** Yields the rows, page by page. Rows that change position meanwhile may appear twice, or be missed. */
  rows(...given: Given<Id, RowOptions>): AsyncGenerator<RowOf<BodyOf<Id>, Field>, void, undefined>;
}

/** Paging parameters of a list endpoint. */
export interface PageRule {
  limitMax: number;
  offsetMax?: number;
  /** Body field that holds the rows; default: the body itself is the list. */
  field?: string;
}

/** Request of a call. */
export interface CallEntry {
  id: OperationId;
  path: string;
  /** Names of the path parameters; all others go into the query. */
  inPath: readonly string[];
  pages?: PageRule;
}

/** Entries by group and name. */
export type CallTable = Readonly<Record<string, Readonly<Record<string, CallEntry>>>>;
