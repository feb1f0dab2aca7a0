import { Problem, type ProblemFields } from '../kernel/problem.ts';

/** Why a key was refused, as metrics count it. The caller of an unknown key does not learn that it is. */
export type KeyRefusal = 'missing' | 'checksum' | 'unknown' | 'revoked' | 'expired';

/** What RFC 9110 asks of every 401. The scheme has no registered name: the key travels in a header of its own. */
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

/** 401 for a text that cannot be a key: said apart from an unknown key, since its owner can mend it by looking. */
export function malformedKey(): Problem {
  return invalidKey(
    'checksum',
    'Invalid API key: this is no complete key. A character is missing, mistyped or added, or the header was sent twice.',
  );
}

/**
 * 401 for a key that is well-formed and not accepted. Which of the reasons holds is not said: the caller may not be
 * its owner.
 */
export function refusedKey(refusal: KeyRefusal): Problem {
  return invalidKey(refusal, 'Invalid API key: it is unknown, revoked or no longer active.');
}

/** 401 for a ticket of a stream that is none, is over, or was used before. */
export function refusedTicket(): Problem {
  return invalidKey(
    'expired',
    'Invalid ticket: it is good once, for a minute. Ask for another one with POST /api/public/v1/stream/ticket.',
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

/** 503 where keys cannot be looked up: nothing is known about the key, so it is neither accepted nor refused. */
export function keysUnavailable(cause: unknown): Problem {
  return new Problem({ ...unavailable, cause });
}

/** The same where thousands of look-ups wait, and one more would only add to the wait. A flood of keys ends here, by intent. */
export function tooManyLookups(): Problem {
  return new Problem({ ...unavailable, countedAs: 'key_lookups' });
}

const unavailable: ProblemFields = {
  status: 503,
  code: 'KEYS_UNAVAILABLE',
  title: 'Service Unavailable',
  detail: 'API keys cannot be checked at the moment; try again shortly.',
  retryAfterSeconds: 1,
};
