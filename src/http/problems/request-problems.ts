import { type Problem, refused } from '../../kernel/problem.ts';
import { allowValue } from '../calls/cors.ts';

/** The exhausted resource of the process. */
export type Strain = 'event_loop' | 'memory';

export type ShedReason = Strain | 'in_flight' | 'runs' | 'key_lookups';

/** 405: the route exists, but not for this method. @param methods the route's methods without OPTIONS */
export function methodNotAllowed(method: string, path: string, methods: readonly string[]): Problem {
  return refused(
    405,
    'METHOD_NOT_ALLOWED',
    `${method} is not possible on ${path}; ${methods.includes('GET') ? 'every route is read-only. Use GET.' : `use ${methods[0]}.`}`,
    { headers: { Allow: allowValue(methods) } },
  );
}

/** 404 for a path without a route. */
export function unknownRoute(path: string, nearest: string | undefined): Problem {
  const hint =
    nearest === undefined ? 'The routes are listed at /openapi.json.' : `The nearest route is ${nearest}.`;
  return refused(404, 'NOT_FOUND', `No route answers ${path}. ${hint}`);
}

export function uriTooLong(limitBytes: number): Problem {
  return refused(414, 'URI_TOO_LONG', `Path and query must not be longer than ${limitBytes} bytes together.`);
}

export function bodyTooLarge(limitBytes: number): Problem {
  return refused(
    413,
    'BODY_TOO_LARGE',
    `No route reads a body; one of more than ${limitBytes} bytes is refused.`,
  );
}

export function headersTooLarge(limitBytes: number): Problem {
  return refused(
    431,
    'HEADERS_TOO_LARGE',
    `The headers of a request must not be larger than ${limitBytes} bytes together.`,
  );
}

export function expectationFailed(): Problem {
  return refused(417, 'EXPECTATION_FAILED', 'The only expectation that can be met is 100-continue.');
}

/** 400 for malformed HTTP, a missing host or an undecodable path. */
export function malformedRequest(detail: string): Problem {
  return refused(400, 'BAD_REQUEST', detail);
}

interface Overload {
  detail: string;
  retryAfterSeconds: number;
  /** Set for deliberate shedding, which is counted and not logged. */
  shed?: ShedReason;
  cause?: unknown;
}

/** 503 for an overloaded service. */
export function overloaded({ detail, retryAfterSeconds, shed, cause }: Overload): Problem {
  return refused(503, 'OVERLOADED', detail, {
    retryAfterSeconds,
    cause,
    ...(shed !== undefined && { countedAs: shed }),
  });
}
