import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Problem } from '../../kernel/problem.ts';

/** Host names at which a service may be called, lower case, without ports. */
export type KnownHosts = () => ReadonlySet<string>;

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The names of a service: that of its public address, that which it listens on, and the loopback ones. What listens on all
 * addresses is called by any of them; a name needs TIDEMARK_BASE_URL.
 */
export function knownHosts(baseUrl: () => string, listened: () => string): KnownHosts {
  return () => new Set([...loopbackNames, hostOf(baseUrl()), hostOf(listened())]);
}

/**
 * Whom a web page could send here against its reader's will (DNS rebinding, a request across origins): 403.
 * @returns undefined where the request may pass; one without an Origin comes from no web page
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
