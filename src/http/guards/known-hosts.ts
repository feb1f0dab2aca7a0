import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../kernel/problem.ts';

/** Host names of the service, lower case, without ports. */
export type KnownHosts = () => ReadonlySet<string>;

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The service's host names: of its public address, of its listening address, and the loopback names. A service that listens on
 * all addresses accepts each address; further names need TIDEMARK_BASE_URL.
 */
export function knownHosts(baseUrl: () => string, listened: () => string): KnownHosts {
  return () => new Set([...loopbackNames, hostOf(baseUrl()), hostOf(listened())]);
}

/**
 * Refuses requests that a web page may send without its reader's consent (DNS rebinding, cross-origin requests): 403.
 * @returns undefined if the request may pass; a request without an Origin comes from no web page
 */
export function hostRefusal(known: ReadonlySet<string>, headers: IncomingHttpHeaders): Problem | undefined {
  const host = hostOf(`http://${headers.host ?? ''}`);
  if (!known.has(host) && isIP(host.replace(/^\[|\]$/g, '')) === 0)
    return refusal('Host', headers.host ?? '');
  const { origin } = headers;
  if (origin === undefined || known.has(hostOf(origin))) return undefined;
  return refusal('Origin', origin);
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : '';
}

function refusal(header: 'Host' | 'Origin', value: string): Problem {
  return new Problem({
    status: 403,
    code: 'ORIGIN_REFUSED',
    title: 'Origin Refused',
    detail: `The ${header} ${JSON.stringify(value.slice(0, 100))} is not known here. Call the service at its own address, or set TIDEMARK_BASE_URL to it.`,
  });
}
