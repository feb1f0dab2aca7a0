import type { Static, TSchema } from 'typebox';
import type { Tier, TierLimits } from '../domain/tier.ts';
import type { Window } from '../domain/window.ts';
import type { Clock } from '../kernel/clock.ts';
import { placeholders } from '../routes/path-template.ts';
import type { AgeName } from './ages.ts';
import type { AnswerHeaderName, AnswerHeaders } from './answer-headers.ts';
import type { Params, ParseContext, Values } from './params/param.ts';
import type { Sources } from './sources.ts';

/** What an endpoint may know of its caller. */
export interface Requester {
  accountId: string;
  tier: Tier;
  /** What the account may do. */
  limits: Readonly<TierLimits>;
}

export interface RunContext<P extends Params = Params> {
  params: Values<P>;
  /** Readable as far as `vary` of the endpoint says; anything else throws, since the answer is shared. */
  caller: Requester;
  /** What the answer is made of: the engine, boards, coins … */
  sources: Sources;
  /** Answers that ask it for the time move with it (`ages.ts`). */
  clock: Clock;
  /** Where a plan is changed. */
  upgradeUrl: string;
  /** Aborts at the deadline, or when the last waiter for the answer has left. Pass it to every query. */
  signal: AbortSignal;
}

export interface Answer<B> {
  body: B;
  /**
   * The span the answer rests on, as served; becomes X-Data-From, X-Data-To, X-Data-Block
   * (docs/contract.md#windows).
   */
  window?: Window;
  /** Sent beside the body; only what the endpoint declares in its own `headers`. */
  headers?: AnswerHeaders;
}

export interface EndpointDefinition<P extends Params, R extends TSchema> {
  /** Unique, dotted: `pulse.leaderboard`. Names the endpoint in metrics, logs and as operationId. */
  id: string;
  /** With placeholders: `/api/public/v1/pulse/trader/{address}`. A parameter so named is a path parameter. */
  path: `/${string}`;
  summary: string;
  description?: string;
  tags: readonly string[];
  /** The least tier that may call it. */
  tier: Tier;
  /** Tokens that one request takes; 1 by default. */
  cost?: number;
  /** True where the route has a second limit of its own (docs/contract.md#counting-requests). */
  ownLimit?: boolean;
  /** How old its answers may be; `fills` by default. */
  age?: AgeName;
  /**
   * What of the caller the answer depends on, beyond its parameters: its tier and limits, or the account too. Nothing
   * by default.
   */
  vary?: 'tier' | 'account';
  params: P;
  /** A named schema, an array of one, or either with null. */
  response: R;
  /** Statuses beyond those that every endpoint may answer, e.g. 404. */
  errors?: readonly number[];
  /** Headers that an answer may carry beyond those of every answer. */
  headers?: readonly AnswerHeaderName[];
  /** A body as an example in the reference. */
  example?: Static<R>;
  /**
   * Rules across parameters, checked before the cache is asked.
   * @throws Problem
   */
  check?(params: Values<P>, context: ParseContext): void;
  /** Makes the answer. @throws Problem, AnalyticsError */
  run(context: RunContext<P>): Promise<Answer<Static<R>>> | Answer<Static<R>>;
}

export interface Endpoint<P extends Params = Params, R extends TSchema = TSchema>
  extends EndpointDefinition<P, R> {
  readonly cost: number;
  readonly ownLimit: boolean;
  readonly age: AgeName;
  readonly pathParams: readonly string[];
  readonly queryParams: readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: the widest endpoint, for lists of them
export type AnyEndpoint = Endpoint<any, any>;

/**
 * Declares an endpoint: data plus one function. Routing, access, parsing, caching, documents and the contract
 * tests all read this object.
 *
 * @throws Error where the definition contradicts itself
 */
export function endpoint<const P extends Params, R extends TSchema>(
  definition: EndpointDefinition<P, R>,
): Endpoint<P, R> {
  const { id, path, params } = definition;
  if (!/^[a-z0-9]+([.-][a-z0-9]+)*$/.test(id)) {
    throw new Error(`endpoint id ${id}: lower case, dots, dashes`);
  }
  const pathParams = placeholders(path);
  for (const name of pathParams) {
    if (!(name in params)) throw new Error(`endpoint ${id}: {${name}} of the path is not declared in params`);
  }
  return {
    ...definition,
    cost: definition.cost ?? 1,
    ownLimit: definition.ownLimit ?? false,
    age: definition.age ?? 'fills',
    pathParams,
    queryParams: Object.keys(params).filter((name) => !pathParams.includes(name)),
  };
}
