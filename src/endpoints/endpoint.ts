import type { Static, TSchema } from 'typebox';
import type { Tier, TierLimits } from '../domain/tier.ts';
import type { Window } from '../domain/window.ts';
import type { Clock } from '../kernel/clock.ts';
import { placeholders } from '../routes/path-template.ts';
import type { AgeName } from './ages.ts';
import type { AnswerHeaderName, AnswerHeaders } from './answer-headers.ts';
import type { Params, ParseContext, Values } from './params/param.ts';
import type { Sources } from './sources.ts';

/** The caller's data that an endpoint may read. */
export interface Requester {
  accountId: string;
  tier: Tier;
  limits: Readonly<TierLimits>;
}

export interface RunContext<P extends Params = Params> {
  params: Values<P>;
  /** Only the fields in the endpoint's `vary` are readable; others throw, because callers share the answer. */
  caller: Requester;
  sources: Sources;
  /** Reading the clock makes the page stale at each step of time (`ages.ts`). */
  clock: Clock;
  upgradeUrl: string;
  /** Aborts at the deadline, or when the last waiter leaves. Pass it to every query. */
  signal: AbortSignal;
}

export interface Answer<B> {
  body: B;
  /**
   * The span that the answer covers, as served; becomes X-Data-From, X-Data-To, X-Data-Block
   * (docs/contract.md#windows).
   */
  window?: Window;
  /** Headers of the answer; the endpoint must declare them in its own `headers`. */
  headers?: AnswerHeaders;
}

export interface EndpointDefinition<P extends Params, R extends TSchema> {
  /** Unique, dotted: `pulse.leaderboard`. Names the endpoint in metrics, logs and as operationId. */
  id: string;
  /** With placeholders: `/api/public/v1/pulse/trader/{address}`. Each placeholder names a path parameter. */
  path: `/${string}`;
  summary: string;
  description?: string;
  tags: readonly string[];
  /** The lowest tier with access. */
  tier: Tier;
  /** Tokens per request; default 1. */
  cost?: number;
  /** True if the route has a second limit of its own (docs/contract.md#counting-requests). */
  ownLimit?: boolean;
  /** Age class of the answers; default `fills`. */
  age?: AgeName;
  /**
   * The caller's data that the answer depends on, beyond its parameters: its tier and limits, or the account too.
   * Default: none.
   */
  vary?: 'tier' | 'account';
  params: P;
  /** A named schema, an array of one, or either with null. */
  response: R;
  /** Statuses beyond those of every endpoint, e.g. 404. */
  errors?: readonly number[];
  /** Optional headers beyond those of every answer. */
  headers?: readonly AnswerHeaderName[];
  /** Example body for the reference. */
  example?: Static<R>;
  /** Checks rules across parameters before the cache look-up. @throws Problem */
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
 * @throws Error if the definition contradicts itself
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
