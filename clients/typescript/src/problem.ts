import type { Limits } from './answer.ts';
import type { PaymentRequired } from './payment.ts';

/** The fields of every error of the client. */
export interface Failure {
  /** Requested address. */
  url: string;
  /** The payment that was sent: the same again gets the answer that it paid for (`CallOptions.paymentSignature`). */
  paymentSignature?: string | undefined;
}

/** Error body of the service, in either of its two shapes. */
export interface Problem extends Failure {
  status: number;
  /** Stable token for programs: `TIER_GATE`, `RATE_LIMITED`. */
  code: string | undefined;
  /** Reason code: `missing_api_key`, `invalid_api_key`, `insufficient_tier`, `invalid_parameters`. */
  reason: string | undefined;
  /** Description of this occurrence. */
  detail: string;
  /** Names the request; quote it in reports. */
  requestId: string | undefined;
  /** The whole body, if it is JSON. */
  body: Readonly<Record<string, unknown>> | undefined;
  /** Remaining quota of the account. */
  limits: Limits;
}

/** A validation error of a request. */
export interface Fault {
  /** `query.limit`, `path.tier`. */
  location: string;
  message: string;
  value?: unknown;
}

/** Whatever fails in the client, but an abort by the caller: that throws the signal's own reason. */
export class TidemarkError extends Error {
  override name = 'TidemarkError';
  readonly url: string;
  readonly paymentSignature: string | undefined;

  constructor(message: string, failure: Failure, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.url = failure.url;
    this.paymentSignature = failure.paymentSignature;
  }
}

/** No answer came: no connection, cut, or too late. */
export class ConnectionError extends TidemarkError {
  override name = 'ConnectionError';
}

/** The answer did not come from the service, or violates its description: no JSON, a redirect, too long. */
export class AnswerError extends TidemarkError {
  override name = 'AnswerError';
  readonly status: number;

  constructor(message: string, failure: Failure & { status: number }, cause?: unknown) {
    super(message, failure, cause);
    this.status = failure.status;
  }
}

/** The service answered with an error. */
export class ProblemError extends TidemarkError {
  override name = 'ProblemError';
  readonly status: number;
  readonly code: string | undefined;
  readonly reason: string | undefined;
  readonly detail: string;
  readonly requestId: string | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly limits: Limits;

  constructor(problem: Problem) {
    super(
      `${problem.status}${problem.code === undefined ? '' : ` ${problem.code}`}: ${problem.detail}`,
      problem,
    );
    this.status = problem.status;
    this.code = problem.code;
    this.reason = problem.reason;
    this.detail = problem.detail;
    this.requestId = problem.requestId;
    this.body = problem.body;
    this.limits = problem.limits;
  }
}

/** 400 and 422: parameters that are not acceptable, each named in `faults`. */
export class InvalidRequestError extends ProblemError {
  override name = 'InvalidRequestError';
  readonly faults: readonly Fault[];

  constructor(problem: Problem) {
    super(problem);
    const { errors } = problem.body ?? {};
    this.faults = Array.isArray(errors) ? (errors as Fault[]) : [];
  }
}

/** 401: the key is missing, mistyped or revoked. */
export class AuthenticationError extends ProblemError {
  override name = 'AuthenticationError';
}

/** 402: not paid, or the payment was refused; `required.error` says why in a word. */
export class PaymentRequiredError extends ProblemError {
  override name = 'PaymentRequiredError';
  readonly required: PaymentRequired | undefined;

  constructor(problem: Problem, required: PaymentRequired | undefined) {
    super(problem);
    this.required = required;
  }
}

/** 403: the tier of the account is too low. */
export class TierError extends ProblemError {
  override name = 'TierError';
  readonly requiredTier: string | undefined;
  readonly upgradeUrl: string | undefined;

  constructor(problem: Problem) {
    super(problem);
    this.requiredTier = textOf(problem.body?.required_tier);
    this.upgradeUrl = textOf(problem.body?.upgrade_url);
  }
}

/** 404: unknown coin, id or address. `detail` suggests close matches. */
export class NotFoundError extends ProblemError {
  override name = 'NotFoundError';
}

/** 429: a limit of the account is used up: `RATE_LIMITED`, `DAILY_CAP` or `MONTHLY_CAP`. */
export class RateLimitError extends ProblemError {
  override name = 'RateLimitError';
  /** Time until the next permitted request. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: Problem, retryAfterMs: number | undefined) {
    super(problem);
    this.retryAfterMs = retryAfterMs;
  }
}

/** 5xx: the service failed, is overloaded, or its source is too far behind. */
export class ServiceError extends ProblemError {
  override name = 'ServiceError';
  readonly retryAfterMs: number | undefined;

  constructor(problem: Problem, retryAfterMs: number | undefined) {
    super(problem);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The error of a status. */
export function problemError(
  problem: Problem,
  { retryAfterMs, required }: { retryAfterMs?: number | undefined; required?: PaymentRequired | undefined },
): ProblemError {
  const { status } = problem;
  if (status === 400 || status === 422) return new InvalidRequestError(problem);
  if (status === 401) return new AuthenticationError(problem);
  if (status === 402) return new PaymentRequiredError(problem, required);
  if (status === 403) return new TierError(problem);
  if (status === 404) return new NotFoundError(problem);
  if (status === 429) return new RateLimitError(problem, retryAfterMs);
  return status >= 500 ? new ServiceError(problem, retryAfterMs) : new ProblemError(problem);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
