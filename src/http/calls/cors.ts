import { answerHeaders, windowHeaders } from '../../endpoints/answer-headers.ts';

/** Every response header that a browser script may read (docs/contract.md#bodies). */
export const exposedHeaders = [
  'X-Request-ID',
  'X-RateLimit-Tier',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Route',
  'X-RateLimit-Next',
  'X-RateLimit-Scope',
  'X-RateLimit-Daily',
  'X-RateLimit-Daily-Remaining',
  'X-RateLimit-Daily-Reset',
  'X-RateLimit-Monthly',
  'X-RateLimit-Monthly-Limit',
  'X-RateLimit-Monthly-Remaining',
  'X-RateLimit-Monthly-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Billing-State',
  'X-Billing-Grace-Expires',
  ...Object.keys(windowHeaders),
  ...Object.keys(answerHeaders),
  'X-Data-Source',
  'X-History-Window',
  'PAYMENT-REQUIRED',
  'PAYMENT-RESPONSE',
  'Retry-After',
  'ETag',
  'Link',
].join(', ');

/**
 * Value of Access-Control-Expose-Headers. Keys travel in a header, never as credentials, so `*` equals the full
 * list. Browsers that do not know `*` get the list, whose length is a tenth of a small answer's cost.
 */
export function exposeFor(origin: string | undefined): string {
  return origin === undefined ? '*' : exposedHeaders;
}

const preflightMaxAgeSeconds = 86_400;

/** @param methods the route's methods without OPTIONS */
export function allowValue(methods: readonly string[]): string {
  return [...methods, 'OPTIONS'].join(', ');
}

/** Headers of the answer to a preflight: any header may be sent. @param methods see `allowValue` */
export function preflightHeaders(
  requestId: string,
  requestedHeaders: string | undefined,
  methods: readonly string[],
): string[] {
  const allowed = allowValue(methods);
  return [
    'Access-Control-Allow-Origin',
    '*',
    'Access-Control-Allow-Methods',
    allowed,
    'Access-Control-Allow-Headers',
    requestedHeaders ?? 'X-API-Key, If-None-Match',
    'Access-Control-Max-Age',
    String(preflightMaxAgeSeconds),
    'Access-Control-Expose-Headers',
    exposedHeaders,
    'Vary',
    'Access-Control-Request-Headers',
    'Allow',
    allowed,
    'Content-Length',
    '0',
    'X-Request-ID',
    requestId,
  ];
}
