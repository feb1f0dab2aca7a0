import { STATUS_CODES } from 'node:http';

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
  /** Description of this occurrence; safe to show to the caller. */
  detail: string;
  reason?: RecoveryReason;
  errors?: FaultDetail[];
  currentTier?: string;
  requiredTier?: string;
  retryAfterSeconds?: number;
  headers?: Record<string, string>;
  /** Legacy body (docs/contract.md#legacy-body) instead of application/problem+json. */
  legacy?: boolean;
  /** Fields that only the legacy body carries: `message`, `signup_url`, `hint`. */
  legacyFields?: Record<string, string | number>;
  /** Private: reaches the log, never the caller. */
  cause?: unknown;
  /** Private: reason label in metrics, one of a few constants. Marks the problem as a refusal rather than a fault. */
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

/** The client has left; no answer is sent. */
export class RequestGone extends Error {
  constructor() {
    super('the client closed its connection');
    this.name = 'RequestGone';
  }
}

/** A problem with the title of its HTTP status. @param code stable token, such as `UNKNOWN_KEY` */
export function refused(
  status: number,
  code: string,
  detail: string,
  more: Pick<ProblemFields, 'retryAfterSeconds' | 'headers' | 'cause' | 'countedAs'> = {},
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

/** 422: parameters break their schema; lists every fault at once. */
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
 * 502 in the legacy shape: the exchange timed out, or its answer is unreadable (docs/contract.md#errors).
 *
 * @param isUnreadable true if the exchange answered
 */
export function upstreamFailed(cause: unknown, isUnreadable = false): Problem {
  return new Problem({
    status: 502,
    code: 'UPSTREAM_FAILED',
    title: 'Bad Gateway',
    detail: isUnreadable
      ? 'The answer of the exchange could not be read. The operator finds it in quarantine.'
      : 'The exchange did not answer in time. Retry with growing pauses.',
    legacy: true,
    cause,
  });
}

/** 503: a source lags too far behind. @param retryAfterSeconds expected time to catch up */
export function sourceTooStale(source: string, retryAfterSeconds: number): Problem {
  return new Problem({
    status: 503,
    code: 'OVERLOADED',
    title: 'Service Unavailable',
    detail: `The source of ${source} is too far behind. Retry shortly.`,
    retryAfterSeconds,
  });
}

/** 503: data behind an answer are still being prepared. @param retryAfterSeconds expected time until ready */
export function sourceNotReady(source: string, retryAfterSeconds: number, cause?: unknown): Problem {
  return new Problem({
    status: 503,
    code: 'NOT_READY',
    title: 'Not Ready',
    detail: `${source} is still being prepared. Retry shortly.`,
    retryAfterSeconds,
    cause,
    // Normal after a first start: nothing has failed.
    ...(cause === undefined && { countedAs: 'unready' }),
  });
}

/** A permanent 404: this process will never have the requested resource. */
export function notAvailable(detail: string, cause?: unknown): Problem {
  return new Problem({ status: 404, code: 'NOT_AVAILABLE', title: 'Not Available', detail, cause });
}

export const noSourceReason =
  'This service reads no exchange (source none, or only a node). It has stored data only.';

/** 404: unknown coin, wallet without data, unknown id or route. */
export function notFound(detail: string): Problem {
  return new Problem({ status: 404, code: 'NOT_FOUND', title: 'Not Found', detail });
}

/**
 * 404 for an unknown name.
 *
 * @param kind kind of the name, as in `There is no {kind} "X".`
 * @param nearest most similar known names, nearest first
 * @param where qualifies the searched names; starts with a blank
 */
export function unknownName(kind: string, text: string, nearest: readonly string[], where = ''): Problem {
  const hint = nearest.length === 0 ? 'No similar name is known.' : `Nearest: ${nearest.join(', ')}.`;
  return notFound(`There is no ${kind} ${JSON.stringify(text)}${where}. ${hint}`);
}
