import { STATUS_CODES } from 'node:http';

/** One fault of an input: where it stands, what is wrong, and the value that was sent. */
export interface FaultDetail {
  /** Dotted path with its origin first: `query.limit`, `path.address`. */
  location: string;
  message: string;
  value?: unknown;
}

export type RecoveryReason =
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'insufficient_tier'
  | 'invalid_parameters';

export interface ProblemFields {
  status: number;
  /** Stable machine-readable token, e.g. `TIER_GATE`. */
  code: string;
  /** Constant per code. */
  title: string;
  /** What happened this time; safe to show to the caller. */
  detail: string;
  reason?: RecoveryReason;
  errors?: FaultDetail[];
  currentTier?: string;
  requiredTier?: string;
  /** Whole seconds for Retry-After. */
  retryAfterSeconds?: number;
  /** Extra response headers, e.g. `Allow`. */
  headers?: Record<string, string>;
  /** Legacy body (docs/contract.md#legacy-body) instead of application/problem+json. */
  legacy?: boolean;
  /** Fields that only the legacy body carries: `message`, `signup_url`, `hint`. */
  legacyFields?: Record<string, string | number>;
  /** Private: reaches the log, never the caller. */
  cause?: unknown;
  /** Private: the reason as metrics count it, one of a few constants. What carries it is a refusal, not a fault. */
  countedAs?: string;
}

/**
 * The one error type that becomes an HTTP answer. `detail` and the other fields are public,
 * `cause` is private; `routes/problem-body.ts` makes the body of every surface.
 */
export class Problem extends Error {
  readonly fields: ProblemFields;

  constructor(fields: ProblemFields) {
    super(fields.detail, { cause: fields.cause });
    this.name = 'Problem';
    this.fields = fields;
  }
}

/** A problem whose title is that of its status. @param code stable token, such as `UNKNOWN_KEY` */
export function refused(
  status: number,
  code: string,
  detail: string,
  more: Pick<ProblemFields, 'retryAfterSeconds' | 'headers' | 'cause'> = {},
): Problem {
  const title = status === 413 ? 'Content Too Large' : STATUS_CODES[status]!;
  return new Problem({ status, code, title, detail, ...more });
}

/** 400: well-formed, but not acceptable (docs/contract.md#errors). */
export function unacceptable(errors: FaultDetail[]): Problem {
  return new Problem({
    status: 400,
    code: 'BAD_REQUEST',
    title: 'Bad Request',
    detail: errors.map((e) => `${e.location}: ${e.message}`).join('; '),
    reason: 'invalid_parameters',
    errors,
  });
}

/** 422: a parameter breaks its schema; every fault at once. */
export function invalidParameters(errors: FaultDetail[]): Problem {
  return new Problem({
    status: 422,
    code: 'INVALID_PARAMETERS',
    title: 'Unprocessable Entity',
    detail: errors.map((e) => `${e.location}: ${e.message}`).join('; '),
    reason: 'invalid_parameters',
    errors,
  });
}

/**
 * 502 in the legacy shape: the exchange did not answer in time, or what it answered cannot be read
 * (docs/contract.md#errors).
 *
 * @param isUnreadable whether there was an answer
 */
export function upstreamFailed(cause: unknown, isUnreadable = false): Problem {
  return new Problem({
    status: 502,
    code: 'UPSTREAM_FAILED',
    title: 'Bad Gateway',
    detail: isUnreadable
      ? 'The exchange answered, but its answer could not be read. The operator finds it in quarantine.'
      : 'The exchange did not answer, or not in time. Try again with growing pauses.',
    legacy: true,
    cause,
  });
}

/** 503: a source is too far behind to answer from. @param retryAfterSeconds when it may have caught up */
export function sourceTooStale(source: string, retryAfterSeconds: number): Problem {
  return new Problem({
    status: 503,
    code: 'OVERLOADED',
    title: 'Service Unavailable',
    detail: `The source of ${source} is too far behind to answer from. Try again shortly.`,
    retryAfterSeconds,
  });
}

/** 503: what an answer rests on is still being made. @param retryAfterSeconds when it may be there */
export function sourceNotReady(source: string, retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem({
    status: 503,
    code: 'NOT_READY',
    title: 'Not Ready',
    detail: `${source} is still being prepared. Try again shortly.`,
    retryAfterSeconds,
    cause,
    // As after every first start: nothing has failed.
    ...(cause === undefined && { countedAs: 'unready' }),
  });
}

/** 404 that stays one: what was asked for is not there, and nothing that this process does will bring it. */
export function notAvailable(detail: string, cause?: unknown): Problem {
  return new Problem({ status: 404, code: 'NOT_AVAILABLE', title: 'Not Available', detail, cause });
}

/** Why a service without a source has no state of the exchange as it is now. */
export const noSourceReason =
  'This service reads no exchange (source none, or a node alone): it has what is stored, and what only the exchange publishes will not come.';

/** 404: unknown coin, wallet without data, unknown id or route. */
export function notFound(detail: string): Problem {
  return new Problem({ status: 404, code: 'NOT_FOUND', title: 'Not Found', detail });
}

/**
 * 404 for a name that nothing has.
 *
 * @param kind what was looked for, as in `There is no {kind} "X".`
 * @param nearest known names that look most like it, nearest first
 * @param where what the names looked through have in common, with a blank before it
 */
export function unknownName(kind: string, text: string, nearest: readonly string[], where = ''): Problem {
  const hint = nearest.length === 0 ? 'None is spelt like it.' : `Nearest: ${nearest.join(', ')}.`;
  return notFound(`There is no ${kind} ${JSON.stringify(text)}${where}. ${hint}`);
}
