import { refused } from '../kernel/problem.ts';
import { isJson } from '../routes/json-body.ts';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Origins of the service's own pages: its address, and on this machine its other names at the same port. */
export function ownOrigins(baseUrl: string): string[] {
  const url = new URL(baseUrl);
  if (!loopback.includes(url.hostname)) return [url.origin];
  return loopback.map((name) => `${url.protocol}//${name}${url.port === '' ? '' : `:${url.port}`}`);
}

/**
 * Refuses what another site makes a reader's browser send: whatever changes something needs the Origin of the service's own
 * pages, which no script can set, and a body that no form of another site can send.
 * @throws Problem 403, 415
 */
export function refuseForeign(request: Request): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const origin = request.headers.get('origin') ?? '';
  const site = request.headers.get('sec-fetch-site');
  if (!ownOrigins(request.url).includes(origin) || (site !== null && site !== 'same-origin')) {
    throw refused(403, 'FOREIGN_ORIGIN', 'Only the pages of this service may send this request.');
  }
  if (isJson(request.headers.get('content-type'))) return;
  throw refused(415, 'NOT_JSON', 'Send the body as application/json.');
}
