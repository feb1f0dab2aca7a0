import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createAddressBuckets } from '../../access/address-buckets.ts';
import { type Problem, refused } from '../../kernel/problem.ts';
import { hostFault } from '../../routes/host-headers.ts';

export interface AdminGuardOptions {
  token: string;
  /** The host that the listener is to listen on: a name that callers may use, too. */
  host: string;
  /** True for what is shown to every caller of the surface: the files of the operator's page. */
  isOpen?: (req: IncomingMessage) => boolean;
  /** Milliseconds that only go forward. */
  elapsedMs: () => number;
}

/** Calls without the right token per address; its owner is not held up by them. */
const wrongPerMinute = 10;
const addressLimit = 1_000;

/**
 * Decides who gets through to the admin surface, before any route is looked for and any of the body is read.
 * @returns why a request is refused; undefined where it may pass
 */
export function createAdminGuard(options: AdminGuardOptions) {
  const { token, host, isOpen = () => false, elapsedMs } = options;
  const expected = digest(token);
  const wrong = createAddressBuckets({ elapsedMs, ratePerMinute: wrongPerMinute, addressLimit });

  return (req: IncomingMessage): Problem | undefined => {
    const fault = hostFault(req);
    if (fault !== undefined) return refused(400, 'BAD_REQUEST', fault);
    // Any page in the operator's browser reaches loopback; every browser says so in one of two headers.
    if (isForeign(req.headers)) {
      const detail = "The admin surface answers no page but the operator's, which it serves itself.";
      return refused(403, 'BROWSER_REFUSED', detail);
    }
    // DNS rebinding: a name of somebody else's that leads here.
    if (!isOwnHost(req.headers.host ?? '', host)) {
      const detail = 'Name the admin surface by an IP address, by localhost, or as TIDEMARK_ADMIN_HOST does.';
      return refused(403, 'HOST_REFUSED', detail);
    }
    if (isOpen(req)) return undefined;
    const sent = /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? '')?.[1];
    // Digests are of one length, and reveal nothing of how much of the token was right.
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) return undefined;
    const { delayMs } = wrong.take(req.socket.remoteAddress ?? '');
    return delayMs === 0 ? unauthorized(sent) : tooManyWrong(delayMs);
  };
}

/**
 * True where a browser asks for another page than this listener's own, or follows another site's link. Neither header can be set by
 * a script; both are looked at, as a browser may send one alone.
 */
function isForeign({ origin, host = '', 'sec-fetch-site': site }: IncomingHttpHeaders): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  if (origin === undefined) return false;
  // Behind a proxy with TLS the address of the page is https, with the Host that the proxy passes on.
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
  const detail = `${wrongPerMinute} calls a minute without the right token are answered per address.`;
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
