import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createAddressBuckets } from '../../access/address-buckets.ts';
import { type Problem, refused } from '../../kernel/problem.ts';
import { hostFault } from '../../routes/host-headers.ts';

export interface AdminGuardOptions {
  token: string;
  /** Host that the listener is configured to listen on; callers may use it as a name. */
  host: string;
  /** True for requests that need no token: the files of the operator's page. */
  isOpen?: (req: IncomingMessage) => boolean;
  /** Monotonic milliseconds. */
  elapsedMs: () => number;
}

/** Wrong tokens per address and minute; calls with the right token are not limited. */
const wrongPerMinute = 10;
const addressLimit = 1_000;

/**
 * Admits or refuses requests to the admin surface, before routing and before the body is read.
 * @returns the reason for a refusal; undefined if admitted
 */
export function createAdminGuard(options: AdminGuardOptions) {
  const { token, host, isOpen = () => false, elapsedMs } = options;
  const expected = digest(token);
  const wrong = createAddressBuckets({ elapsedMs, ratePerMinute: wrongPerMinute, addressLimit });

  return (req: IncomingMessage): Problem | undefined => {
    const fault = hostFault(req);
    if (fault !== undefined) return refused(400, 'BAD_REQUEST', fault);
    // Any page in the operator's browser can reach loopback; every browser reveals this in one of two headers.
    if (isForeign(req.headers)) {
      const detail = 'The admin surface accepts browser requests from its own operator page only.';
      return refused(403, 'BROWSER_REFUSED', detail);
    }
    // DNS rebinding: a foreign host name that resolves to this address.
    if (!isOwnHost(req.headers.host ?? '', host)) {
      const detail =
        'Address the admin surface by IP address, as localhost, or by the name in TIDEMARK_ADMIN_HOST.';
      return refused(403, 'HOST_REFUSED', detail);
    }
    if (isOpen(req)) return undefined;
    const sent = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    // Digests have equal length, so that the comparison does not reveal how much of the token is right.
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) return undefined;
    const { delayMs } = wrong.take(req.socket.remoteAddress ?? '');
    return delayMs === 0 ? unauthorized(sent) : tooManyWrong(delayMs);
  };
}

/**
 * True if a browser sends the request from another origin's page or link. Scripts can set neither header; both are checked, because a
 * browser may send only one.
 */
function isForeign({ origin, host = '', 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  // Behind a TLS proxy the page's origin is https, with the Host that the proxy passes on.
  return !['http', 'https'].some((scheme) => origin === `${scheme}://${host.toLowerCase()}`);
}

function unauthorized(sent: string | undefined): Problem {
  const detail =
    sent === undefined
      ? 'Send the admin token as Authorization: Bearer <token>.'
      : 'The admin token is wrong.';
  const headers = { 'WWW-Authenticate': 'Bearer realm="tidemark-admin"' };
  return refused(401, 'UNAUTHORIZED', detail, { headers });
}

function tooManyWrong(delayMs: number): Problem {
  const detail = `${wrongPerMinute} calls a minute without the right token are allowed per address.`;
  return refused(429, 'RATE_LIMITED', detail, {
    retryAfterSeconds: Math.max(1, Math.ceil(delayMs / 1_000)),
  });
}

function isOwnHost(header: string, host: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([^:]+))(?::\d{1,5})?$/.exec(header.toLowerCase()) ?? [];
  const name = bracketed ?? plain ?? '';
  return name === 'localhost' || isIP(name) !== 0 || name === host.toLowerCase();
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
