import { AnalyticsError } from '../../analytics/store.ts';
import { ControlError } from '../../control/control-error.ts';
import type { Tier } from '../../domain/tier.ts';
import { redactKeys } from '../../kernel/log.ts';
import {
  noSourceReason,
  notAvailable,
  Problem,
  type ProblemFields,
  refused,
  sourceNotReady,
  upstreamFailed,
} from '../../kernel/problem.ts';
import { MarketReadError } from '../../market/market.ts';
import { problemBody, problemHeaders } from '../../routes/problem-body.ts';
import { exposeFor } from '../calls/cors.ts';
import { deadlineExceeded } from '../calls/flight.ts';
import { errorCodes } from './error-codes.ts';
import { overloaded } from './request-problems.ts';

export interface ProblemAddresses {
  /** Public address of the service, without a trailing slash. */
  baseUrl: string;
  signupUrl: string;
  upgradeUrl: string;
}

export interface RenderedProblem {
  status: number;
  /** Flat: name, value, name, value … */
  headers: string[];
  body: Buffer;
}

/** Filling a table takes minutes to hours. */
const unreadyRetrySeconds = 30;

/** Converts an error to its Problem; unknown errors become a 500 without internals. */
export function toProblem(error: unknown, deadlineMs: number): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof AnalyticsError) {
    if (error.failure === 'deadline') return queryTooLong(error, deadlineMs);
    if (error.failure === 'unready') {
      const problem = sourceNotReady('What this answer rests on', unreadyRetrySeconds, error);
      // Normal after a first start, so it is not a failure.
      return new Problem({ ...problem.fields, countedAs: 'unready' });
    }
    if (error.failure === 'unavailable') {
      const detail =
        'The stored data, or a part of them, cannot be reached at the moment. Try again shortly.';
      return overloaded({ detail, retryAfterSeconds: 5, cause: error });
    }
    if (error.failure === 'overloaded' || error.failure === 'cancelled') {
      const detail = 'The service has more queries to run than it can at the moment. Try again shortly.';
      return overloaded({ detail, retryAfterSeconds: 1, cause: error });
    }
  }
  if (error instanceof ControlError && error.fault === 'unavailable') {
    const detail = 'Keys and accounts cannot be reached at the moment. Try again shortly.';
    return overloaded({ detail, retryAfterSeconds: 5, cause: error });
  }
  if (error instanceof MarketReadError) return readProblem(error);
  const detail =
    'The service failed to answer. The failure has been logged; quote X-Request-ID to report it.';
  return refused(500, 'INTERNAL', detail, { cause: error });
}

/** A query of the answer exceeded a bound of its own, below the answer's. */
function queryTooLong(error: AnalyticsError, deadlineMs: number): Problem {
  const { boundMs } = error;
  if (boundMs === undefined) return deadlineExceeded(deadlineMs, error);
  const detail = `A query of the answer took longer than ${boundMs} ms, the most that one may take. Ask for a shorter window or fewer rows, or try again.`;
  return new Problem({ ...deadlineExceeded(deadlineMs, error).fields, detail });
}

function readProblem(error: MarketReadError): Problem {
  const { failure, retryAfterMs } = error;
  if (failure === 'failed') return upstreamFailed(error);
  if (failure === 'unreadable') return upstreamFailed(error, true);
  if (failure === 'unconnected') return sourceNotReady('The exchange', unreadyRetrySeconds, error);
  if (failure === 'unavailable') return notAvailable(noSourceReason, error);
  const detail = 'The request limit of the exchange is used up. Retry later.';
  const retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return overloaded({ detail, retryAfterSeconds, cause: error });
}

/** 403: the endpoint needs a higher tier. */
export function tierGate(current: Tier, required: Tier): Problem {
  return new Problem({
    status: 403,
    code: 'TIER_GATE',
    title: 'Tier Too Low',
    detail: `This operation needs the ${required} tier or a higher one; the account has ${current}.`,
    reason: 'insufficient_tier',
    currentTier: current,
    requiredTier: required,
  });
}

const challenge = 'ApiKey realm="tidemark", header="X-API-Key"';

/** The closed body (docs/contract.md#problem-body). */
function closedBody(fields: ProblemFields, requestId: string, { baseUrl, upgradeUrl }: ProblemAddresses) {
  const offersUpgrade = fields.requiredTier !== undefined || fields.status === 429;
  return problemBody(fields, {
    requestId,
    ...(Object.hasOwn(errorCodes, fields.code) && { type: `${baseUrl}/errors/${fields.code}` }),
    upgradeUrl: offersUpgrade ? upgradeUrl : undefined,
  });
}

/** The open body (docs/contract.md#legacy-body). */
function legacyBody(fields: ProblemFields, at: ProblemAddresses): object {
  const extra = fields.legacyFields ?? {};
  return {
    success: false,
    error: fields.detail,
    code: fields.code,
    reason: fields.reason,
    message: fields.reason === 'missing_api_key' ? 'Send your API key in the X-API-Key header.' : undefined,
    signup_url: fields.reason === 'missing_api_key' ? at.signupUrl : undefined,
    upgrade_url: 'hint' in extra ? at.upgradeUrl : undefined,
    ...extra,
  };
}

/**
 * @param origin the Origin header, if sent
 * @param extraHeaders flat; rate-limit headers of a 429 and the like
 */
export function renderProblem(
  problem: Problem,
  requestId: string,
  at: ProblemAddresses,
  origin?: string,
  extraHeaders: readonly string[] = [],
): RenderedProblem {
  const { fields } = problem;
  const body = fields.legacy ? legacyBody(fields, at) : closedBody(fields, requestId, at);
  // The body may quote the caller's path or parameters, but never a key.
  const bytes = Buffer.from(redactKeys(JSON.stringify(body)));
  const headers = [
    ...problemHeaders(fields, bytes.length),
    'X-Request-ID',
    requestId,
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Expose-Headers',
    exposeFor(origin),
  ];
  // RFC 9110 §15.5.2: a 401 names a way to authenticate.
  const isChallenged = fields.headers?.['WWW-Authenticate'] !== undefined;
  if (fields.status === 401 && !isChallenged) headers.push('WWW-Authenticate', challenge);
  headers.push(...extraHeaders);
  return { status: fields.status, headers, body: bytes };
}
