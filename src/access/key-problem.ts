import { Problem, type ProblemFields } from '../kernel/problem.ts';

/** Why a key was refused, for metrics. The caller does not learn the reason. */
export type KeyRefusal = 'missing' | 'checksum' | 'unknown' | 'revoked' | 'expired';

/** WWW-Authenticate, which RFC 9110 requires on every 401. The scheme is unregistered: the key is in a separate header. */
function challenge(error?: string): Record<string, string> {
  const cause = error === undefined ? '' : `, error="${error}"`;
  return { 'WWW-Authenticate': `ApiKey realm="tidemark", header="X-API-Key"${cause}` };
}

/** 401 for a request without a key (docs/contract.md#errors). */
export function missingKey(signupUrl: string): Problem {
  return new Problem({
    status: 401,
    code: 'MISSING_API_KEY',
    title: 'Unauthorized',
    detail: 'API key required',
    reason: 'missing_api_key',
    legacy: true,
    legacyFields: {
      message: `Send an API key in the X-API-Key header. Keys are created at ${signupUrl}.`,
      signup_url: signupUrl,
    },
    headers: challenge(),
    countedAs: 'missing' satisfies KeyRefusal,
  });
}

/** 401 for a text that cannot be a key: distinct from an unknown key, because its owner can spot the typo. */
export function malformedKey(): Problem {
  return invalidKey(
    'checksum',
    'Invalid API key: the key is malformed. A character is missing, mistyped or added, or the header was sent twice.',
  );
}

/**
 * 401 for a well-formed key that is not accepted. Does not reveal the reason: the caller may not be
 * the key's owner.
 */
export function refusedKey(refusal: KeyRefusal): Problem {
  return invalidKey(refusal, 'Invalid API key: it is unknown, revoked or no longer active.');
}

/** 401 for a stream ticket that is malformed, expired or used. */
export function refusedTicket(): Problem {
  return invalidKey(
    'expired',
    'Invalid ticket: a ticket works once, within a minute. Request a new one with POST /api/public/v1/stream/ticket.',
  );
}

function invalidKey(refusal: KeyRefusal, detail: string): Problem {
  return new Problem({
    status: 401,
    code: 'INVALID_API_KEY',
    title: 'Unauthorized',
    detail,
    reason: 'invalid_api_key',
    legacy: true,
    headers: challenge('invalid_api_key'),
    countedAs: refusal,
  });
}

/** 503 if keys cannot be looked up: the key is neither accepted nor refused. */
export function keysUnavailable(cause: unknown): Problem {
  return new Problem({ ...unavailable, cause });
}

/** 503 if thousands of look-ups are queued: one more would only lengthen the wait. Limits floods of made-up keys. */
export function tooManyLookups(): Problem {
  return new Problem({ ...unavailable, countedAs: 'key_lookups' });
}

const unavailable: ProblemFields = {
  status: 503,
  code: 'KEYS_UNAVAILABLE',
  title: 'Service Unavailable',
  detail: 'API keys cannot be checked at the moment. Retry shortly.',
  retryAfterSeconds: 1,
};
